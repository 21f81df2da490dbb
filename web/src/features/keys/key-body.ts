/** From what was typed to what the server takes; whatever cannot be taken is said by field. */
import type { KeyChangeBody, KeyView, NewKeyBody } from '../../../../src/features/keys/contract.ts';
import { type Problems, textOf } from '../../ui/form.ts';
import { DAY_MS, dayEndMs } from './key-state.ts';
import { isRange, rangesOf } from './ranges.ts';
import { amountOf, MINUTE_FIELDS, minuteLimitsOf, minuteProblems, tokenLimitOf } from './spend.ts';

/** The names of the inputs are the names of the fields, so that the server's refusals find them. */
export const KEY_FIELDS = [
  'name',
  'expiresAtMs',
  'allowedModels',
  'allowedRanges',
  'limit',
  'tokenLimit',
  ...MINUTE_FIELDS,
] as const;

/** The sentences for what is wrong. */
type KeyProblemTexts = {
  readonly nameMissing: string;
  readonly lastDayWrong: string;
  readonly rangesWrong: (line: string) => string;
  readonly amountWrong: string;
  readonly tokensWrong: string;
  readonly ofMinute: Parameters<typeof minuteProblems>[1];
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
    limit: rules.limit === 'wrong' ? texts.amountWrong : undefined,
    tokenLimit: rules.tokenLimit === 'wrong' ? texts.tokensWrong : undefined,
    ...minuteProblems(values, texts.ofMinute),
  };
}

/** Only after `keyProblems` found none. */
export function newKeyOf(values: FormData, nowMs: number): NewKeyBody {
  const { expiresAtMs, limit, tokenLimit, ...rules } = readRules(values, { key: undefined, nowMs });
  return {
    ...rules,
    expiresAtMs: right(expiresAtMs),
    limit: right(limit),
    tokenLimit: right(tokenLimit),
  };
}

/** The rules that differ from the key as it is; the playground's key has fewer. */
export function keyChangesOf(values: FormData, key: KeyView, nowMs: number): KeyChangeBody {
  const rules = readRules(values, { key, nowMs });
  const limit = right(rules.limit);
  const tokenLimit = right(rules.tokenLimit);
  const isOtherTokens = tokenLimit?.tokens !== key.tokenLimit?.tokens || tokenLimit?.window !== key.tokenLimit?.window;
  const forAll = {
    ...(!isSame(rules.allowedModels, key.allowedModels) && { allowedModels: rules.allowedModels }),
    ...((limit?.czk !== key.limit?.czk || limit?.window !== key.limit?.window) && { limit }),
    ...(isOtherTokens && { tokenLimit }),
    ...(rules.requestsPerMinute !== key.requestsPerMinute && { requestsPerMinute: rules.requestsPerMinute }),
    ...(rules.tokensPerMinute !== key.tokensPerMinute && { tokensPerMinute: rules.tokensPerMinute }),
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
    limit: readLimit(values),
    tokenLimit: tokenLimitOf(values),
    ...minuteLimitsOf(values),
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

function readLimit(values: FormData): { czk: string; window: 'total' | 'month' } | null | 'wrong' {
  const limitWindow = textOf(values, 'limitWindow');
  if (limitWindow !== 'total' && limitWindow !== 'month') return null;
  const czk = amountOf(textOf(values, 'limit'));
  return czk === undefined ? 'wrong' : { czk, window: limitWindow };
}

function right<Value>(value: Value | 'wrong'): Value {
  if (value === 'wrong') throw new Error('Unreachable: the form was checked before it is sent.');
  return value;
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item) => other.includes(item));
