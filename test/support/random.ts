/** Chance that can be repeated: the same seed gives the same values. Tests print the seed when they fail. */
export type Random = {
  /** A number from 0 up to, but not including, 1. */
  fraction(): number;
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  pick<T>(choices: readonly T[]): T;
};

export function seeded(seed: number): Random {
  const fraction = mulberry32(seed);
  const integer = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1));
  return { fraction, integer, pick: (choices) => choices[integer(0, choices.length - 1)]! };
}

/** Cuts a text into pieces of 1 to `lengthMax` UTF-16 units, also in the middle of a character. */
export function cutAtRandom(text: string, random: Random, lengthMax = 5): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const length = random.integer(1, lengthMax);
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}

/** A text of up to `lengthMax` characters, rich in those that break careless code. */
export function randomText(random: Random, lengthMax = 12): string {
  const hard = [
    '"',
    '\\',
    '\n',
    '\r',
    '\t',
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '\u2028',
    '\u0000',
    '\ud83c\udf32',
    'ž',
    'a',
  ];
  let text = '';
  for (let left = random.integer(0, lengthMax); left > 0; left--) text += random.pick(hard);
  return text;
}

function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
