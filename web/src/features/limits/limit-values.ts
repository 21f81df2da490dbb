/** Limits as people type them, and as the server takes them. */
import type { LimitView } from '../../../../src/platform/api/limits.ts';
import { nanosOf } from '../../czk.ts';

export type LimitBody = Pick<LimitView, 'max' | 'unit' | 'window' | 'model'>;
type LimitUnit = LimitView['unit'];
type LimitWindow = LimitView['window'];

/** As the server serves them. */
const WINDOWS: readonly LimitWindow[] = ['minute', 'hour', 'day', 'week', 'month', 'total'];
export const UNITS: readonly LimitUnit[] = ['CZK', 'tokens', 'requests'];

/** The field of forms, by which the server refuses. Each row has an input of each of these names. */
export const LIMITS = 'limits';
export const LIMIT_INPUTS = { max: 'limitMax', unit: 'limitUnit', window: 'limitWindow', model: 'limitModel' } as const;

/** The windows in which there can be a limit of a unit. */
export const windowsFor = (unit: LimitUnit): readonly LimitWindow[] =>
  WINDOWS.filter((per) => unit !== 'CZK' || per !== 'minute');

type Sentences = { readonly wrongAmount: string; readonly wrongCount: string; readonly twice: string };

/** A sentence about the first that is wrong. */
export function limitProblem(values: FormData, texts: Sentences): string | undefined {
  const typed = typedIn(values);
  const wrong = typed.find((one) => maxOf(one) === undefined);
  if (wrong) return wrong.unit === 'CZK' ? texts.wrongAmount : texts.wrongCount;
  const kinds = new Set(typed.map(({ unit, window: per, model = '' }) => `${unit} ${per} ${model}`));
  return kinds.size < typed.length ? texts.twice : undefined;
}

/** Only after `limitProblem` found none. */
export const limitsIn = (values: FormData): LimitBody[] =>
  typedIn(values).flatMap((one) => {
    const max = maxOf(one);
    return max === undefined ? [] : [{ ...one, max }];
  });

/** Says whether both lists say the same, in any order. */
export const isSameLimits = (one: readonly LimitBody[], other: readonly LimitBody[]): boolean =>
  one.length === other.length && one.every((limit) => other.some((known) => isSame(limit, known)));

const isSame = (one: LimitBody, other: LimitBody): boolean =>
  one.unit === other.unit &&
  one.window === other.window &&
  one.model === other.model &&
  nanosOf(one.max) === nanosOf(other.max);

/** How much of a limit is used: 0 to 1 and above. Good for a bar, not for accounting. */
export function shareOf(used: string, max: string): number {
  const whole = nanosOf(max);
  return whole > 0n ? Number((nanosOf(used) * 10_000n) / whole) / 10_000 : 1;
}

/** An amount as people type it, in the form that the server takes; undefined where it is none. */
export function amountOf(typed: string): string | undefined {
  const text = typed
    .replaceAll(/\s|Kč|CZK/gi, '')
    .replace(',', '.')
    .replace(/^0+(?=\d)/, '');
  return /^\d{1,9}(\.\d{1,9})?$/.test(text) && /[1-9]/.test(text) ? text : undefined;
}

const COUNT_MAX = 1_000_000_000_000;

/** A whole number, also with thousands apart; undefined where it is none. */
export function countOf(typed: string): number | undefined {
  const text = typed.replaceAll(/\s/g, '');
  const digits = /^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text;
  const count = /^\d{1,15}$/.test(digits) ? Number(digits) : 0;
  return count >= 1 && count <= COUNT_MAX ? count : undefined;
}

function typedIn(values: FormData): readonly LimitBody[] {
  const all = (name: string) => values.getAll(name).map(String);
  const units = all(LIMIT_INPUTS.unit);
  const windows = all(LIMIT_INPUTS.window);
  const models = all(LIMIT_INPUTS.model);
  return all(LIMIT_INPUTS.max).map((max, at) => ({
    max: max.trim(),
    unit: UNITS.find((unit) => unit === units[at]) ?? 'CZK',
    window: WINDOWS.find((per) => per === windows[at]) ?? 'month',
    ...(models[at] && { model: models[at] }),
  }));
}

function maxOf({ max, unit }: LimitBody): string | undefined {
  if (unit === 'CZK') return amountOf(max);
  const count = countOf(max);
  return count === undefined ? undefined : String(count);
}
