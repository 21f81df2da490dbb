import type { LimitView } from '../api/limits.ts';

/** `5 requests a minute`, `1 token in all`, `10 CZK a day for svc-1`. */
export function limitWords({ max, unit, window, model }: Pick<LimitView, 'max' | 'unit' | 'window' | 'model'>): string {
  const what = unit !== 'CZK' && max === '1' ? unit.slice(0, -1) : unit;
  const within = { total: 'in all', hour: 'an hour' }[window as string] ?? `a ${window}`;
  return `${max} ${what} ${within}${model === undefined ? '' : ` for ${model}`}`;
}

/** A limit with what was used of it, and the operator named where it is theirs. */
export function limitLine(limit: LimitView): string {
  const used = limit.used === null ? '' : `, of which ${limit.used} are used`;
  return `limit ${limitWords(limit)}${used}${limit.setBy === 'operator' ? ', by the operator' : ''}`;
}
