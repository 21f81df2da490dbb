/**
 * Limits of a minute, around the ledger. Tokens are counted by a guess of the prompt before anything is held, and by what was
 * used when the request has ended. Requests of one model are counted here, because a request is known to be for it only
 * when it was read. Requests without such a limit pass through: nothing is asked and nothing waited for.
 */
import type { Caller } from '../core/api-key.ts';
import { ServiceError } from '../core/errors.ts';
import type { Hold, HoldRequest, RatedTokens, TokenRate } from '../core/ledger.ts';
import { minuteMax } from '../core/limit.ts';
import { strictestOf } from '../core/rate-limit.ts';
import type { TakenTokens } from '../core/token-rate.ts';
import type { Platform } from '../platform/platform.ts';
import type { Ledger } from './ledger.ts';
import type { RateLimits } from './rate-limiter.ts';

type ChatLedger = Pick<Ledger, 'hold' | 'settle' | 'release'>;

type Counted = { readonly ledger: ChatLedger; readonly rateLimits: Pick<RateLimits, 'takeTokens' | 'admitAll'> };

type Running = { readonly rated: RatedTokens; readonly taken: TakenTokens };

/** What a request for this model is under in a minute: limits of tokens, and limits of requests that name the model. */
export function minuteRulesOf(
  caller: Caller,
  model: string,
): { readonly [Unit in 'tokens' | 'requests']: MinuteRules } {
  const { limits, memberLimits, accountLimits } = caller.key;
  if (limits.length === 0 && !memberLimits && !accountLimits) return NO_RULES;
  return {
    tokens: [...rulesOf(caller, 'tokens'), ...rulesOf(caller, 'tokens', model)],
    requests: rulesOf(caller, 'requests', model),
  };
}

type MinuteRules = RatedTokens['rules'];

const NO_RULES = { tokens: [], requests: [] } as const;

/** Of the key, its member and its account, where they have a limit. */
function rulesOf({ accountId, key }: Caller, unit: 'tokens' | 'requests', model?: string): MinuteRules {
  const owners = [
    { id: key.id, of: 'API key', limits: key.limits },
    { id: `${accountId}/${key.userId}`, of: 'member', limits: key.memberLimits },
    { id: accountId, of: 'account', limits: key.accountLimits },
  ] as const;
  return owners.flatMap(({ id, of, limits = [] }) => {
    const max = limits.length === 0 ? undefined : minuteMax(limits, unit, model);
    if (max === undefined) return [];
    return model === undefined ? { id, max, of } : { id: `${id} ${model}`, max, of, model };
  });
}

export function withMinuteLimits({ log }: Pick<Platform, 'log'>, { ledger, rateLimits }: Counted): ChatLedger {
  const running = new Map<string, Running>();

  async function holdRated({ tokenRate: rated, requestRules, ...request }: HoldRequest): Promise<Hold> {
    const begun = rated && { rated, ...(await begin(rated)) };
    try {
      if (requestRules) await countRequest(requestRules);
      const held = await ledger.hold(request);
      if (!begun) return held;
      running.set(request.requestId, begun);
      return { ...held, tokenRate: begun.rate };
    } catch (thrown) {
      if (begun) await correct(begun, 0);
      throw thrown;
    }
  }

  async function countRequest(rules: MinuteRules): Promise<void> {
    const said = await rateLimits.admitAll(rules, 1);
    const { admitted, rule, resetMs } = strictestOf(said.map((one, at) => ({ ...one, rule: rules[at]! })));
    if (!admitted) throw tooManyRequests(rule, resetMs);
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
    hold: (request) => (request.tokenRate || request.requestRules ? holdRated(request) : ledger.hold(request)),
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

type Rule = MinuteRules[number];

const ownerOf = ({ of, model }: Rule): string => `one ${of}${model === undefined ? '' : ` with ${model}`}`;

const refusal = (rule: Rule, tokens: number, tokenRate: TokenRate): ServiceError =>
  new ServiceError(
    'rate_limited',
    `Rate limit reached: ${rule.max} tokens per minute for ${ownerOf(rule)}, of which ${tokenRate.remaining} are left and this ` +
      `request needs about ${tokens}; try again in ${(tokenRate.resetMs / 1000).toFixed(1)} seconds.`,
    { retryAfterMs: tokenRate.resetMs, tokenRate },
  );

const tooManyRequests = (rule: Rule, resetMs: number): ServiceError =>
  new ServiceError(
    'rate_limited',
    `Rate limit reached: ${rule.max} requests per minute for ${ownerOf(rule)}; try again in ${(resetMs / 1000).toFixed(1)} seconds.`,
    { retryAfterMs: resetMs },
  );

/** No wait helps, so it is not a 429, which clients repeat. */
const neverFits = (tokens: number, { max, of }: Rule): ServiceError =>
  new ServiceError(
    'request_too_large',
    `This request has about ${tokens} tokens, more than the ${max} tokens per minute of its ${of}: send less, or raise the limit.`,
  );
