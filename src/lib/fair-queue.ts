/**
 * Everyone who waits, in a line for each account: the lines take turns, so that one account with a hundred requests and
 * another with one are served in turn. Pure: no timers; who gives up waiting says so with `remove`.
 */
export class FairQueue<T> {
  size = 0;
  /** From the account whose turn is next. */
  readonly #lines = new Map<string, T[]>();
  readonly #sizeMax: number;

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  /**
   * Lets one more wait. When there is no room, the newest of the longest line has to go, so that one account cannot keep others
   * out by filling the room; where that would be the newcomer itself, it is the one returned.
   */
  add(account: string, item: T): T | undefined {
    const dropped = this.size >= this.#sizeMax ? this.#makeRoomFor(account) : undefined;
    if (this.size >= this.#sizeMax) return item;
    const line = this.#lines.get(account);
    if (line) line.push(item);
    else this.#lines.set(account, [item]);
    this.size += 1;
    return dropped;
  }

  /** How many of an account wait. */
  countOf(account: string): number {
    return this.#lines.get(account)?.length ?? 0;
  }

  /** The next one that fits, by turns between accounts and in the order of arrival within one. */
  take(isFit: (item: T) => boolean): T | undefined {
    for (const [account, line] of this.#lines) {
      const at = line.findIndex(isFit);
      if (at < 0) continue;
      const [item] = line.splice(at, 1);
      this.size -= 1;
      // The account that was served goes behind all others.
      this.#lines.delete(account);
      if (line.length > 0) this.#lines.set(account, line);
      return item;
    }
    return undefined;
  }

  /** False when it no longer waits. */
  remove(account: string, item: T): boolean {
    const line = this.#lines.get(account) ?? [];
    const at = line.indexOf(item);
    if (at < 0) return false;
    line.splice(at, 1);
    this.size -= 1;
    if (line.length === 0) this.#lines.delete(account);
    return true;
  }

  #makeRoomFor(account: string): T | undefined {
    let longest: T[] = [];
    for (const line of this.#lines.values()) if (line.length > longest.length) longest = line;
    const own = this.#lines.get(account)?.length ?? 0;
    if (longest.length <= own + 1) return undefined;
    this.size -= 1;
    return longest.pop();
  }
}
