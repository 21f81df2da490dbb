/**
 * Requests during which the engine's process has ended. One of them may be the cause, and clients repeat what failed:
 * one that was there twice within the time for which they are remembered is refused, so that it cannot end every process.
 */
import { type ChatRequest, writtenOf } from '../../domain/chat.ts';
import { ServiceError } from '../../domain/errors.ts';

const REMEMBERED_MS = 10 * 60_000;
const REMEMBERED_MAX = 1000;
const ENDS_MAX = 2;

type Suspect = { ends: number; untilMs: number };

export class Suspects {
  readonly #known = new Map<string, Suspect>();
  readonly #nowMs: () => number;

  constructor(nowMs = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Throws for a request that is not to be asked again. Costs nothing while there are no suspects. */
  refuse(chat: ChatRequest): void {
    if (this.#known.size === 0) return;
    this.#forgetOld();
    if (this.#known.size === 0 || (this.#known.get(fingerprintOf(chat))?.ends ?? 0) < ENDS_MAX) return;
    throw new ServiceError(
      'rejected_by_model',
      'The model cannot take this request: it has failed at it twice. Please change its messages, tools or response_format.',
    );
  }

  /** The process has ended while it had this request. */
  add(chat: ChatRequest): void {
    this.#forgetOld();
    const fingerprint = fingerprintOf(chat);
    const ends = (this.#known.get(fingerprint)?.ends ?? 0) + 1;
    this.#known.delete(fingerprint);
    this.#known.set(fingerprint, { ends, untilMs: this.#nowMs() + REMEMBERED_MS });
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED_MAX && oldest !== undefined) this.#known.delete(oldest);
  }

  #forgetOld(): void {
    for (const [fingerprint, { untilMs }] of this.#known) {
      if (untilMs > this.#nowMs()) return;
      this.#known.delete(fingerprint);
    }
  }
}

/** What the engine is asked, without what clients change with each try. */
function fingerprintOf(request: ChatRequest): string {
  const { seed: _, user: __, stream: ___, includeUsage: ____, written: _____, ...chat } = request;
  const content = writtenOf(request)?.content ?? JSON.stringify(chat);
  return new Bun.CryptoHasher('sha256').update(content).digest('base64url');
}
