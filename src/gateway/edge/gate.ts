/** The gate of API keys: 401 for an unknown key, then 429 for too many requests. Nothing of the body has been read yet. */
import type { Caller } from '../../core/api-key.ts';
import { ServiceError } from '../../core/errors.ts';
import { minuteMax } from '../../core/limit.ts';
import { type Admission, type RateRule, strictestOf } from '../../core/rate-limit.ts';
import type { Authenticate } from '../../features/keys/authenticate.ts';
import type { RateLimits } from '../../ledger/rate-limiter.ts';
import { bearerIn } from '../../platform/http/bearer.ts';
import type { Call, RunningRequest } from '../../platform/http/call.ts';
import type { AccountRequests } from '../account-requests.ts';
import { NOT_COUNTED, type RunningRequests } from '../running-requests.ts';

export type Admitted = {
  readonly caller: Caller;
  readonly admission: LimitedAdmission;
  /** To be ended with the request. */
  readonly running: RunningRequest;
  /** Too much runs already; then `admission` only says what is left of the minute. */
  readonly tooMany?: unknown;
};

/** The verdict of the strictest rule; `of` is there where the rule is not the key's. */
type LimitedAdmission = Admission & { readonly limit: number; readonly of?: 'member' | 'account' };

/** Everything that requests are counted by. */
export type RequestLimits = {
  readonly rateLimits: Pick<RateLimits, 'admit' | 'look' | 'admitAll'>;
  readonly requestsPerMinute: number;
  readonly accountRequests: Pick<AccountRequests, 'look' | 'admit' | 'max'>;
  readonly running: RunningRequests;
};

export type Gate = ((call: Call) => Promise<Admitted>) & {
  refusal(admission: LimitedAdmission, of?: string): ServiceError;
};

export function createGate(authenticate: Authenticate, limits: RequestLimits): Gate {
  const gate = async (call: Call): Promise<Admitted> => {
    const found = authenticate(keyIn(call.request), call.client);
    const key = found instanceof Promise ? await found : found;
    return admit(call, { accountId: key.accountId, key, requestId: call.requestId }, limits);
  };
  return Object.assign(gate, { refusal });
}

/** A request that is refused because too much runs already does not count for this minute. */
export async function admit(call: Call, caller: Caller, limits: RequestLimits): Promise<Admitted> {
  call.note.accountId = caller.accountId;
  call.note.keyId = caller.key.id;
  // What only reads is over at once.
  const isWork = call.request.method === 'POST';
  let running = NOT_COUNTED;
  try {
    if (isWork) running = limits.running.begin(caller);
  } catch (tooMany) {
    return { caller, admission: await look(caller, limits, tooMany), running, tooMany };
  }
  try {
    const counted = countWithAccount(caller, limits, isWork);
    const admission = counted instanceof Promise ? await counted : counted;
    if (!admission.admitted) running.end();
    return { caller, admission, running };
  } catch (thrown) {
    running.end();
    throw thrown;
  }
}

/** The limit of all keys of the account together is asked first, so that its refusal does not use up the key's minute. */
function countWithAccount(caller: Caller, limits: RequestLimits, isWork: boolean): Counted {
  const { accountRequests } = limits;
  const ofAccount = (admission: Admission) => ({ ...admission, limit: accountRequests.max, of: 'account' as const });
  const seen = accountRequests.look(caller.accountId);
  if (!seen.admitted) return ofAccount(seen);
  const withAccount = (admission: LimitedAdmission): LimitedAdmission => {
    if (!admission.admitted) return admission;
    const together = accountRequests.admit(caller.accountId);
    return together.admitted ? admission : ofAccount(together);
  };
  const counted = countOne(caller, limits, isWork);
  return counted instanceof Promise ? counted.then(withAccount) : withAccount(counted);
}

/** One server alone counts in its memory, and nothing is waited for. */
type Counted = LimitedAdmission | Promise<LimitedAdmission>;

function countOne(caller: Caller, limits: RequestLimits, isWork: boolean): Counted {
  const rules = rulesOf(caller, limits);
  if (rules.length > 1) return countAll(rules, limits, 1);
  const { id, max: limit } = rules[0]!;
  // What is set aside for a key is meant for the limit of the service: a key with its own is counted exactly.
  const mayTakeSlice = isWork && limit === limits.requestsPerMinute;
  const counted = limits.rateLimits.admit(id, mayTakeSlice, limit);
  const withLimit = (one: Admission): LimitedAdmission => ({ ...one, limit });
  return counted instanceof Promise ? counted.then(withLimit) : withLimit(counted);
}

type OwnersRule = RateRule & Pick<LimitedAdmission, 'of'>;

/** That of the key, and those of its member and its account, where they have limits of their own. */
function rulesOf(caller: Caller, limits: RequestLimits): readonly OwnersRule[] {
  const { accountId, key } = caller;
  const rules: OwnersRule[] = [{ id: key.id, max: limitOf(caller, limits) }];
  const ofMember = key.memberLimits && minuteMax(key.memberLimits, 'requests');
  if (ofMember !== undefined) rules.push({ id: `${accountId}/${key.userId}`, max: ofMember, of: 'member' });
  const ofAccount = key.accountLimits && minuteMax(key.accountLimits, 'requests');
  if (ofAccount !== undefined) rules.push({ id: accountId, max: ofAccount, of: 'account' });
  return rules;
}

async function countAll(rules: readonly OwnersRule[], limits: RequestLimits, requests: 0 | 1) {
  const said = await limits.rateLimits.admitAll(rules, requests);
  return strictestOf(
    said.map((one, at): LimitedAdmission => {
      const { max: limit, of } = rules[at]!;
      return { ...one, limit, ...(of && { of }) };
    }),
  );
}

/** Every answer to a known key says what is left of its minute; one that cannot be found out is refused all the same. */
async function look(caller: Caller, limits: RequestLimits, tooMany: unknown): Promise<Admitted['admission']> {
  const rules = rulesOf(caller, limits);
  const { id, max: limit } = rules[0]!;
  try {
    if (rules.length > 1) return { ...(await countAll(rules, limits, 0)), admitted: false };
    return { ...(await limits.rateLimits.look(id, limit)), limit };
  } catch {
    throw tooMany;
  }
}

/** The owner of a key may allow it fewer requests, never more. */
const limitOf = ({ key }: Caller, { requestsPerMinute }: RequestLimits): number =>
  Math.min(requestsPerMinute, minuteMax(key.limits, 'requests') ?? requestsPerMinute);

const refusal: Gate['refusal'] = ({ limit, resetMs, of: whose = 'API key' }, of = whose) =>
  new ServiceError(
    'rate_limited',
    `Rate limit reached: ${limit} requests per minute for one ${of}; try again in ${(resetMs / 1000).toFixed(1)} seconds.`,
    { retryAfterMs: resetMs },
  );

/** Clients of Anthropic and of Azure send the key in these. */
const KEY_HEADERS = ['x-api-key', 'api-key'];

/** `Authorization: Bearer`; without it, the headers that other clients have for a key. */
function keyIn({ headers }: Request): string | undefined {
  const written = headers.get('authorization');
  if (written !== null) return bearerIn(written);
  const sent = KEY_HEADERS.map((name) => headers.get(name)).find((value) => value !== null);
  return /^[!-~]{1,512}$/.exec(sent ?? '')?.[0];
}

export const rateLimitHeaders = ({ limit, remaining, resetMs }: Admitted['admission']): Record<string, string> => ({
  'x-ratelimit-limit-requests': String(limit),
  'x-ratelimit-remaining-requests': String(remaining),
  'x-ratelimit-reset-requests': `${Math.max(0, resetMs / 1000).toFixed(3)}s`,
});
