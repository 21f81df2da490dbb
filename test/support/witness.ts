/** A client that keeps its answers, to be compared with the ledger afterwards. */
import { expect } from 'bun:test';
import type { Form } from './asking.ts';
import { type Part, type Said, SPEECHES, WITNESS_DIALECTS, type WitnessDialect } from './witness-dialects.ts';

export type Question = {
  /** Unlike that of any other question; the upstream sees it as the message. */
  readonly nonce: string;
  readonly form: Form;
  /** Chat completions unless said. */
  readonly dialect?: WitnessDialect;
  readonly model?: string;
  readonly maxTokens?: number;
  readonly choices?: number;
  readonly idempotencyKey?: string;
  /** The client leaves when it has this many bytes of the body. */
  readonly cutAtBytes?: number;
  /** The client leaves when this resolves. */
  readonly leavesAfter?: Promise<void>;
};

/** `completionId` is of the answer: the first call under an Idempotency-Key gives it. */
export type Told = Said & {
  readonly question: Question;
  /** Undefined when not even a status came. */
  readonly status: number | undefined;
  /** The id of this call, from the head of the answer. */
  readonly requestId: string | undefined;
  /** True where the answer came to its proper end: complete JSON with status 200, or the last event of its dialect. */
  readonly isWhole: boolean;
  readonly hasLeft: boolean;
  readonly isReplay: boolean;
};

type Service = { readonly url: string; readonly key: string };

/** Never throws for what a service or its death can do to a client. `onText` hears the body as it grows. */
export async function ask(
  { url, key }: Service,
  question: Question,
  onText: (body: string) => void = () => {},
): Promise<Told> {
  const { nonce, form, model = 'svc-frost', maxTokens = 8000, choices, idempotencyKey, cutAtBytes } = question;
  const leaving = new AbortController();
  const speech = SPEECHES[question.dialect ?? 'chat'];
  let response: Response | undefined;
  let body = '';
  let hasLeft = false;
  const leave = () => {
    hasLeft = true;
    leaving.abort();
  };
  void question.leavesAfter?.then(leave);
  try {
    response = await fetch(`${url}/${speech.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify(speech.bodyOf({ nonce, isStream: form === 'stream', model, maxTokens, choices })),
      signal: leaving.signal,
    });
    const decoder = new TextDecoder();
    let bytes = 0;
    for await (const piece of response.body ?? []) {
      bytes += piece.length;
      body += decoder.decode(piece, { stream: true });
      onText(body);
      if (cutAtBytes === undefined || bytes < cutAtBytes) continue;
      leave();
      break;
    }
  } catch {
    // The connection broke: what came so far is all there is.
  }
  const parts = isEventStream(response) ? partsOf(body) : wholeJsonOf(body);
  const isEnded = isEventStream(response) ? speech.isEnded(body, parts) : parts.length === 1;
  return {
    question,
    status: response?.status,
    requestId: response?.headers.get('x-request-id') ?? undefined,
    isWhole: response?.status === 200 && isEnded,
    hasLeft,
    isReplay: response?.headers.get('idempotent-replayed') === 'true',
    ...speech.saidBy(parts),
  };
}

const isEventStream = (response: Response | undefined): boolean =>
  response?.headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** Whole events only: a broken stream ends anywhere. */
function partsOf(body: string): readonly Part[] {
  return body
    .split('\n\n')
    .slice(0, -1)
    .flatMap((event) => event.split('\n'))
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Part);
}

function wholeJsonOf(body: string): readonly Part[] {
  try {
    return [JSON.parse(body) as Part];
  } catch {
    return [];
  }
}

/** Chance has asked in every dialect, and in each some answers came to their end and some were cut. */
export function expectEveryDialect(told: readonly Told[], least: number): string {
  const counts = WITNESS_DIALECTS.map((dialect) => {
    const own = told.filter(({ question }) => (question.dialect ?? 'chat') === dialect);
    const whole = own.filter(({ isWhole }) => isWhole).length;
    const cut = own.filter((one) => one.hasLeft || (one.status === 200 && !one.isWhole)).length;
    expect(Math.min(whole, cut), dialect).toBeGreaterThanOrEqual(least);
    return `${dialect}: ${whole} whole, ${cut} cut`;
  });
  return counts.join('; ');
}
