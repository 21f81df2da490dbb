/**
 * The time in which the database knows a server under one id. Its leases last as long: when other servers have taken it for
 * dead, what its answers hold is free again, so they end at once, and nothing more of them is given away.
 *
 *   heard of      every second, or every third while nothing is leased; dead to others after 30 seconds without a word
 *   unsure        that time is over by one of our own clocks: answers wait until the database has said what is true
 *   over          running answers end with an error
 */

import type { ServiceError } from '../core/errors.ts';
import type { HeldLease } from '../core/ledger.ts';
import type { Clock } from '../platform/clock.ts';
import { silentTooLong, tookForDead } from './hold-refusals.ts';

type Stoppable = Parameters<HeldLease['follow']>[0];

type Renewal = {
  readonly admitsUntilMs: number;
  readonly surelyUntilMs: number;
  /** By the clock of the day. */
  readonly surelyUntilAtMs: number;
};

/** Until when a server lives that is not entered yet. */
const BEGINNING_ANEW = Number.NEGATIVE_INFINITY;

export class ServerLife implements HeldLease {
  /** Until then, by the clock that does not jump, requests that are admitted here can be charged. */
  admitsUntilMs = Number.POSITIVE_INFINITY;
  /** From then on, by the clock that does not jump, others may have taken this server for dead. */
  #surelyUntilMs = Number.POSITIVE_INFINITY;
  /** The same by the clock of the day: the other one stands still with a machine that is suspended. */
  #surelyUntilAtMs = Number.POSITIVE_INFINITY;
  #asked: PromiseWithResolvers<void> | undefined;
  #endedBy: Error | undefined;
  readonly #answers = new Set<Stoppable>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get #isSure(): boolean {
    return this.#clock.monotonicMs() <= this.#surelyUntilMs && this.#clock.nowMs() <= this.#surelyUntilAtMs;
  }

  follow(answer: Stoppable): () => void {
    if (this.#endedBy) answer.abort(this.#endedBy);
    this.#answers.add(answer);
    return () => void this.#answers.delete(answer);
  }

  check(): Promise<void> | undefined {
    if (this.#isSure) return undefined;
    this.#asked ??= Promise.withResolvers<void>();
    return this.#asked.promise;
  }

  /** One that begins anew after this: it admits nothing until the database has heard of it. */
  next(): ServerLife {
    const life = new ServerLife(this.#clock);
    life.admitsUntilMs = BEGINNING_ANEW;
    return life;
  }

  /** Why nothing is admitted at the moment, if so. */
  refusalAt(nowMs: number): ServiceError | undefined {
    if (nowMs <= this.admitsUntilMs) return undefined;
    return this.admitsUntilMs === BEGINNING_ANEW ? tookForDead() : silentTooLong();
  }

  /** The database has heard of the server. What it said before a freeze of this one is too old to let text go. */
  renew({ admitsUntilMs, surelyUntilMs, surelyUntilAtMs }: Renewal): void {
    this.admitsUntilMs = admitsUntilMs;
    this.#surelyUntilMs = surelyUntilMs;
    this.#surelyUntilAtMs = surelyUntilAtMs;
    if (!this.#isSure) return;
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
