/** Engines in memory that do what a test says, and a clock that a test sets. */

import type { EngineEvent, EngineEvents } from '../../core/chat.ts';
import type { Engine, EngineHealth, EngineRequest } from '../../core/engine.ts';
import { ServiceError } from '../../core/errors.ts';
import type { StopSignal } from '../../core/stop.ts';
import { NO_SPAN } from '../../core/trace.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { busy, unavailable } from '../unavailable.ts';
import { HttpFailure } from '../upstream/http.ts';
import { DEFAULT_MEMBER_SETTINGS, Member, type MemberSettings } from './member.ts';

/** The failure of an engine that has ended while it had a request. */
const CLOSED = new HttpFailure('closed', 'The peer closed before the answer was whole.', { beforeFirstByte: true });

export class TestEngine implements Engine {
  /** The next requests get this. */
  behaviour: 'answer' | 'fail' | 'die' | 'end' | 'busy' | 'reject' | 'wait' | 'break' = 'answer';
  healthNow: EngineHealth = { ok: true, detail: 'answers' };
  readonly asked: EngineRequest[] = [];
  /** How often it was probed. */
  probes = 0;
  /** Lets each request that was made to wait begin. */
  readonly begin: (() => void)[] = [];
  /** Tells each of the same requests that the engine is busy, and for how long. */
  readonly refuse: ((retryAfterMs?: number) => void)[] = [];
  /** Ends the answers that have begun. */
  readonly #over = Promise.withResolvers<void>();

  open = async (request: EngineRequest, signal: StopSignal): Promise<EngineEvents> => {
    this.asked.push(request);
    if (this.behaviour === 'fail') throw new ServiceError('upstream_failed', 'It failed.');
    if (this.behaviour === 'die') throw unavailable(CLOSED);
    if (this.behaviour === 'end') throw unavailable(CLOSED, { endedEngine: true });
    if (this.behaviour === 'busy') throw new ServiceError('upstream_overloaded', 'Busy.', { retryAfterMs: 7_000 });
    if (this.behaviour === 'reject') throw new ServiceError('rejected_by_model', 'It cannot take this.');
    if (this.behaviour === 'wait') {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      signal.addEventListener('abort', { handleEvent: () => reject(signal.reason) });
      this.begin.push(resolve);
      this.refuse.push((retryAfterMs) => reject(busy(new Error('It is busy.'), retryAfterMs)));
      await promise;
    }
    return this.#events();
  };

  health = async (): Promise<EngineHealth> => {
    this.probes += 1;
    return this.healthNow;
  };

  end(): void {
    this.#over.resolve();
  }

  async *#events(): AsyncGenerator<readonly EngineEvent[], void> {
    yield [{ type: 'text', text: 'first' }];
    if (this.behaviour === 'break') throw new ServiceError('upstream_incomplete', 'It broke off.');
    await this.#over.promise;
    yield [{ type: 'end', finishReason: 'stop' }];
  }
}

type TestClock = Clock & { now: number };

export const testClock = (): TestClock => ({
  now: 1_000,
  nowMs() {
    return this.now;
  },
  monotonicMs() {
    return this.now;
  },
});

export const SILENT: Log = { info() {}, warn() {}, error() {} };

export const memberOf = (
  name: string,
  engine: Engine,
  { clock, ...settings }: { readonly clock: Clock } & Partial<MemberSettings>,
): Member =>
  new Member({ clock, log: SILENT }, { name, engine, settings: { ...DEFAULT_MEMBER_SETTINGS, ...settings } });

export const requestOf = (accountId = 'acc', said = 'Hello.'): EngineRequest => ({
  chat: { model: 'm', messages: [{ role: 'user', content: said }], stream: true, includeUsage: false },
  maxOutputTokens: 10,
  requestId: 'req_1',
  accountId,
  span: NO_SPAN,
});

/** Reads an answer to its end. */
export async function readAll(events: EngineEvents): Promise<number> {
  let count = 0;
  for await (const _ of events) count += 1;
  return count;
}
