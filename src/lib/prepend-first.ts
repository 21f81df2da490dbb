/**
 * An iterator whose first value was already taken, whole again. Leaving it reaches the source, also when nothing has
 * asked for anything yet. (A wrapping generator would not do: one that was never started skips its `finally`.)
 */
export function prependFirst<T>(
  first: IteratorResult<T, void>,
  rest: AsyncGenerator<T, void>,
): AsyncIterableIterator<T, void> {
  let isFirstTaken = false;
  return {
    next: () => {
      if (isFirstTaken) return rest.next();
      isFirstTaken = true;
      return Promise.resolve(first);
    },
    return: () => {
      isFirstTaken = true;
      return rest.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
