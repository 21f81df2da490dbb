/**
 * One engine among several: how busy it is, and whether it is asked at all. What comes of each request changes what the
 * next one finds. An engine that answers for several models is one member in all of their pools.
 */

import type { EngineEvents } from '../../core/chat.ts';
import type { Engine, EngineHealth, EngineRequest } from '../../core/engine.ts';
import { gaveWay, ServiceError } from '../../core/errors.ts';
import { Stop, type StopSignal } from '../../core/stop.ts';
import { givesWay, RANK_STEPS } from '../../core/tiers.ts';
import { Holders, mayHoldMore } from '../../lib/fair-share.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Ending, notifyOnEnd } from '../notify-on-end.ts';
import { failureKindOf } from '../upstream/failure-kind.ts';
import {
  admits,
  after,
  type Circuit,
  type CircuitEvent,
  type CircuitSettings,
  CLOSED,
  isTrialSlow,
} from './circuit.ts';

export type MemberSettings = CircuitSettings & {
  /** How many answers it gives at once; without it, as many as are asked for. */
  readonly concurrencyMax?: number | undefined;
  /** How many requests may wait for it while it is busy, and how long. */
  readonly queueMax: number;
  readonly queueMs: number;
  /** How often it is probed while it is idle. */
  readonly probeMs: number;
};

export const DEFAULT_MEMBER_SETTINGS: MemberSettings = {
  failuresMax: 5,
  openMs: 5_000,
  queueMax: 100,
  queueMs: 30_000,
  probeMs: 10_000,
};

/** A slot at an engine, taken for one request. It is given back when the answer is over, however it ends. */
export type Slot = {
  open(request: EngineRequest, signal: StopSignal): Promise<EngineEvents>;
  /** Gives it back unused. */
  giveBack(): void;
};

type MemberEngine = { readonly name: string; readonly engine: Engine; readonly settings: MemberSettings };

/** For an engine that says it is busy and not how long. */
const REST_MS_DEFAULT = 1_000;
const REST_MS_MAX = 60_000;

export class Member implements Pick<Engine, 'health'> {
  running = 0;
  isDraining = false;
  circuit: Circuit = CLOSED;
  readonly name: string;
  readonly settings: MemberSettings;
  readonly #engine: Engine;
  readonly #platform: Pick<Platform, 'clock' | 'log'>;
  /** Until then it has asked to be left alone. */
  #restsUntilMs = 0;
  /** From the one whose turn is next: pools that wait for a slot here take turns. */
  readonly #listeners: ((rankMax?: number) => void)[] = [];
  readonly #holders = new Holders();
  /** Answers that give way to others. */
  readonly #givingWay = new Set<Stop>();

  constructor(platform: Pick<Platform, 'clock' | 'log'>, { name, engine, settings }: MemberEngine) {
    this.#platform = platform;
    this.name = name;
    this.#engine = engine;
    this.settings = settings;
  }

  /** True where a request may go there at this moment. */
  get canTake(): boolean {
    return admits(this.circuit) && this.#hasSlot;
  }

  /** True where a request may go there that would have to wait otherwise: a trial keeps none waiting for long. */
  get canTakeInNeed(): boolean {
    return this.canTake || (isTrialSlow(this.circuit, this.#nowMs(), this.settings) && this.#hasSlot);
  }

  get #hasSlot(): boolean {
    return this.isUsable && this.running < (this.settings.concurrencyMax ?? Infinity);
  }

  /** True where an account may have another of its slots, if there is one. */
  hasShareFor(account: string): boolean {
    const { concurrencyMax: total } = this.settings;
    if (total === undefined) return true;
    return mayHoldMore({ held: this.heldBy(account), free: total - this.running, total });
  }

  /** How many of its answers are for an account. */
  heldBy(account: string): number {
    return this.#holders.heldBy(account);
  }

  /** After how long an account of which so many wait may expect a slot. */
  waitMs(account: string, waiting: number): number {
    return this.#holders.waitMs(account, waiting);
  }

  /** True where it is worth waiting for: it answers, and at most has no slot now. */
  get isUsable(): boolean {
    return !this.isDraining && this.circuit.kind !== 'open' && this.#nowMs() >= this.#restsUntilMs;
  }

  /** After how long it may be asked again, as far as is known. */
  get usableInMs(): number {
    if (this.isDraining) return REST_MS_MAX;
    const openUntilMs = this.circuit.kind === 'open' ? this.circuit.untilMs : 0;
    return Math.max(0, Math.max(openUntilMs, this.#restsUntilMs) - this.#nowMs());
  }

  /** Why it is not asked, in words for the operator. */
  get state(): string {
    if (this.isDraining) return 'is drained';
    if (this.circuit.kind === 'open') return 'has failed and is left alone';
    if (this.#nowMs() < this.#restsUntilMs) return 'is busy and has asked to be left alone';
    return this.canTake ? 'can be asked' : 'has no slot free';
  }

  /** Ends the newest answer that gives way: its slot comes free in a moment. False where there is none. */
  makeRoom(): boolean {
    const newest = [...this.#givingWay].at(-1);
    if (newest) this.#givingWay.delete(newest);
    newest?.abort(gaveWay());
    return newest !== undefined;
  }

  take(account: string): Slot {
    const takenAtMs = this.#nowMs();
    this.running += 1;
    this.#holders.take(account);
    this.#hear({ type: 'asked', nowMs: takenAtMs });
    const { era } = this.circuit;
    let isTaken = true;
    let stop: Stop | undefined;
    const end = (event: CircuitEvent): void => {
      if (!isTaken) return;
      isTaken = false;
      if (stop) this.#givingWay.delete(stop);
      stop?.clear();
      this.running -= 1;
      this.#holders.release(account, this.#nowMs() - takenAtMs);
      this.#hear(event);
      this.changed();
    };
    // Made outside of `open`: what is made in there keeps the request, and with it the chat, for as long as it lives.
    const ended = (how: Ending): void => end(stop?.aborted ? { type: 'left', era } : this.#judged(how, era));
    return {
      open: async (request, signal) => {
        if (givesWay(request.tier)) {
          stop = new Stop(signal);
          this.#givingWay.add(stop);
        }
        const heard = stop ?? signal;
        try {
          const events = await this.#engine.open(request, heard);
          this.#hear({ type: 'began', era });
          return notifyOnEnd(events, ended);
        } catch (thrown) {
          end(heard.aborted ? { type: 'left', era } : this.#judged({ type: 'failed', thrown }, era));
          throw thrown;
        }
      },
      giveBack: () => end({ type: 'left', era }),
    };
  }

  #judged(how: Ending, era: number): CircuitEvent {
    if (how.type !== 'failed') return { type: how.type, era };
    const { thrown } = how;
    const kind = failureKindOf(thrown);
    const nowMs = this.#nowMs();
    if (kind === 'busy') {
      const restMs = (thrown instanceof ServiceError && thrown.details.retryAfterMs) || REST_MS_DEFAULT;
      // What it has said to one holds, whatever it says or does not say to the next.
      this.#restsUntilMs = Math.max(this.#restsUntilMs, nowMs + Math.min(REST_MS_MAX, restMs));
      return { type: 'left', era };
    }
    if (kind === 'key-refused') return { type: 'key-refused', era, nowMs };
    if (kind) return { type: 'failed', era, nowMs };
    // It has read the request and refused it: nothing is wrong with the engine.
    return { type: thrown instanceof ServiceError ? 'began' : 'left', era };
  }

  /** Looks whether it answers. The result is what an open circuit waits for. */
  async probe(): Promise<void> {
    const { ok } = await this.#engine.health();
    this.#hear({ type: ok ? 'probe-passed' : 'probe-failed', nowMs: this.#nowMs() });
  }

  async health(): Promise<EngineHealth> {
    const health = await this.#engine.health();
    if (!health.ok || this.circuit.kind !== 'open') return health;
    return { ok: false, detail: `${health.detail}, but requests to it have failed` };
  }

  onChange(listener: (rankMax?: number) => void): void {
    this.#listeners.push(listener);
  }

  /** Tells those who wait for it that it may have become better or worse. */
  changed(): void {
    const [first, ...others] = this.#listeners;
    if (!first) return;
    const inTurn = [first, ...others];
    this.#listeners.splice(0, this.#listeners.length, ...others, first);
    if (others.length === 0) first();
    // What can wait gets no slot that a request for another model wants.
    else for (const rankMax of RANK_STEPS) for (const listener of inTurn) listener(rankMax);
  }

  #hear(event: CircuitEvent): void {
    const before = this.circuit.kind;
    this.circuit = after(this.circuit, event, this.settings);
    const { kind } = this.circuit;
    if (kind === before) return;
    const about = { engine: this.name };
    if (kind === 'open')
      this.#platform.log.error(about, 'an engine has failed too often and is left alone for a while');
    else if (kind === 'closed') this.#platform.log.info(about, 'an engine answers again');
    this.changed();
  }

  #nowMs(): number {
    return this.#platform.clock.monotonicMs();
  }
}
