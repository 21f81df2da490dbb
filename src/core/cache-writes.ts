import type { Usage } from './chat.ts';

/** Tokens written into caches, for 5 minutes and for an hour. */
export type Writes = readonly [fiveMinutes: number, hour: number];

export const writesOf = ({ cacheWrite5mTokens = 0, cacheWrite1hTokens = 0 }: Usage): Writes => [
  cacheWrite5mTokens,
  cacheWrite1hTokens,
];

/** The fields of a usage that has any. */
export function writesField(
  ...writes: readonly Writes[]
): Pick<Usage, 'cacheWrite5mTokens' | 'cacheWrite1hTokens'> | undefined {
  const [cacheWrite5mTokens, cacheWrite1hTokens] = writes.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
  return cacheWrite5mTokens + cacheWrite1hTokens > 0 ? { cacheWrite5mTokens, cacheWrite1hTokens } : undefined;
}
