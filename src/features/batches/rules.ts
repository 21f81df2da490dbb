/**
 * A batch: many requests of an account, each a line with a name of its own, answered when there is room.
 *
 *   validating → in_progress → completed            every line is answered or has failed
 *              ↘ failed        ↘ cancelling → cancelled
 *                              ↘ finalizing → expired      lines that still run may end
 *
 * A line: waiting → running → succeeded | errored | cancelled | expired. It runs while a server has its lease; when that
 * is over, any server may run it again. It is charged once, because its answer is kept with its charge under the name of
 * the line, and it ends once, because only one that has not ended is changed.
 *
 * A response that is made in the background is a batch of one line, with the id of the response.
 */

import type { Nanos } from '../../core/money.ts';

export const BATCH_ENDPOINTS = ['/v1/chat/completions', '/v1/responses', '/v1/messages', '/v1/embeddings'] as const;
export type BatchEndpoint = (typeof BATCH_ENDPOINTS)[number];

/** The form in which a batch is made and read: OpenAI's with files, or Anthropic's of messages. */
type BatchDialect = 'openai' | 'messages';

export const BATCH_STATUSES = [
  'validating',
  'failed',
  'in_progress',
  'finalizing',
  'completed',
  'expired',
  'cancelling',
  'cancelled',
] as const;
type BatchStatus = (typeof BATCH_STATUSES)[number];

/** How a line ends. */
export type LineEnd = 'succeeded' | 'errored' | 'cancelled' | 'expired';

export type LineState = 'waiting' | 'running' | LineEnd;

type LineCounts = Readonly<Record<LineEnd | 'total', number>>;

/** What can be wrong with an input. */
export type InputErrorCode =
  | 'file_not_found'
  | 'empty_file'
  | 'too_many_lines'
  | 'line_too_long'
  | 'invalid_json_line'
  | 'invalid_method'
  | 'mismatched_endpoint'
  | 'invalid_custom_id'
  | 'duplicate_custom_id'
  | 'invalid_body'
  | 'model_not_found';

/** What is wrong with the input of a batch; without a line it is the whole of it. */
export type InputError = {
  /** An `InputErrorCode`, or why a response in the background was not begun. */
  readonly code: string;
  readonly message: string;
  readonly param: string | null;
  readonly line: number | null;
};

export type Batch = {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  /** It is a response that is made in the background: people and programs do not see it as a batch. */
  readonly isBackground: boolean;
  readonly dialect: BatchDialect;
  readonly endpoint: BatchEndpoint;
  readonly inputFileId: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly budget: Nanos | null;
  readonly status: BatchStatus;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly beganAtMs: number | null;
  readonly cancelledAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly counts: LineCounts;
  readonly cost: Nanos;
  /** The code of the error for which its lines wait. */
  readonly waitingFor: string | null;
  readonly errors: readonly InputError[];
  readonly outputFileId: string | null;
  readonly errorFileId: string | null;
};

/** With the name of its key, for people. */
export type ShownBatch = Batch & { readonly keyName: string };

export type NewBatch = Pick<
  Batch,
  | 'id'
  | 'accountId'
  | 'keyId'
  | 'dialect'
  | 'endpoint'
  | 'inputFileId'
  | 'metadata'
  | 'budget'
  | 'createdAtMs'
  | 'expiresAtMs'
> & {
  /** The one that adds its lines, where it is known already. */
  readonly owner: string | null;
};

/** A line as its input has it; `request` is sealed. */
export type NewLine = { readonly line: number; readonly customId: string; readonly request: string };

/** A line that a server runs. */
export type TakenLine = NewLine & { readonly attempts: number };

type LineOf = { readonly batchId: string; readonly line: number };

/** The end of a line that was asked; `result` is sealed. */
export type LineResult = LineOf & {
  /** The server that ends it. */
  readonly owner: string;
  readonly end: LineEnd;
  readonly result: string | null;
  readonly resultBytes: number;
  readonly requestId: string | null;
  readonly cost: Nanos;
  /** Under which its answer is kept, which is now in the result. */
  readonly scope: string;
  readonly atMs: number;
};

/** A line that waits again, and for what. */
export type LineWait = LineOf & {
  readonly notBeforeMs: number;
  /** It counts among the attempts that a line has. */
  readonly isAttempt: boolean;
  /** There where no line of the batch can begin before that: the code of the error. */
  readonly batchWaitsFor: string | null;
};

/** A line that has ended, as its result shows it. */
export type EndedLine = {
  readonly line: number;
  readonly customId: string;
  readonly end: LineEnd;
  readonly result: string | null;
};

export const ENDED: readonly BatchStatus[] = ['failed', 'completed', 'expired', 'cancelled'];
export const hasEnded = ({ status }: Pick<Batch, 'status'>): boolean => ENDED.includes(status);

/** Lines may begin until then, as clients of OpenAI know it. */
export const COMPLETION_WINDOW = '24h';
export const WINDOW_MS = 24 * 60 * 60 * 1000;

/** So often a line is tried whose engine fails. */
export const ATTEMPTS_MAX = 5;
export const attemptWaitMs = (attempts: number): number => 1000 * 2 ** Math.min(attempts, 6);

/** The setting of the operator that is there while no lines begin. */
export const PAUSED_SETTING = 'batches-paused';

/** Why a batch was cancelled that has spent its own budget. */
export const BUDGET_REACHED = 'batch_budget_reached';

/** Under which the answer of a line is kept with its charge. Keys of callers begin differently. */
export const scopeOf = ({ batchId, line }: LineOf): string => `batch ${batchId} ${line}`;

/** The text that a line is sealed for. */
export const sealedAs = ({ batchId, line }: LineOf, what: 'request' | 'result'): string => `${batchId} ${line} ${what}`;

export const unendedOf = ({ total, succeeded, errored, cancelled, expired }: LineCounts): number =>
  total - succeeded - errored - cancelled - expired;
