/**
 * Admission times in Redis or Valkey, by its clock: exact over all servers. Where it cannot be asked, or may have
 * forgotten, requests are refused: a second place to count in would let twice as many through while two servers do not
 * agree which one it is.
 */
import { createHash } from 'node:crypto';
import { ServiceError } from '../domain/errors.ts';
import type { RateLimits } from '../domain/ports.ts';
import type { Admission, RateLimit, RateRule } from '../domain/rate-limit.ts';
import { admissionScript, FIRST_LIFE_SCRIPT, SERVER_CLOCK } from './rate-limit-script.ts';
import { createRedisLinks, type RedisLink } from './redis-link.ts';

type RedisLimitSettings = {
  readonly url: string;
  readonly limit: RateLimit;
  readonly beginnings: Beginnings;
  /** Before the names of all keys; other programs may use the same server. */
  readonly prefix?: string;
  readonly answerMsMax?: number;
};

/** What the database knows about the first time. Asked once. */
type Beginnings = {
  /** Whether no server has ever counted in Redis for this database. */
  isFirstEver(): Promise<boolean>;
  /** From now on one has. */
  note(): Promise<void>;
};

type RedisRateLimits = RateLimits & {
  /** Rejects unless a request could be counted now. */
  check(): Promise<void>;
  close(): Promise<void>;
};

const ANSWER_MS_MAX = 1000;
const SCRIPT = admissionScript(SERVER_CLOCK);
const SCRIPT_NAME = createHash('sha1').update(SCRIPT).digest('hex');

export function createRedisRateLimits(settings: RedisLimitSettings): RedisRateLimits {
  const { url, limit, beginnings, prefix = 'boreal:', answerMsMax = ANSWER_MS_MAX } = settings;
  const links = createRedisLinks({ url, answerMsMax });
  const memory = `${prefix}limits`;
  const windowUs = String(limit.windowMs * 1000);
  let hasBegun = false;

  async function link(): Promise<RedisLink> {
    const current = await links.current();
    if (!hasBegun) {
      if (await beginnings.isFirstEver()) {
        // Redis first: a server that reads in the database that counting has begun may rely on Redis knowing it.
        await current.send('EVAL', [FIRST_LIFE_SCRIPT, '1', memory, current.life]);
        await beginnings.note();
      }
      hasBegun = true;
    }
    return current;
  }

  /** A server that does not know the script by its name yet gets its text. */
  async function run({ send, life }: RedisLink, rules: readonly RateRule[], what: What): Promise<readonly number[]> {
    const keys = [memory, ...rules.map(({ id }) => `${prefix}admissions:${id}`)];
    const values = [String(keys.length), ...keys, windowUs, life, what, ...rules.map(({ max }) => String(max))];
    try {
      return (await send('EVALSHA', [SCRIPT_NAME, ...values])) as number[];
    } catch (error) {
      if (!String(error).includes('NOSCRIPT')) throw error;
      return (await send('EVAL', [SCRIPT, ...values])) as number[];
    }
  }

  async function ask(rules: readonly RateRule[], what: What): Promise<readonly Admission[]> {
    const answer = await link()
      .then((current) => run(current, rules, what))
      .catch((cause) => {
        throw limitsUnavailable({ cause });
      });
    const [decision, , resetUs] = answer;
    if (decision! < 0) throw limitsUnavailable({ retryAfterMs: resetUs! / 1000 });
    return rules.map((_, at) => toAdmission(answer.slice(3 * at)));
  }
  const askOne = async (id: string, max: number, what: What): Promise<Admission> =>
    (await ask([{ id, max }], what))[0]!;

  return {
    admit: (keyId, _mayTakeSlice, max = limit.max) => askOne(keyId, max, 'admit'),
    look: (keyId, max = limit.max) => askOne(keyId, max, 'look'),
    admitAll: async (rules, requests) => {
      if (requests === 1) return ask(rules, 'admit');
      return (await ask(rules, 'look')).map((one) => ({ ...one, admitted: true }));
    },
    check: async () => void (await (await link()).send('PING', [])),
    close: async () => links.close(),
  };
}

type What = 'admit' | 'look';

const toAdmission = ([decision, remaining, resetUs]: readonly number[]): Admission => ({
  admitted: decision === 1,
  remaining: Math.max(0, remaining!),
  resetMs: resetUs! / 1000,
});

const limitsUnavailable = (details: { readonly cause?: unknown; readonly retryAfterMs?: number }): ServiceError =>
  new ServiceError('store_unavailable', 'The service cannot count requests right now; please try again.', details);
