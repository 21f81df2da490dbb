import type { Clock, Ids } from '../domain/ports.ts';

export const systemClock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 26;

/** Ids of 26 random characters (over 150 bits). Random bytes are drawn in bulk: asking for a few costs as much as for many. */
export function createIds(): Ids {
  const pool = new Uint8Array(4096);
  let used = pool.length;
  const nextByte = (): number => {
    if (used === pool.length) {
      crypto.getRandomValues(pool);
      used = 0;
    }
    return pool[used++]!;
  };
  return {
    next: (prefix) => {
      let id = prefix;
      // 248 is the largest multiple of 62 in a byte: bytes above it would favour some characters.
      for (let length = 0; length < ID_LENGTH; ) {
        const byte = nextByte();
        if (byte >= 248) continue;
        id += ALPHABET[byte % 62];
        length += 1;
      }
      return id;
    },
  };
}
