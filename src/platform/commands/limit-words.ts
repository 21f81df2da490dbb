import type { LimitView } from '../api/limits.ts';

/** `5 requests a minute`, `1 token in all`. */
export function limitWords({ max, unit, window }: Pick<LimitView, 'max' | 'unit' | 'window'>): string {
  const what = unit !== 'CZK' && max === '1' ? unit.slice(0, -1) : unit;
  return `${max} ${what} ${window === 'total' ? 'in all' : `a ${window}`}`;
}

/** A limit with what was used of it, and the operator named where it is theirs. */
export function limitLine(limit: LimitView): string {
  const used = limit.used === null ? '' : `, of which ${limit.used} are used`;
  return `limit ${limitWords(limit)}${used}${limit.setBy === 'operator' ? ', by the operator' : ''}`;
}
