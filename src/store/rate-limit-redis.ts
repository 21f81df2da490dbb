/**
 * Admission times in Redis or Valkey, by its clock: exact over all servers. Where it cannot be asked, or may have
 * forgotten, requests are refused: a second place to count in would let twice as many through while two servers do not
 * agree which one it is.
 */
import { createHash } from 'node:crypto';
import { ServiceError } from '../domain/errors.ts';
import type { RateLimits } from '../domain/ports.ts';
import type { Admission, RateLimit } from '../domain/rate-limit.ts';
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
  async function run({ send, life }: RedisLink, { keyId, max, what }: Question): Promise<Answer> {
    const values = ['2', `${prefix}admissions:${keyId}`, memory, String(max), windowUs, life, what];
    try {
      return (await send('EVALSHA', [SCRIPT_NAME, ...values])) as Answer;
    } catch (error) {
      if (!String(error).includes('NOSCRIPT')) throw error;
      return (await send('EVAL', [SCRIPT, ...values])) as Answer;
    }
  }

  async function ask(question: Question): Promise<Admission> {
    const [decision, remaining, resetUs] = await link()
      .then((current) => run(current, question))
      .catch((cause) => {
        throw limitsUnavailable({ cause });
      });
    const resetMs = resetUs / 1000;
    if (decision < 0) throw limitsUnavailable({ retryAfterMs: resetMs });
    return { admitted: decision === 1, remaining: Math.max(0, remaining), resetMs };
  }

  return {
    admit: (keyId, _mayTakeSlice, max = limit.max) => ask({ keyId, max, what: 'admit' }),
    look: (keyId, max = limit.max) => ask({ keyId, max, what: 'look' }),
    check: async () => void (await (await link()).send('PING', [])),
    close: async () => links.close(),
  };
}

type Question = { readonly keyId: string; readonly max: number; readonly what: 'admit' | 'look' };
type Answer = readonly [decision: 1 | 0 | -1, remaining: number, resetUs: number];

const limitsUnavailable = (details: { readonly cause?: unknown; readonly retryAfterMs?: number }): ServiceError =>
  new ServiceError('store_unavailable', 'The service cannot count requests right now; please try again.', details);
