import type { Clock, Ids } from '../domain/ports.ts';

export const systemClock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 26;
const TIME_LENGTH = 8;

/** Ids of 26 random characters (over 150 bits). */
export function createIds(): Ids {
  const randomText = createRandomText();
  return { next: (prefix) => prefix + randomText(ID_LENGTH) };
}

/**
 * Ids that sort by the millisecond they were made in: 8 characters of time, then 26 of chance. For what
 * is written all the time: new rows then are together at the end of an index, so that one more costs the same among
 * ten million as among ten thousand. With random ids each would change a page somewhere else.
 */
export function createOrderedIds(clock: Clock): Ids {
  const randomText = createRandomText();
  return { next: (prefix) => prefix + timeText(clock.nowMs()) + randomText(ID_LENGTH) };
}

/** The alphabet is in the order in which characters are compared, so texts of one length compare as their numbers. */
function timeText(atMs: number): string {
  let text = '';
  for (let rest = Math.floor(atMs); text.length < TIME_LENGTH; rest = Math.floor(rest / 62)) {
    text = ALPHABET[rest % 62]! + text;
  }
  return text;
}

/** Random bytes are drawn in bulk: asking for a few costs as much as for many. */
function createRandomText(): (length: number) => string {
  const pool = new Uint8Array(4096);
  let used = pool.length;
  const nextByte = (): number => {
    if (used === pool.length) {
      crypto.getRandomValues(pool);
      used = 0;
    }
    return pool[used++]!;
  };
  return (length) => {
    let text = '';
    // 248 is the largest multiple of 62 in a byte: bytes above it would favour some characters.
    while (text.length < length) {
      const byte = nextByte();
      if (byte < 248) text += ALPHABET[byte % 62];
    }
    return text;
  };
}
