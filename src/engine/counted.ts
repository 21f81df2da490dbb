import type { EngineEvent } from '../domain/chat.ts';
import type { Engine } from '../domain/ports.ts';

export type CountedEngine = Engine & {
  /** Resolves when no answer of this engine is running. */
  whenIdle(): Promise<void>;
};

/** An engine that knows how many of its answers are running, so that it can be let go of when the last has ended. */
export function counted(engine: Engine): CountedEngine {
  let running = 0;
  let waiting: (() => void)[] = [];

  function end(): void {
    running -= 1;
    if (running > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  }

  return {
    health: () => engine.health(),
    open: async (request, signal) => {
      running += 1;
      try {
        return counting(await engine.open(request, signal), once(end));
      } catch (thrown) {
        end();
        throw thrown;
      }
    },
    whenIdle: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}

/** A generator would not do: one that was never begun does not run its `finally`. */
function counting(events: AsyncIterable<EngineEvent>, end: () => void): AsyncIterable<EngineEvent> {
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = events[Symbol.asyncIterator]();
      return {
        next: async () => {
          try {
            const result = await iterator.next();
            if (result.done) end();
            return result;
          } catch (thrown) {
            end();
            throw thrown;
          }
        },
        return: async (value?: unknown) => {
          end();
          return (await iterator.return?.(value)) ?? { done: true, value: undefined };
        },
      };
    },
  };
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
