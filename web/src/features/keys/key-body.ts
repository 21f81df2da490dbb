/** From what was typed to what the server takes; whatever cannot be taken is said by field. */
import type { KeyChangeBody, KeyView, NewKeyBody } from '../../../../src/features/keys/contract.ts';
import { type Problems, textOf } from '../../ui/form.ts';
import { isSameLimits, LIMITS, limitProblem, limitsIn } from '../limits/limit-values.ts';
import { DAY_MS, dayEndMs } from './key-state.ts';
import { isRange, rangesOf } from './ranges.ts';

/** The names of the inputs are the names of the fields, so that the server's refusals find them. */
export const KEY_FIELDS = ['name', 'expiresAtMs', 'allowedModels', 'allowedRanges', LIMITS] as const;

/** The sentences for what is wrong. */
type KeyProblemTexts = {
  readonly nameMissing: string;
  readonly lastDayWrong: string;
  readonly rangesWrong: (line: string) => string;
  readonly limits: Parameters<typeof limitProblem>[1];
};

type Before = { readonly key: KeyView | undefined; readonly nowMs: number };

export function keyProblems(values: FormData, before: Before, texts: KeyProblemTexts): Problems {
  const rules = readRules(values, before);
  const wrongRange = rules.allowedRanges.find((range) => !isRange(range));
  const isPlayground = before.key?.kind === 'playground';
  return {
    name: rules.name || isPlayground ? undefined : texts.nameMissing,
    expiresAtMs: rules.expiresAtMs === 'wrong' ? texts.lastDayWrong : undefined,
    allowedRanges: wrongRange === undefined ? undefined : texts.rangesWrong(wrongRange),
    limits: limitProblem(values, texts.limits),
  };
}

/** Only after `keyProblems` found none. */
export function newKeyOf(values: FormData, nowMs: number): NewKeyBody {
  const { expiresAtMs, ...rules } = readRules(values, { key: undefined, nowMs });
  return { ...rules, expiresAtMs: right(expiresAtMs) };
}

/** The rules that differ from the key as it is; the playground's key has fewer. */
export function keyChangesOf(values: FormData, key: KeyView, nowMs: number): KeyChangeBody {
  const rules = readRules(values, { key, nowMs });
  const forAll = {
    ...(!isSame(rules.allowedModels, key.allowedModels) && { allowedModels: rules.allowedModels }),
    ...(!isSameLimits(rules.limits, key.limits) && { limits: rules.limits }),
  };
  if (key.kind === 'playground') return forAll;
  return {
    ...forAll,
    ...(rules.name !== key.name && { name: rules.name }),
    ...(rules.expiresAtMs !== key.expiresAtMs && { expiresAtMs: right(rules.expiresAtMs) }),
    ...(!isSame(rules.allowedRanges, key.allowedRanges) && { allowedRanges: rules.allowedRanges }),
  };
}

function readRules(values: FormData, before: Before) {
  return {
    name: textOf(values, 'name'),
    expiresAtMs: readExpiry(values, before),
    allowedModels: values.getAll('allowedModels').map(String),
    allowedRanges: rangesOf(textOf(values, 'allowedRanges')),
    limits: limitsIn(values),
  };
}

function readExpiry(values: FormData, { key, nowMs }: Before): number | null | 'wrong' {
  const choice = textOf(values, 'expiresAtMs');
  if (choice === 'keep') return key?.expiresAtMs ?? null;
  if (choice === 'date') {
    const endMs = dayEndMs(textOf(values, 'lastDay'));
    return endMs === undefined || endMs <= nowMs ? 'wrong' : endMs;
  }
  return /^\d+$/.test(choice) ? nowMs + Number(choice) * DAY_MS : null;
}

function right<Value>(value: Value | 'wrong'): Value {
  if (value === 'wrong') throw new Error('Unreachable: the form was checked before it is sent.');
  return value;
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item) => other.includes(item));
