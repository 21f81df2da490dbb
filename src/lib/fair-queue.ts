/**
 * Everyone who waits, in a line for each account: the lines take turns, so that one account with a hundred requests and
 * another with one are served in turn. Those of a lower rank are served first; but of the first two ranks the second gets
 * every fourth turn, so that it never waits for ever. Pure: no timers; who gives up waiting says so with `remove`.
 */
export class FairQueue<T> {
  size = 0;
  /** By rank, and from the account whose turn is next. */
  readonly #ranks: Map<string, T[]>[] = [];
  readonly #sizeMax: number;
  /** How many of the first rank were served since one of the second was. */
  #firstInRow = 0;

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  /**
   * Lets one more wait. When there is no room, the newest of the longest line of the last rank has to go, so that one account
   * cannot keep others out by filling the room; where that would be the newcomer itself, it is the one returned.
   */
  add(account: string, item: T, rank = 0): T | undefined {
    const dropped = this.size >= this.#sizeMax ? this.#makeRoomFor(account, rank) : undefined;
    if (this.size >= this.#sizeMax) return item;
    while (this.#ranks.length <= rank) this.#ranks.push(new Map());
    const lines = this.#ranks[rank]!;
    const line = lines.get(account);
    if (line) line.push(item);
    else lines.set(account, [item]);
    this.size += 1;
    return dropped;
  }

  /** How many of an account wait. */
  countOf(account: string): number {
    return this.#ranks.reduce((sum, lines) => sum + (lines.get(account)?.length ?? 0), 0);
  }

  /** The next one that fits, of no rank behind `rankMax`: by turns between accounts and in the order of arrival within one. */
  take(isFit: (item: T) => boolean, rankMax = Number.POSITIVE_INFINITY): T | undefined {
    for (const [rank, lines] of this.#inOrder()) {
      const item = rank <= rankMax ? this.#takeFrom(lines, isFit) : undefined;
      if (item === undefined) continue;
      if (rank <= 1) this.#firstInRow = rank === 0 ? this.#firstInRow + 1 : 0;
      return item;
    }
    return undefined;
  }

  /** False when it no longer waits. */
  remove(account: string, item: T): boolean {
    for (const lines of this.#ranks) {
      const line = lines.get(account) ?? [];
      const at = line.indexOf(item);
      if (at < 0) continue;
      line.splice(at, 1);
      this.size -= 1;
      if (line.length === 0) lines.delete(account);
      return true;
    }
    return false;
  }

  #inOrder(): readonly (readonly [rank: number, lines: Map<string, T[]>])[] {
    const [first, second, ...others] = [...this.#ranks.entries()];
    if (!first || !second || this.#firstInRow < FIRST_IN_ROW_MAX) return [...this.#ranks.entries()];
    return [second, first, ...others];
  }

  #takeFrom(lines: Map<string, T[]>, isFit: (item: T) => boolean): T | undefined {
    for (const [account, line] of lines) {
      const at = line.findIndex(isFit);
      if (at < 0) continue;
      const [item] = line.splice(at, 1);
      this.size -= 1;
      // The account that was served goes behind all others.
      lines.delete(account);
      if (line.length > 0) lines.set(account, line);
      return item;
    }
    return undefined;
  }

  #makeRoomFor(account: string, rank: number): T | undefined {
    const last = this.#ranks.findLastIndex((lines) => lines.size > 0);
    if (last < rank) return undefined;
    const lines = this.#ranks[last]!;
    const [owner, longest] = [...lines].reduce((most, one) => (one[1].length > most[1].length ? one : most));
    // Within a rank the account with the most gives way, and only to one that has less.
    if (last === rank && longest.length <= (lines.get(account)?.length ?? 0) + 1) return undefined;
    this.size -= 1;
    const dropped = longest.pop();
    if (longest.length === 0) lines.delete(owner);
    return dropped;
  }
}

const FIRST_IN_ROW_MAX = 3;
