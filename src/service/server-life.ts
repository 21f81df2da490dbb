/**
 * The time in which the database knows a server under one id. Its leases last as long: when other servers have taken it for
 * dead, what its answers hold is free again, so they end at once, and nothing more of them is given away.
 *
 *   heard of      every second; others take a server for dead after 30 seconds without a word
 *   unsure        that time is over by our own clock: answers wait until the database has said what is true
 *   over          running answers end with an error
 */
import type { HeldLease } from '../domain/ledger.ts';
import type { Clock } from '../domain/ports.ts';

type Stoppable = Parameters<HeldLease['follow']>[0];

export class ServerLife implements HeldLease {
  /** From then on, by the clock that does not jump, others may have taken this server for dead. */
  #surelyUntilMs = Number.POSITIVE_INFINITY;
  #asked: PromiseWithResolvers<void> | undefined;
  #endedBy: Error | undefined;
  readonly #answers = new Set<Stoppable>();
  readonly #clock: Pick<Clock, 'monotonicMs'>;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  follow(answer: Stoppable): () => void {
    if (this.#endedBy) answer.abort(this.#endedBy);
    this.#answers.add(answer);
    return () => void this.#answers.delete(answer);
  }

  check(): Promise<void> | undefined {
    if (this.#clock.monotonicMs() <= this.#surelyUntilMs) return undefined;
    this.#asked ??= Promise.withResolvers<void>();
    return this.#asked.promise;
  }

  /** The database has heard of the server. */
  renew(surelyUntilMs: number): void {
    this.#surelyUntilMs = surelyUntilMs;
    this.#asked?.resolve();
    this.#asked = undefined;
  }

  /** The database knows it no more. */
  end(reason: Error): void {
    this.#endedBy = reason;
    this.#surelyUntilMs = Number.NEGATIVE_INFINITY;
    this.#asked ??= Promise.withResolvers<void>();
    // There may be none who waits.
    this.#asked.promise.catch(() => {});
    this.#asked.reject(reason);
    for (const answer of [...this.#answers]) answer.abort(reason);
  }
}
