/** Shares of limits, and amounts as people type them. */
import { nanosOf } from '../../czk.ts';
import { type Problems, textOf } from '../../ui/form.ts';

/** How much of a limit is spent: 0 to 1 and above. Good for a bar, not for accounting. */
export function shareOf(spent: string, limit: string): number {
  const whole = nanosOf(limit);
  return whole > 0n ? Number((nanosOf(spent) * 10_000n) / whole) / 10_000 : 1;
}

/** An amount that people type, as the server takes it; undefined where it is none. */
export function amountOf(typed: string): string | undefined {
  const text = typed
    .replaceAll(/\s|Kč|CZK/gi, '')
    .replace(',', '.')
    .replace(/^0+(?=\d)/, '');
  return /^\d{1,9}(\.\d{1,9})?$/.test(text) && /[1-9]/.test(text) ? text : undefined;
}

const TOKENS_MAX = 1_000_000_000_000;

/** A whole number of tokens, also with thousands apart; undefined where it is none. */
export function tokensOf(typed: string): number | undefined {
  const text = typed.replaceAll(/\s/g, '');
  const digits = /^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text;
  const tokens = /^\d{1,15}$/.test(digits) ? Number(digits) : 0;
  return tokens >= 1 && tokens <= TOKENS_MAX ? tokens : undefined;
}

type LimitWindow = 'total' | 'month';

/** A limit of tokens, by the names of the inputs of `TokenLimitField`; null where none is wanted. */
export function tokenLimitOf(values: FormData): { tokens: number; window: LimitWindow } | null | 'wrong' {
  const tokenWindow = values.get('tokenWindow');
  if (tokenWindow !== 'total' && tokenWindow !== 'month') return null;
  const tokens = tokensOf(String(values.get('tokenLimit') ?? ''));
  return tokens === undefined ? 'wrong' : { tokens, window: tokenWindow };
}

/** The inputs of `MinuteLimitFields`. */
export const MINUTE_FIELDS = ['requestsPerMinute', 'tokensPerMinute'] as const;

/** As the server has them. */
export const MINUTE_MAX = { requests: 100_000, tokens: 1_000_000_000 };

const isWrong = (typed: string, max: number): boolean => typed !== '' && (tokensOf(typed) ?? max + 1) > max;

export function minuteProblems(
  values: FormData,
  texts: { readonly requestsWrong: string; readonly tokensWrong: string },
): Problems {
  return {
    requestsPerMinute: isWrong(textOf(values, 'requestsPerMinute'), MINUTE_MAX.requests)
      ? texts.requestsWrong
      : undefined,
    tokensPerMinute: isWrong(textOf(values, 'tokensPerMinute'), MINUTE_MAX.tokens) ? texts.tokensWrong : undefined,
  };
}

/** Only after `minuteProblems` found none; null where nothing is typed. */
export const minuteLimitsOf = (values: FormData) => ({
  requestsPerMinute: tokensOf(textOf(values, 'requestsPerMinute')) ?? null,
  tokensPerMinute: tokensOf(textOf(values, 'tokensPerMinute')) ?? null,
});
