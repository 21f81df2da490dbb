import type { Usage } from './chat.ts';

/** Tokens written into caches, for 5 minutes and for an hour. */
export type Writes = readonly [fiveMinutes: number, hour: number];

export const writesOf = ({ cacheWrite5mTokens = 0, cacheWrite1hTokens = 0 }: Usage): Writes => [
  cacheWrite5mTokens,
  cacheWrite1hTokens,
];

/** The fields of a usage that has any. */
export const writesField = (
  cacheWrite5mTokens: number,
  cacheWrite1hTokens: number,
): Pick<Usage, 'cacheWrite5mTokens' | 'cacheWrite1hTokens'> | undefined =>
  cacheWrite5mTokens + cacheWrite1hTokens > 0 ? { cacheWrite5mTokens, cacheWrite1hTokens } : undefined;

/** Those of two usages together. */
export function bothWrites(a: Usage, b: Usage): ReturnType<typeof writesField> {
  const [fiveMinutes, hour] = writesOf(a);
  const [moreFiveMinutes, moreHour] = writesOf(b);
  return writesField(fiveMinutes + moreFiveMinutes, hour + moreHour);
}
