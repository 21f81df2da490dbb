/**
 * The same values, and a word when they are over: whole, failed, or left by their reader; and of each, where it is
 * wanted. Written by hand, because a generator that was never started would not tell.
 */
export function notifyOnEnd<T>(
  values: AsyncIterable<T>,
  ended: (how: Ending) => void,
  passed?: (value: T) => void,
): AsyncIterableIterator<T, void> {
  const source = values[Symbol.asyncIterator]();
  let isOver = false;
  const end = (how: Ending): void => {
    if (!isOver) ended(how);
    isOver = true;
  };
  const passOn = (result: IteratorResult<T, void>): IteratorResult<T, void> => {
    if (result.done) end({ type: 'finished' });
    else passed?.(result.value);
    return result;
  };
  const fail = (thrown: unknown): never => {
    end({ type: 'failed', thrown });
    throw thrown;
  };
  return {
    // All of every answer passes here: one promise is less than an async function makes.
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
}

export type Ending = { readonly type: 'finished' | 'left' } | { readonly type: 'failed'; readonly thrown: unknown };
