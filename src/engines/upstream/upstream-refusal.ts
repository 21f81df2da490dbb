/** An upstream's refusal (any status but 200) → what our caller gets. Its text is read for its meaning, never sent. */
import { type ErrorDetails, gaveWay, ServiceError, SHARE_USED, tooManyRunning } from '../../core/errors.ts';
import { isRecord } from '../../lib/record.ts';
import { busy, unavailable } from '../unavailable.ts';
import type { HttpAnswer } from './http.ts';
import { withoutEcho } from './without-echo.ts';

const BODY_BYTES_READ = 16 * 1024;
const TOO_LONG =
  /context.{0,20}(length|window|size|limit)|maximum.{0,20}(length|tokens)|too many tokens|prompt is too long/i;

/** The number that is said of the limit, not the one that is said of the request. */
const LIMITS = [/> (\d{3,7})(?!\d)/, /(?:context|maximum)\D{0,40}?(\d{3,7})(?!\d)/i];

/** Too many requests, no server, and Anthropic's word for being overloaded. */
const BUSY: readonly number[] = [429, 503, 529];

/** A provider that we owe money says so in the words that it has for what a customer did wrong. */
const OUR_FAULT = /credit balance is too low|reached your specified api usage limits/i;

/** A status that is no answer. What the engine said is for the operator only. */
export class UnexpectedStatus extends Error {
  readonly isKeyRefused: boolean;
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
    this.isKeyRefused = status === 401 || status === 403;
  }
}

type RefusingEngine = {
  readonly name: string;
  readonly apiKey?: string;
  readonly knowsAccounts?: boolean;
  /** The text of the customer, which the engine may repeat; undefined if it is too much to look through. */
  readonly chat: string | undefined;
  /** The field that the customer wrote it into. */
  readonly field?: 'messages' | 'input';
};

export async function refusalFrom(answer: HttpAnswer, engine: RefusingEngine): Promise<ServiceError> {
  const { name, apiKey, knowsAccounts, chat, field = 'messages' } = engine;
  const body = await beginningOf(answer);
  // Servers repeat a key that they refuse, and a key does not belong into a log either.
  const said = apiKey ? body.replaceAll(apiKey, '[our key]') : body;
  const repeated = withoutEcho(said.slice(0, 500), chat);
  const cause = new UnexpectedStatus(answer.status, `Engine ${name} answered ${answer.status}: ${repeated}`);
  const engineFailure = { engine: name, how: `${answer.status}` };
  if (OUR_FAULT.test(body)) return unavailable(cause);
  if (answer.status === 400 || answer.status === 413 || answer.status === 422)
    return ownRefusal(body, engine, { cause, engineFailure }) ?? contentRefusal(body, { cause, engineFailure }, field);
  if (knowsAccounts && isGaveWay(errorOf(body))) return gaveWay();
  const retryAfterMs = retryAfterMsOf(answer.headers.get('retry-after'));
  if (answer.status === 429 && knowsAccounts) return tooManyRunning(SHARE_USED, retryAfterMs ?? 1000);
  if (BUSY.includes(answer.status)) return busy(cause, retryAfterMs);
  return unavailable(cause);
}

type RefusedContent = Pick<ErrorDetails, 'cause' | 'engineFailure'>;

/** The embedded engine's own words, which repeat nothing of the chat: what is wrong with a schema. */
function ownRefusal(body: string, { knowsAccounts }: RefusingEngine, about: RefusedContent): ServiceError | undefined {
  const { code, message } = errorOf(body);
  const isOwn = knowsAccounts && code === 'rejected_by_model' && message !== '';
  return isOwn ? new ServiceError('rejected_by_model', message, about) : undefined;
}

/** Words of providers for content that they do not take. */
const FILTERED: readonly unknown[] = ['content_filter', 'content_policy_violation'];

/** Agents look for these words, "However" included. */
function tooLong(limit: string | undefined, field: 'messages' | 'input'): string {
  const length = limit ? `${limit} tokens` : 'exceeded';
  const more =
    field === 'input'
      ? 'an element of your input needs more. Please reduce its length.'
      : 'your messages and the requested answer need more. Please reduce the length of the messages.';
  return `This model's maximum context length is ${length}. However, ${more}`;
}

/** A 400 from the engine is about what the caller sent; the commonest one has a text that clients look for. */
function contentRefusal(body: string, refused: RefusedContent, field: 'messages' | 'input'): ServiceError {
  const { code, message } = errorOf(body);
  if (code === 'context_length_exceeded' || TOO_LONG.test(message)) {
    const [limit] = LIMITS.flatMap((said) => said.exec(message)?.[1] ?? []);
    const about = { param: field, ...refused };
    return new ServiceError('context_length_exceeded', tooLong(limit, field), about);
  }
  if (FILTERED.includes(code)) {
    const message = 'The content filter of the model refuses this request; nothing was charged.';
    return new ServiceError('rejected_by_model', message, refused);
  }
  if (field === 'input') {
    const message = 'The model cannot take this request: check its input and dimensions.';
    return new ServiceError('rejected_by_model', message, refused);
  }
  return new ServiceError(
    'rejected_by_model',
    'The model cannot take this request: check its messages, tools and response_format.',
    refused,
  );
}

/** The embedded engine has ended it for the sake of another request. */
export const isGaveWay = (error: unknown): boolean => isRecord(error) && error.code === 'shutting_down';

function errorOf(body: string): { code: unknown; message: string } {
  try {
    const parsed: unknown = JSON.parse(body);
    const error = isRecord(parsed) && isRecord(parsed.error) ? parsed.error : isRecord(parsed) ? parsed : {};
    return { code: error.code, message: typeof error.message === 'string' ? error.message : '' };
  } catch {
    return { code: undefined, message: '' };
  }
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Seconds or a date, as HTTP allows; nonsense is nothing. */
function retryAfterMsOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1000;
  const waitMs = HTTP_DATE.test(header) ? Date.parse(header) - Date.now() : Number.NaN;
  return waitMs > 0 ? waitMs : undefined;
}

async function beginningOf(answer: HttpAnswer): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const piece of answer.body) {
      text += decoder.decode(piece, { stream: true });
      if (text.length > BODY_BYTES_READ) break;
    }
  } catch {
    // The status alone is enough.
  }
  return text;
}
