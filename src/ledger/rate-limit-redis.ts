/**
 * Admission times in Redis or Valkey, by its clock: exact over all servers. Where it cannot be asked, or may have
 * forgotten, requests are refused: a second place to count in would let twice as many through while two servers do not
 * agree which one it is.
 */

import { createHash } from 'node:crypto';
import { ServiceError } from '../core/errors.ts';
import type { Admission, RateLimit, RateRule } from '../core/rate-limit.ts';
import type { TokenAnswer } from '../core/token-rate.ts';
import { createRedisLinks, type RedisLink } from '../platform/database/redis-link.ts';
import { admissionScript, FIRST_LIFE_SCRIPT, SERVER_CLOCK, tokenScript } from './rate-limit-script.ts';
import type { RateLimits } from './rate-limiter.ts';

type RedisLimitSettings = {
  readonly url: string;
  readonly limit: RateLimit;
  readonly beginnings: Beginnings;
  /** Before the names of all keys; other programs may use the same server. */
  readonly prefix?: string;
  readonly answerMsMax?: number;
};

/** The database knows about the first time. Asked once. */
type Beginnings = {
  /** True where no server has ever counted in Redis for this database. */
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
const named = (text: string): Script => ({ text, name: createHash('sha1').update(text).digest('hex') });
const ADMISSIONS = named(admissionScript(SERVER_CLOCK));
const TOKENS = named(tokenScript(SERVER_CLOCK));

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
  async function run({ send, life }: RedisLink, { script, of, rules, values }: Question): Promise<readonly number[]> {
    const keys = [memory, ...rules.map(({ id }) => `${prefix}${of}:${id}`)];
    const about = [String(keys.length), ...keys, windowUs, life, ...values.map(String), ...rules.map(maxOf)];
    try {
      return (await send('EVALSHA', [script.name, ...about])) as number[];
    } catch (error) {
      if (!String(error).includes('NOSCRIPT')) throw error;
      return (await send('EVAL', [script.text, ...about])) as number[];
    }
  }

  const answerTo = (question: Question): Promise<readonly number[]> =>
    link()
      .then((current) => run(current, question))
      .catch((cause) => {
        throw limitsUnavailable({ cause });
      });

  async function ask(rules: readonly RateRule[], what: What): Promise<readonly Admission[]> {
    const answer = await answerTo({ script: ADMISSIONS, of: 'admissions', rules, values: [what] });
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
    takeTokens: async ({ rules, tokens, instead }) => {
      const values = [tokens, instead?.tokens ?? 0, instead?.tick ?? 0];
      const answer = await answerTo({ script: TOKENS, of: 'tokens', rules, values });
      if (answer[0]! < 0) throw limitsUnavailable({ retryAfterMs: answer[1]! / 1000 });
      return tokenAnswer(answer, rules, tokens);
    },
    check: async () => void (await (await link()).send('PING', [])),
    close: async () => links.close(),
  };
}

type Script = { readonly text: string; readonly name: string };
type Question = {
  readonly script: Script;
  readonly of: 'admissions' | 'tokens';
  readonly rules: readonly RateRule[];
  readonly values: readonly (string | number)[];
};
type What = 'admit' | 'look';

const maxOf = ({ max }: RateRule): string => String(max);

export function tokenAnswer(answer: readonly number[], rules: readonly RateRule[], tokens: number): TokenAnswer {
  const [tick, fits, ...said] = answer;
  const counted = fits === 1 ? tokens : 0;
  return {
    taken: { tokens: counted, tick: tick! },
    said: rules.map((_, at) => {
      const left = said[2 * at]!;
      const waitUs = said[2 * at + 1]!;
      return { admitted: left + counted >= tokens, remaining: Math.max(0, left), resetMs: waitUs / 1000 };
    }),
  };
}

const toAdmission = ([decision, remaining, resetUs]: readonly number[]): Admission => ({
  admitted: decision === 1,
  remaining: Math.max(0, remaining!),
  resetMs: resetUs! / 1000,
});

const limitsUnavailable = (details: { readonly cause?: unknown; readonly retryAfterMs?: number }): ServiceError =>
  new ServiceError('store_unavailable', 'The service cannot count requests right now; please try again.', details);
