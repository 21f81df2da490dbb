import { type EventLists, isWhole } from '../domain/chat.ts';

/**
 * The same events, and a word when they are over: whole, failed, or left by their reader; and of each list, where it is
 * wanted. Written by hand, because a generator that was never started would not tell.
 */
export function notifyOnEnd<T>(
  events: EventLists<T>,
  ended: (how: Ending) => void,
  passed?: (together: readonly T[]) => void,
): EventLists<T> {
  if (isWhole(events)) {
    if (passed) events.forEach(passed);
    ended({ type: 'finished' });
    return events;
  }
  const source = events[Symbol.asyncIterator]();
  let isOver = false;
  const end = (how: Ending): void => {
    if (!isOver) ended(how);
    isOver = true;
  };
  const passOn = (result: Lists<T>): Lists<T> => {
    if (result.done) end({ type: 'finished' });
    else passed?.(result.value);
    return result;
  };
  const fail = (thrown: unknown): never => {
    end({ type: 'failed', thrown });
    throw thrown;
  };
  const notifying: AsyncIterableIterator<readonly T[], void> = {
    // All of every streamed answer passes here: one promise is less than an async function makes.
    next: () => source.next().then(passOn, fail),
    return: async () => {
      end({ type: 'left' });
      await source.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
  return notifying;
}

type Lists<T> = IteratorResult<readonly T[], void>;

export type Ending = { readonly type: 'finished' | 'left' } | { readonly type: 'failed'; readonly thrown: unknown };
