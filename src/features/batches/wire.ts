/** The lines of results as clients read them, each with its end of line. */

import { type Batch, BUDGET_REACHED, type EndedLine, type LineEnd } from './rules.ts';

type Named = { readonly line: number; readonly customId: string };

/** Of one width, so that the size of a result is known without reading it. */
const requestNameOf = (batchId: string, line: number): string =>
  `batch_req_${batchId.slice(batchId.indexOf('_') + 1)}${String(line).padStart(7, '0')}`;

type Answered = { readonly status: number; readonly requestId: string; readonly bodyJson: string };

/** OpenAI's: what was answered, whatever its status. */
export const answeredLine = (batchId: string, { line, customId }: Named, { status, requestId, bodyJson }: Answered) =>
  `{"id":"${requestNameOf(batchId, line)}","custom_id":${JSON.stringify(customId)},"response":{"status_code":${status},"request_id":"${requestId}","body":${bodyJson}},"error":null}\n`;

/** Anthropic's: a message, or the error in its shape. */
export const messageLine = ({ customId }: Named, end: 'succeeded' | 'errored', bodyJson: string) =>
  `{"custom_id":${JSON.stringify(customId)},"result":{"type":"${end}","${end === 'succeeded' ? 'message' : 'error'}":${bodyJson}}}\n`;

/** A line that was never answered: it was cancelled, or its time was over. */
function unansweredLine(batch: Pick<Batch, 'id' | 'dialect' | 'waitingFor'>, named: Named, end: LineEnd): string {
  const customId = JSON.stringify(named.customId);
  if (batch.dialect === 'messages') {
    return `{"custom_id":${customId},"result":{"type":"${end === 'expired' ? 'expired' : 'canceled'}"}}\n`;
  }
  const error = JSON.stringify({ code: `batch_${end}`, message: reasonOf(batch, end) });
  return `{"id":"${requestNameOf(batch.id, named.line)}","custom_id":${customId},"response":null,"error":${error}}\n`;
}

function reasonOf({ waitingFor }: Pick<Batch, 'waitingFor'>, end: LineEnd): string {
  if (end === 'cancelled') {
    const why =
      waitingFor === BUDGET_REACHED ? `its budget was used up (${BUDGET_REACHED})` : 'the batch was cancelled';
    return `This request was not executed: ${why}. Nothing was charged.`;
  }
  const why = waitingFor === null ? '' : ` The batch had to wait: ${WAITS[waitingFor] ?? waitingFor}.`;
  return `This request could not be executed before the completion window expired.${why} Nothing was charged.`;
}

/** Why lines waited, in words for the customer. */
const WAITS: Readonly<Record<string, string>> = {
  insufficient_credit: 'the account had too little credit (insufficient_quota)',
  key_limit_reached: 'the limit of the API key was reached (key_limit_reached)',
  member_limit_reached: 'the budget of the member was used up (member_limit_reached)',
  account_limit_reached: 'the limit of the account was reached (account_limit_reached)',
  account_blocked: 'the account was blocked (account_blocked)',
  rate_limited: 'a limit of a minute was reached (rate_limit_exceeded)',
};

/** The bytes of all lines that were never answered: `names` is how many bytes their names take as JSON. */
export function unansweredBytes(
  batch: Pick<Batch, 'id' | 'dialect' | 'waitingFor'>,
  { lines, names, end }: { readonly lines: number; readonly names: number; readonly end: LineEnd },
): number {
  const bare = Buffer.byteLength(unansweredLine(batch, { line: 0, customId: '' }, end)) - '""'.length;
  return lines * bare + names;
}

/** A line of a result; `opened` is what was answered, where it was. */
export const writtenLine = (
  batch: Pick<Batch, 'id' | 'dialect' | 'waitingFor'>,
  { line, customId, end }: EndedLine,
  opened: string | null,
): string => opened ?? unansweredLine(batch, { line, customId }, end);
