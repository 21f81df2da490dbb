/** Changes that break careless readers, made by chance that can be repeated. */
import { type Random, randomText } from './random.ts';

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  'auto',
  'function',
  '__proto__',
  [],
  {},
  [[]],
  [null],
  { type: 'text' },
];

/** One value somewhere in the JSON is changed, removed, repeated or put elsewhere. */
export function mutatedJson(value: unknown, random: Random): unknown {
  const kind = random.integer(0, 5);
  if (typeof value !== 'object' || value === null || kind === 0) return oddValue(value, random);
  if (Array.isArray(value)) return mutatedList(value, random);
  const entries = Object.entries(value);
  if (entries.length === 0 || kind === 1)
    return { ...value, [randomText(random, 4) || 'tools']: oddValue(value, random) };
  const [name] = random.pick(entries);
  if (kind === 2) return Object.fromEntries(entries.filter(([other]) => other !== name));
  return Object.fromEntries(entries.map(([other, held]) => [other, other === name ? mutatedJson(held, random) : held]));
}

function mutatedList(list: readonly unknown[], random: Random): unknown {
  if (list.length === 0) return [oddValue(list, random)];
  const at = random.integer(0, list.length - 1);
  const kind = random.integer(0, 3);
  if (kind === 0) return list.toSpliced(at, 1);
  if (kind === 1) return [...list, list[at]];
  return list.with(at, mutatedJson(list[at], random));
}

function oddValue(instead: unknown, random: Random): unknown {
  const kind = random.integer(0, 3);
  if (kind === 0) return randomText(random);
  return kind === 1 ? [instead] : random.pick(ODD_VALUES);
}

/** Bytes are flipped, removed, repeated or put in; what comes need not be UTF-8 any more. */
export function mutatedBytes(bytes: Uint8Array, random: Random): Uint8Array {
  let all = [...bytes];
  for (let left = random.integer(1, 4); left > 0; left--) {
    const at = random.integer(0, all.length);
    const kind = random.integer(0, 3);
    if (kind === 0) all[at] = random.integer(0, 255);
    else if (kind === 1) all = all.toSpliced(at, random.integer(1, 8));
    else if (kind === 2) all = all.toSpliced(at, 0, ...all.slice(at, at + random.integer(1, 16)));
    else all = all.toSpliced(at, 0, random.pick([0x0a, 0x0d, 0x22, 0x5c, 0x7b, 0x5d, 0x00, 0xff, 0xef]));
  }
  return Uint8Array.from(all);
}
