/**
 * Time of the engine that forms of an account take from all others: while llama.cpp reads a grammar, or looks for a token
 * that a wide one allows, no answer goes on. An account that took more than a little lets others go on for twice as long
 * before it takes more. While there are no others, nothing waits.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** Free for each time: every form takes a little. */
const FREE_MS = 5;
const TIMES = 2;
/** An account owes no more: a machine that stood still is not its doing. */
const OWED_MS_MAX = 10_000;
/** How often it is looked whether others are still there. */
const LOOK_MS = 50;

type TurnClock = { readonly nowMs: () => number; readonly sleep: (ms: number) => Promise<unknown> };

type Waiting = {
  readonly signal: AbortSignal;
  /** True while others are being answered. */
  readonly hasOthers: () => boolean;
};

export class FormTurns {
  readonly #clock: TurnClock;
  /** Until when an account lets others go first. */
  readonly #untilMs = new Map<string, number>();

  constructor(clock: TurnClock = { nowMs: () => performance.now(), sleep }) {
    this.#clock = clock;
  }

  /** The account has taken so much time at once. */
  spend(account: string, ms: number): void {
    if (ms <= FREE_MS) return;
    const nowMs = this.#clock.nowMs();
    const untilMs = Math.max(nowMs, this.#untilMs.get(account) ?? 0) + TIMES * (ms - FREE_MS);
    this.#untilMs.set(account, Math.min(untilMs, nowMs + OWED_MS_MAX));
  }

  /** Waits until it is the account's turn again. */
  async wait(account: string, { signal, hasOthers }: Waiting): Promise<void> {
    while (this.#untilMs.size > 0) {
      const leftMs = (this.#untilMs.get(account) ?? 0) - this.#clock.nowMs();
      if (leftMs <= 0) this.#untilMs.delete(account);
      if (leftMs <= 0 || !hasOthers()) return;
      await this.#clock.sleep(Math.min(leftMs, LOOK_MS));
      signal.throwIfAborted();
    }
  }
}
