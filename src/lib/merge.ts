/** What several sources give, as it comes. One that fails ends all of them. */
export async function* merge<T>(sources: readonly AsyncGenerator<T, void>[]): AsyncGenerator<T, void> {
  const waiting = new Map(sources.map((source) => [source, nextOf(source)]));
  try {
    while (waiting.size > 0) {
      const { source, result } = await Promise.race(waiting.values());
      waiting.delete(source);
      if (result.done) continue;
      yield result.value;
      waiting.set(source, nextOf(source));
    }
  } finally {
    for (const pending of waiting.values()) pending.catch(() => {});
    // A source that waits for something ends when its own signal fires: that is not waited for.
    for (const source of waiting.keys()) source.return().catch(() => {});
  }
}

const nextOf = async <T>(source: AsyncGenerator<T, void>) => ({ source, result: await source.next() });
