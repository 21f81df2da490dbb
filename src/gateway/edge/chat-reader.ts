/**
 * The bytes of a body → what it asks for, in any dialect. Small bodies are read at once. Large ones are read on a thread
 * of their own, which also writes them for the engine: all that takes longer than the other requests may be held up. Both
 * ways give the same request or the same refusal.
 */
import { Worker } from 'node:worker_threads';
import { attachedBytesIn } from '../../core/chat.ts';
import { type ErrorCode, ServiceError } from '../../core/errors.ts';
import type { Limits } from '../../core/limits.ts';
import type { RequestRules } from '../../dialects/chat/chat-request.ts';
import type { Asked, Dialect, DialectName, ReadBody } from '../../dialects/dialect.ts';
import { parseJsonBody } from '../../platform/http/json-body.ts';

/** Takes the bytes of a large body away from the caller. */
export type ReadChat = <Form>(
  bytes: Uint8Array,
  dialect: Reader<Form>,
) => ReadRequest<Form> | Promise<ReadRequest<Form>>;

export type ReadRequest<Form> = Asked<Form> & {
  /** Tells this body from others. */
  readonly fingerprint: () => string;
};

type Reader<Form> = Pick<Dialect<Form>, 'name' | 'createReader'>;

type ChatReader = { readonly read: ReadChat; stop(): void };

export type BodyRules = RequestRules & Pick<Limits, 'bodyBytesMax' | 'bodyDepthMax' | 'bodyKeysMax' | 'bodyValuesMax'>;

/** The thread is asked this, and answers with a reading. A reload may change the rules between two requests. */
export type ReadingTask = {
  readonly id: number;
  readonly dialect: DialectName;
  readonly bytes: Uint8Array;
  readonly rules: BodyRules;
};
export type Reading =
  | { readonly id: number; readonly asked: Asked<unknown>; readonly fingerprint: string }
  | { readonly id: number; readonly refused: Refused };

/** An error as it travels between threads. */
type Refused = { readonly code: ErrorCode; readonly message: string; readonly param?: string; readonly cause?: string };

/** A body of so many bytes is read within some milliseconds, which is what a hop to the thread costs others. */
const INLINE_BYTES_MAX = 64 * 1024;

export function createChatReader(rules: BodyRules): ChatReader {
  const readInline = inlineChatReader(rules);
  const waiting = new Map<number, { resolve(request: ReadRequest<unknown>): void; reject(error: unknown): void }>();
  let thread: Worker | undefined;
  let lastId = 0;

  function receive(reading: Reading): void {
    const waiter = waiting.get(reading.id);
    waiting.delete(reading.id);
    if ('asked' in reading) {
      const { asked, fingerprint } = reading;
      waiter?.resolve({ ...asked, fingerprint: () => fingerprint });
    } else {
      const { code, message, ...details } = reading.refused;
      waiter?.reject(new ServiceError(code, message, details));
    }
  }

  /** Bodies that were with a thread that has died fail, and the next one gets a new thread. */
  function end(dead: Worker, cause: unknown): void {
    if (thread !== dead) return;
    thread = undefined;
    for (const { reject } of waiting.values()) reject(new Error('The thread that reads bodies has ended.', { cause }));
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(new URL('./chat-reader-worker.ts', import.meta.url));
    started.on('message', receive);
    started.on('error', (error) => end(started, error));
    started.on('exit', (code) => end(started, code));
    started.unref();
    return started;
  }

  function readAside(bytes: Uint8Array, dialect: DialectName): Promise<ReadRequest<unknown>> {
    thread ??= start();
    const id = ++lastId;
    // Rules have getters, and those do not travel.
    const task: ReadingTask = { id, dialect, bytes, rules: { ...rules } };
    thread.postMessage(task, [bytes.buffer as ArrayBuffer]);
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  }

  return {
    read: <Form>(bytes: Uint8Array, dialect: Reader<Form>) =>
      bytes.length <= INLINE_BYTES_MAX
        ? readInline(bytes, dialect)
        : (readAside(bytes, dialect.name) as Promise<ReadRequest<Form>>),
    stop: () => void thread?.terminate(),
  };
}

/** Reads every body where it is called. */
export function inlineChatReader(
  rules: BodyRules,
): <Form>(bytes: Uint8Array, dialect: Reader<Form>) => ReadRequest<Form> {
  const read = chatReaderFor(rules);
  return (bytes, dialect) => ({ ...read(bytes, dialect), fingerprint: () => fingerprintOf(bytes, dialect.name) });
}

/** No body begins with a name, so no two dialects share a fingerprint. */
export function fingerprintOf(bytes: Uint8Array, dialect: DialectName): string {
  const hash = new Bun.CryptoHasher('sha256');
  // Chat completions had no name when the first answers were kept.
  if (dialect !== 'chat') hash.update(`${dialect}\n`);
  return hash.update(bytes).digest('hex');
}

export function chatReaderFor(rules: BodyRules): <Form>(bytes: Uint8Array, dialect: Reader<Form>) => Asked<Form> {
  const readers = new Map<DialectName, ReadBody<unknown>>();
  const limits = { depthMax: rules.bodyDepthMax, keysMax: rules.bodyKeysMax, valuesMax: rules.bodyValuesMax };
  return <Form>(bytes: Uint8Array, dialect: Reader<Form>) => {
    const known = readers.get(dialect.name) as ReadBody<Form> | undefined;
    const read = known ?? dialect.createReader(rules);
    if (!known) readers.set(dialect.name, read);
    const asked = read(parseJsonBody(bytes, limits));
    refuseLongText(bytes, asked, rules);
    return asked;
  };
}

/** Only pictures and documents have more room than all bodies do. */
function refuseLongText(
  { length }: Uint8Array,
  { chat, attachedBytes }: Asked<unknown>,
  { bodyBytesMax }: BodyRules,
): void {
  if (length <= bodyBytesMax || length - (attachedBytes ?? attachedBytesIn(chat.messages)) <= bodyBytesMax) return;
  const message = `The request body is larger than ${bodyBytesMax} bytes without its pictures and documents.`;
  throw new ServiceError('request_too_large', message);
}
