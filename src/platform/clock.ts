export interface Clock {
  /** Wall-clock time, for people and for the ledger. It may jump. */
  nowMs(): number;
  /** Time that never goes back, for deadlines and limits. */
  monotonicMs(): number;
}

export interface Ids {
  /** At least 24 random characters of [0-9A-Za-z] behind the prefix. */
  next(prefix: string): string;
}

export const systemClock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };

/** In the order in which characters are compared, so texts of one length compare as their numbers. */
const ALPHABET = Buffer.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const ID_LENGTH = 26;
const TIME_LENGTH = 8;

/** Ids of 26 random characters (over 150 bits). */
export function createIds(): Ids {
  const fill = createRandomFill();
  const text = Buffer.alloc(ID_LENGTH);
  return {
    next: (prefix) => {
      fill(text, 0);
      return prefix + text.toString('latin1');
    },
  };
}

/**
 * Ids that sort by the millisecond they were made in: 8 characters of time, then 26 of chance. For what
 * is written all the time: new rows then are together at the end of an index, so that one more costs the same among
 * ten million as among ten thousand. With random ids each would change a page somewhere else.
 */
export function createOrderedIds(clock: Clock): Ids {
  const fill = createRandomFill();
  const text = Buffer.alloc(TIME_LENGTH + ID_LENGTH);
  return {
    next: (prefix) => {
      let rest = Math.floor(clock.nowMs());
      for (let at = TIME_LENGTH - 1; at >= 0; at -= 1) {
        text[at] = ALPHABET[rest % 62]!;
        rest = Math.floor(rest / 62);
      }
      fill(text, TIME_LENGTH);
      return prefix + text.toString('latin1');
    },
  };
}

/** Random bytes are drawn in bulk: asking for a few costs as much as for many. */
function createRandomFill(): (text: Uint8Array, from: number) => void {
  const pool = new Uint8Array(4096);
  let used = pool.length;
  return (text, from) => {
    for (let at = from; at < text.length; ) {
      if (used === pool.length) {
        crypto.getRandomValues(pool);
        used = 0;
      }
      const byte = pool[used++]!;
      // 248 is the largest multiple of 62 in a byte: bytes above it would favour some characters.
      if (byte < 248) text[at++] = ALPHABET[byte % 62]!;
    }
  };
}
