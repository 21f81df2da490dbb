import { type EventLists, isWhole } from '../core/chat.ts';
import { ServiceError } from '../core/errors.ts';
import type { StopSignal } from '../core/stop.ts';
import { failureKindOf } from './upstream/failure-kind.ts';

/**
 * The same events, and a word when they are over: whole, failed, or left by their reader; and of each list, where it is
 * wanted.
 */
export function notifyOnEnd<T>(
  events: EventLists<T>,
  ended: (how: Ending) => void,
  passed?: (together: readonly T[]) => void,
): EventLists<T> {
  if (!isWhole(events)) return new NotifyingEvents(events[Symbol.asyncIterator](), ended, passed);
  if (passed) events.forEach(passed);
  ended({ type: 'finished' });
  return events;
}

/** Written by hand, because a generator that was never started would not tell. */
class NotifyingEvents<T> implements AsyncIterableIterator<readonly T[], void> {
  readonly #source: AsyncIterator<readonly T[], void>;
  readonly #ended: (how: Ending) => void;
  readonly #passed: ((together: readonly T[]) => void) | undefined;
  #isOver = false;

  constructor(
    source: AsyncIterator<readonly T[], void>,
    ended: (how: Ending) => void,
    passed: ((together: readonly T[]) => void) | undefined,
  ) {
    this.#source = source;
    this.#ended = ended;
    this.#passed = passed;
  }

  async next(): Promise<IteratorResult<readonly T[], void>> {
    try {
      const result = await this.#source.next();
      if (result.done) this.#end({ type: 'finished' });
      else this.#passed?.(result.value);
      return result;
    } catch (thrown) {
      this.#end({ type: 'failed', thrown });
      throw thrown;
    }
  }

  async return(): Promise<IteratorResult<readonly T[], void>> {
    this.#end({ type: 'left' });
    await this.#source.return?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #end(how: Ending): void {
    if (!this.#isOver) this.#ended(how);
    this.#isOver = true;
  }
}

export type Ending = { readonly type: 'finished' | 'left' } | { readonly type: 'failed'; readonly thrown: unknown };

/** The failure in one word of a short list. A client that leaves is no failure of the engine. */
export function failureOf(how: Ending, signal: StopSignal): string | undefined {
  if (how.type !== 'failed' || signal.aborted) return undefined;
  return failureKindOf(how.thrown) ?? (how.thrown instanceof ServiceError ? how.thrown.code : 'internal');
}
