/**
 * An iterator whose first value was already taken, whole again. Leaving it reaches the source, also when nothing has
 * asked for anything yet. (A wrapping generator would not do: one that was never started skips its `finally`.)
 */
export const prependFirst = <T>(
  first: IteratorResult<T, void>,
  rest: AsyncGenerator<T, void>,
): AsyncIterableIterator<T, void> => new PrependedFirst(first, rest);

/** A class, because every open stream keeps three of these: one object each, and no closures. */
class PrependedFirst<T> implements AsyncIterableIterator<T, void> {
  #first: IteratorResult<T, void> | undefined;
  readonly #rest: AsyncGenerator<T, void>;

  constructor(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void>) {
    this.#first = first;
    this.#rest = rest;
  }

  next(): Promise<IteratorResult<T, void>> {
    const first = this.#first;
    if (!first) return this.#rest.next();
    this.#first = undefined;
    return Promise.resolve(first);
  }

  return(): Promise<IteratorResult<T, void>> {
    this.#first = undefined;
    return this.#rest.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
