/**
 * Tokens a minute, around the ledger: a request is counted by a guess of its prompt before anything is held, and by what it has
 * used when it has ended. Requests without such a limit pass through: nothing is asked and nothing waited for.
 */
import type { Caller } from '../core/api-key.ts';
import { ServiceError } from '../core/errors.ts';
import type { HoldRequest, RatedTokens, TokenRate } from '../core/ledger.ts';
import { minuteMax } from '../core/limit.ts';
import { strictestOf } from '../core/rate-limit.ts';
import type { TakenTokens } from '../core/token-rate.ts';
import type { Platform } from '../platform/platform.ts';
import type { Ledger } from './ledger.ts';
import type { RateLimits } from './rate-limiter.ts';

type ChatLedger = Pick<Ledger, 'hold' | 'settle' | 'release'>;

type Counted = { readonly ledger: ChatLedger; readonly rateLimits: Pick<RateLimits, 'takeTokens'> };

type Running = { readonly rated: RatedTokens; readonly taken: TakenTokens };

/** The rules of the key and its account for a minute, where either has a limit. */
export function tokenRulesOf({ accountId, key }: Caller): RatedTokens['rules'] {
  const ofKey = minuteMax(key.limits, 'tokens');
  const ofAccount = minuteMax(key.accountLimits ?? [], 'tokens');
  return [
    ...(ofKey === undefined ? [] : [{ id: key.id, max: ofKey, of: 'API key' as const }]),
    ...(ofAccount === undefined ? [] : [{ id: accountId, max: ofAccount, of: 'account' as const }]),
  ];
}

export function withTokenRates({ log }: Pick<Platform, 'log'>, { ledger, rateLimits }: Counted): ChatLedger {
  const running = new Map<string, Running>();

  async function holdRated({ tokenRate, ...request }: HoldRequest, rated: RatedTokens) {
    const { taken, rate } = await begin(rated);
    try {
      const held = await ledger.hold(request);
      running.set(request.requestId, { rated, taken });
      return { ...held, tokenRate: rate };
    } catch (thrown) {
      await correct({ rated, taken }, 0);
      throw thrown;
    }
  }

  async function begin(rated: RatedTokens): Promise<{ readonly taken: TakenTokens; readonly rate: TokenRate }> {
    const tooSmall = rated.rules.find(({ max }) => rated.tokens > max);
    if (tooSmall) throw neverFits(rated.tokens, tooSmall);
    const { said, taken } = await rateLimits.takeTokens(rated);
    const strictest = strictestOf(said.map((one, at) => ({ ...one, rule: rated.rules[at]! })));
    const { admitted, rule, remaining, resetMs } = strictest;
    const rate = { limit: rule.max, remaining, resetMs };
    if (!admitted) throw refusal(rule, rated.tokens, rate);
    return { taken, rate };
  }

  /** Tokens that were counted by a guess are counted as they were. An answer does not fail because it cannot be. */
  async function correct({ rated, taken }: Running, tokens: number): Promise<void> {
    const rules = rated.rules.map(({ id }) => ({ id, max: Number.MAX_SAFE_INTEGER }));
    try {
      await rateLimits.takeTokens({ rules, tokens, instead: taken });
    } catch (cause) {
      log.warn({ cause }, 'the tokens of an answer could not be counted towards its limit of a minute');
    }
  }

  /** Once; undefined for a request without a limit. */
  function end(requestId: string, tokens: number): Promise<void> | undefined {
    const known = running.get(requestId);
    if (!known) return undefined;
    running.delete(requestId);
    return correct(known, tokens);
  }

  return {
    hold: (request) => (request.tokenRate ? holdRated(request, request.tokenRate) : ledger.hold(request)),
    settle: (settlement) => {
      const { inputTokens, outputTokens } = settlement.usage;
      const counted = end(settlement.requestId, inputTokens + outputTokens);
      const settled = ledger.settle(settlement);
      return counted === undefined ? settled : Promise.all([settled, counted]).then(([first]) => first);
    },
    release: (release) => {
      const counted = end(release.requestId, 0);
      const released = ledger.release(release);
      return counted === undefined ? released : Promise.all([released, counted]).then(() => {});
    },
  };
}

type Rule = RatedTokens['rules'][number];

const refusal = ({ max, of }: Rule, tokens: number, tokenRate: TokenRate): ServiceError =>
  new ServiceError(
    'rate_limited',
    `Rate limit reached: ${max} tokens per minute for one ${of}, of which ${tokenRate.remaining} are left and this request ` +
      `needs about ${tokens}; try again in ${(tokenRate.resetMs / 1000).toFixed(1)} seconds.`,
    { retryAfterMs: tokenRate.resetMs, tokenRate },
  );

/** No wait helps, so it is not a 429, which clients repeat. */
const neverFits = (tokens: number, { max, of }: Rule): ServiceError =>
  new ServiceError(
    'request_too_large',
    `This request has about ${tokens} tokens, more than the ${max} tokens per minute of its ${of}: send less, or raise the limit.`,
  );
