/** An engine, and how it does: what runs now, and what came of the requests of the last minutes. */

import type { Engine } from '../core/engine.ts';
import type { EngineLoad } from '../core/engine-load.ts';
import { type ErrorCode, ServiceError } from '../core/errors.ts';
import type { StopSignal } from '../core/stop.ts';
import type { Clock } from '../platform/clock.ts';
import { type Ending, failureOf, notifyOnEnd } from './notify-on-end.ts';

export type MeasuredEngine = Engine & {
  load(): EngineLoad;
  /** Resolves when no answer of this engine is running, so that it can be let go of. */
  whenIdle(): Promise<void>;
};

const SLOT_MS = 10_000;
const SLOTS = 30;

type Slot = { readonly number: number; answered: number; failed: number; begun: number; firstMs: number };

/** A question that is over, and why it came to nothing where it has. */
type Attempt = {
  readonly model: string;
  readonly engineModel: string | undefined;
  readonly durationMs: number;
  readonly failure: string | undefined;
};

type Watching = { readonly clock: Pick<Clock, 'monotonicMs'>; readonly onAttempt?: (attempt: Attempt) => void };

export function withLoad(engine: Engine, { clock, onAttempt }: Watching): MeasuredEngine {
  const slots: Slot[] = [];
  let running = 0;
  let waiting: (() => void)[] = [];

  function oneLess(): void {
    running -= 1;
    if (running > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  }

  /** The slot of this moment; those that are too old are let go. */
  function slotNow(): Slot {
    const number = Math.floor(clock.monotonicMs() / SLOT_MS);
    while (slots.length > 0 && slots[0]!.number <= number - SLOTS) slots.shift();
    const last = slots.at(-1);
    if (last?.number === number) return last;
    const slot = { number, answered: 0, failed: 0, begun: 0, firstMs: 0 };
    slots.push(slot);
    return slot;
  }

  /** Made outside of `open`: what is made in there keeps the request, and with it the chat, for as long as it lives. */
  const endOf =
    (signal: StopSignal, { model, engineModel }: Pick<Attempt, 'model' | 'engineModel'>, startedAtMs: number) =>
    (ending: Ending): void => {
      oneLess();
      const durationMs = clock.monotonicMs() - startedAtMs;
      onAttempt?.({ model, engineModel, durationMs, failure: failureOf(ending, signal) });
      // A client that leaves is no failure of the engine, nor is a request that cannot be answered.
      slotNow()[ending.type === 'failed' && !signal.aborted && !isRefusal(ending.thrown) ? 'failed' : 'answered'] += 1;
    };

  return {
    health: () => engine.health(),

    open: async (request, signal) => {
      const startedAtMs = clock.monotonicMs();
      running += 1;
      const asked = { model: request.chat.model, engineModel: request.asked?.source?.model ?? request.engineModel };
      const end = endOf(signal, asked, startedAtMs);
      try {
        const events = await engine.open(request, signal);
        const slot = slotNow();
        slot.begun += 1;
        slot.firstMs += clock.monotonicMs() - startedAtMs;
        return notifyOnEnd(events, end);
      } catch (thrown) {
        end({ type: 'failed', thrown });
        throw thrown;
      }
    },

    whenIdle: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),

    load: () => {
      slotNow();
      const sum = (name: 'answered' | 'failed' | 'begun' | 'firstMs') =>
        slots.reduce((total, slot) => total + slot[name], 0);
      const begun = sum('begun');
      return {
        running,
        answered: sum('answered'),
        failed: sum('failed'),
        firstEventMs: begun > 0 ? Math.round(sum('firstMs') / begun) : null,
      };
    },
  };
}

/** The last one is a line of a batch that gave way. */
const REFUSALS: readonly ErrorCode[] = ['rejected_by_model', 'context_length_exceeded', 'shutting_down'];

const isRefusal = (thrown: unknown): boolean => thrown instanceof ServiceError && REFUSALS.includes(thrown.code);
