/**
 * Requests during which the engine's process has ended. One of them may be the cause, and clients repeat what failed, so
 * what was there twice within the time for which it is remembered is refused:
 *
 * - the same request, of any account;
 * - of the same account, every large form (schemas of `response_format` and tools) that is at least half as large as the
 *   smallest that was there: a client that changes a byte each time cannot end every process either.
 */

import { type ChatRequest, writtenOf } from '../../core/chat.ts';
import type { EngineRequest } from '../../core/engine.ts';
import { ServiceError } from '../../core/errors.ts';
import { byteLength } from '../../core/token-bound.ts';

const REMEMBERED_MS = 10 * 60_000;
const REMEMBERED_MAX = 1000;
const ENDS_MAX = 2;
/** Smaller forms are bounded by what the engine takes; accounts that send them should not suffer from others. */
const LARGE_FORM_BYTES = 4096;

type Asked = Pick<EngineRequest, 'chat' | 'accountId'>;

type Suspect = { readonly ends: number; readonly untilMs: number; readonly formBytes: number };

export class Suspects {
  readonly #known = new Map<string, Suspect>();
  readonly #nowMs: () => number;

  constructor(nowMs = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Throws for a request that is not to be asked again. Costs nothing while there are no suspects. */
  refuse(asked: Asked): void {
    if (this.#known.size === 0) return;
    this.#forgetOld();
    if (this.#known.size === 0) return;
    if (this.#endsOf(fingerprintOf(asked.chat)) >= ENDS_MAX || this.#isLargeAgain(asked)) {
      throw new ServiceError(
        'rejected_by_model',
        'The model cannot take this request: it has failed at it twice. Please change its messages, tools or response_format.',
      );
    }
  }

  /** The process has ended while it had this request. */
  add({ chat, accountId }: Asked): void {
    this.#forgetOld();
    const formBytes = formBytesOf(chat);
    this.#remember(fingerprintOf(chat), formBytes);
    if (formBytes >= LARGE_FORM_BYTES) this.#remember(accountKey(accountId), formBytes);
  }

  #isLargeAgain({ chat, accountId }: Asked): boolean {
    const key = accountKey(accountId);
    return this.#endsOf(key) >= ENDS_MAX && 2 * formBytesOf(chat) >= this.#known.get(key)!.formBytes;
  }

  #endsOf(key: string): number {
    return this.#known.get(key)?.ends ?? 0;
  }

  #remember(key: string, formBytes: number): void {
    const known = this.#known.get(key);
    this.#known.delete(key);
    this.#known.set(key, {
      ends: (known?.ends ?? 0) + 1,
      untilMs: this.#nowMs() + REMEMBERED_MS,
      formBytes: Math.min(formBytes, known?.formBytes ?? formBytes),
    });
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED_MAX && oldest !== undefined) this.#known.delete(oldest);
  }

  #forgetOld(): void {
    for (const [key, { untilMs }] of this.#known) {
      if (untilMs > this.#nowMs()) return;
      this.#known.delete(key);
    }
  }
}

/** No fingerprint has a space. */
const accountKey = (accountId: string): string => `account ${accountId}`;

/** How large the form of the answer is; 0 for a free one. */
function formBytesOf(chat: ChatRequest): number {
  const { tools, responseFormat } = chat;
  if (!tools && (!responseFormat || responseFormat.type === 'text')) return 0;
  return byteLength(JSON.stringify([tools, responseFormat]));
}

/** The question to the engine, without what clients change with each try. */
function fingerprintOf(request: ChatRequest): string {
  const { seed: _, user: __, stream: ___, includeUsage: ____, written: _____, ...chat } = request;
  // What the engine gets is text.
  const messages = chat.messages.map((message) => ({ ...message, parts: undefined }));
  const content = writtenOf(request)?.content ?? JSON.stringify({ ...chat, messages });
  return new Bun.CryptoHasher('sha256').update(content).digest('base64url');
}
