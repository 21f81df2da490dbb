/** Limits that several servers count together, in Redis and in PostgreSQL: as exact as those of one server alone. */

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { RedisClient } from 'bun';
import { startFaultProxy } from '../../test/support/fault-proxy.ts';
import { startOwnRedis } from '../../test/support/own-redis.ts';
import { type EmptyDatabase, emptyPostgres } from '../../test/support/postgres-database.ts';
import { seeded } from '../../test/support/random.ts';
import { until } from '../../test/support/service.ts';
import { redisUrl } from '../../test/support/test-servers.ts';
import {
  type Admission,
  admit,
  createAdmissionLog,
  look,
  type RateLimit,
  type RateRule,
  strictestOf,
} from '../core/rate-limit.ts';
import type { TakenTokens, TokenAnswer, TokenTaking } from '../core/token-rate.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database, SqlValue } from '../platform/database/database.ts';
import { openPostgres } from '../platform/database/postgres.ts';
import { createMemoryRateLimits } from './rate-limit-memory.ts';
import { createPostgresRateLimits } from './rate-limit-postgres.ts';
import { createRedisRateLimits, tokenAnswer } from './rate-limit-redis.ts';
import { admissionScript, tokenScript } from './rate-limit-script.ts';
import type { RateLimits } from './rate-limiter.ts';
import { openRateLimits } from './rate-limits.ts';

let storage: EmptyDatabase;
let redis: RedisClient;
beforeAll(async () => {
  storage = await emptyPostgres();
  redis = new RedisClient(redisUrl());
});
afterAll(async () => {
  redis.close();
  await storage.giveBack();
});

let prefixes = 0;
const newPrefix = () => `boreal-test-${process.pid}-${++prefixes}:`;

/** Decides by the real script or statement, in which only the reading of the clock is replaced. */
type AtTime = {
  (keyId: string, nowUs: number, what?: 'admit' | 'look'): Promise<Admission>;
  all(rules: readonly RateRule[], nowUs: number): Promise<readonly Admission[]>;
  tokens(order: TokenTaking, nowUs: number): Promise<TokenAnswer>;
};

const PLACES: Readonly<Record<string, (limit: RateLimit) => AtTime>> = {
  Redis: (limit) => {
    const prefix = newPrefix();
    const script = admissionScript('local now = tonumber(ARGV[#ARGV])');
    const ask = async (rules: readonly RateRule[], nowUs: number, what: string) => {
      const keys = [`${prefix}limits`, ...rules.map(({ id }) => `${prefix}${id}`)];
      await redis.send('HSET', [keys[0]!, 'life', 'x', 'since', '0']);
      const maxima = rules.map(({ max }) => String(max));
      const values = [String(limit.windowMs * 1000), 'x', what, ...maxima, String(nowUs)];
      const answer = (await redis.send('EVAL', [script, String(keys.length), ...keys, ...values])) as number[];
      return rules.map((_, at) => {
        const [decision, remaining, resetUs] = answer.slice(3 * at);
        return { admitted: decision === 1, remaining: remaining!, resetMs: resetUs! / 1000 };
      });
    };
    return Object.assign(
      async (id: string, nowUs: number, what = 'admit') => (await ask([{ id, max: limit.max }], nowUs, what))[0]!,
      {
        all: (rules: readonly RateRule[], nowUs: number) => ask(rules, nowUs, 'admit'),
        tokens: async ({ rules, tokens, instead }: TokenTaking, nowUs: number) => {
          const keys = [`${prefix}limits`, ...rules.map(({ id }) => `${prefix}tokens:${id}`)];
          await redis.send('HSET', [keys[0]!, 'life', 'x', 'since', '0']);
          const about = [limit.windowMs * 1000, 'x', tokens, instead?.tokens ?? 0, instead?.tick ?? 0];
          const values = [...about, ...rules.map(({ max }) => max), nowUs].map(String);
          const text = tokenScript('local now = tonumber(ARGV[#ARGV])');
          const answer = (await redis.send('EVAL', [text, String(keys.length), ...keys, ...values])) as number[];
          return tokenAnswer(answer, rules, tokens);
        },
      },
    );
  },
  PostgreSQL: (limit) => {
    const name = newPrefix();
    const limits = createPostgresRateLimits(
      { db: storage.db, limit, clock: systemClock },
      `(SELECT since_ms FROM limiters WHERE name = '${name}')`,
    );
    const setClock = (nowUs: number) =>
      storage.db.sql.run(
        'INSERT INTO limiters (name, since_ms) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET since_ms = excluded.since_ms',
        name,
        nowUs,
      );
    const decide = async (keyId: string, nowUs: number, what: 'admit' | 'look' = 'admit') => {
      await setClock(nowUs);
      return limits[what](`${name}${keyId}`);
    };
    const all = async (rules: readonly RateRule[], nowUs: number) => {
      await setClock(nowUs);
      const named = rules.map(({ id, max }) => ({ id: `${name}${id}`, max }));
      return limits.admitAll(named, 1);
    };
    const tokens = async (order: TokenTaking, nowUs: number) => {
      await setClock(nowUs);
      return limits.takeTokens({ ...order, rules: order.rules.map(({ id, max }) => ({ id: `${name}${id}`, max })) });
    };
    return Object.assign(decide, { all, tokens });
  },
};

const startsAt = 1_800_000_000_000_000;

/** Every token with its moment; the second in which it came counts until a window after its end. */
class TokenModel {
  readonly #counted = new Map<string, { tick: number; tokens: number }[]>();
  readonly #windowMs: number;
  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  of(id: string, nowUs: number): number {
    const living = this.#all(id).filter(({ tick }) => tick * 1000 + this.#windowMs > nowUs / 1000);
    return living.reduce((sum, { tokens }) => sum + tokens, 0);
  }

  add(id: string, tick: number, tokens: number): void {
    this.#all(id).push({ tick, tokens });
  }

  #all(id: string) {
    const known = this.#counted.get(id) ?? [];
    this.#counted.set(id, known);
    return known;
  }
}

const TOKEN_PLACES: Readonly<Record<string, (limit: RateLimit) => AtTime['tokens']>> = {
  memory: (limit) => {
    let nowMs = 0;
    const limits = createMemoryRateLimits(limit, { nowMs: () => nowMs, monotonicMs: () => nowMs });
    return async (order, nowUs) => {
      nowMs = nowUs / 1000;
      return limits.takeTokens(order);
    };
  },
  Redis: (limit) => PLACES.Redis!(limit).tokens,
  PostgreSQL: (limit) => PLACES.PostgreSQL!(limit).tokens,
};

describe.each(Object.entries(TOKEN_PLACES))('tokens a minute in %s', (_, open) => {
  test('are counted under all rules or none, guessed and then corrected, as a plain list does it', async () => {
    for (let seed = 1; seed <= 6; seed++) {
      const random = seeded(seed);
      const windowMs = random.pick([5000, 20_000, 60_000]);
      const take = open({ max: 120, windowMs });
      const model = new TokenModel(windowMs);
      const running: { rules: readonly RateRule[]; taken: TakenTokens }[] = [];
      let nowUs = startsAt;
      for (let step = 0; step < 80; step++) {
        nowUs += random.pick([0, 1, 500_000, 1_000_000, random.integer(0, 3_000_000), windowMs * 500]);
        const about = `seed ${seed}, step ${step}`;
        const tick = Math.ceil(nowUs / 1_000_000);
        const ending = random.integer(0, 2) === 0 ? running.shift() : undefined;
        const tokens = random.integer(0, 60);
        const rules = ending?.rules ?? [
          { id: `seed-${seed}-key-${random.integer(1, 2)}`, max: random.integer(20, 100) },
          { id: `seed-${seed}-account`, max: random.integer(60, 150) },
        ];
        if (ending) {
          const instead = ending.taken;
          const unlimited = rules.map(({ id }) => ({ id, max: Number.MAX_SAFE_INTEGER }));
          for (const { id } of rules) {
            model.add(id, instead.tick, -instead.tokens);
            model.add(id, tick, tokens);
          }

          await take({ rules: unlimited, tokens, instead }, nowUs);
          continue;
        }
        const before = rules.map(({ id }) => model.of(id, nowUs));
        const fits = rules.every(({ max }, at) => before[at]! + tokens <= max);
        if (fits) for (const { id } of rules) model.add(id, tick, tokens);

        const { said, taken } = await take({ rules, tokens }, nowUs);

        expect(taken, about).toEqual({ tokens: fits ? tokens : 0, tick });
        for (const [at, { id, max }] of rules.entries()) {
          const { admitted, remaining, resetMs } = said[at]!;
          expect([admitted, remaining], about).toEqual([
            before[at]! + tokens <= max,
            Math.max(0, max - model.of(id, nowUs)),
          ]);
          // A wait is true: then it fits, where it ever can, and not a moment before.
          if (admitted || tokens > max) continue;
          expect(model.of(id, nowUs + resetMs * 1000) + tokens, about).toBeLessThanOrEqual(max);
          expect(model.of(id, nowUs + resetMs * 1000 - 1000) + tokens, about).toBeGreaterThan(max);
        }
        if (taken.tokens > 0) running.push({ rules, taken });
      }
    }
  });
});

test.each(Object.entries(PLACES))(
  'tokens in %s neither come back nor lock out when the clock goes back',
  async (_, open) => {
    const { tokens: take } = open({ max: 120, windowMs: 60_000 });
    const rules = [{ id: 'back', max: 10 }];
    const backUs = startsAt - 3_600_000_000;
    await take({ rules, tokens: 6 }, startsAt);
    await take({ rules, tokens: 4 }, startsAt + 20_000_000);

    const atOnce = await take({ rules, tokens: 1 }, backUs);
    const later = await take({ rules, tokens: 6 }, backUs + 41_000_000);
    const atLast = await take({ rules, tokens: 4 }, backUs + 62_000_000);

    expect([atOnce, later, atLast].map(({ said }) => said[0]!.admitted)).toEqual([false, true, true]);
  },
);

describe.each(Object.entries(PLACES))('a limit in %s', (_, open) => {
  test('decides as one server alone does, with the same remainder and the same wait', async () => {
    for (let seed = 1; seed <= 6; seed++) {
      const random = seeded(seed);
      const limit = { max: random.integer(1, 9), windowMs: random.integer(1, 50) };
      const log = createAdmissionLog(limit);
      const decide = open(limit);
      let nowUs = 1_800_000_000_000_000;
      for (let step = 0; step < 60; step++) {
        nowUs += random.pick([0, 1, 500, 1000, random.integer(0, 9000), limit.windowMs * 1000]);

        const what = random.integer(0, 3) === 0 ? 'look' : 'admit';

        const decided = await decide(`seed-${seed}`, nowUs, what);

        const { admitted, remaining, resetMs } = (what === 'look' ? look : admit)(log, limit, nowUs / 1000);
        expect(decided, `seed ${seed}, step ${step}`).toEqual({
          admitted,
          remaining,
          resetMs: expect.closeTo(resetMs, 3),
        });
      }
    }
  });

  test('of several rules counts a request under all or none, as a plain list of times does', async () => {
    for (let seed = 1; seed <= 6; seed++) {
      const random = seeded(seed);
      const windowMs = random.integer(1, 50);
      const decide = open({ max: 5, windowMs });
      const model = new Map<string, number[]>();
      let nowUs = 1_800_000_000_000_000;
      for (let step = 0; step < 60; step++) {
        nowUs += random.pick([0, 1, 500, 1000, random.integer(0, 9000), windowMs * 1000]);
        const rules = [
          { id: `seed-${seed}-key-${random.integer(1, 3)}`, max: random.integer(2, 4) },
          { id: `seed-${seed}-account`, max: random.integer(3, 7) },
        ];
        const logs = rules.map(({ id }) => (model.get(id) ?? []).filter((atUs) => atUs + windowMs * 1000 > nowUs));
        const fits = rules.every(({ max }, at) => logs[at]!.length < max);
        if (fits) for (const log of logs) log.push(nowUs);
        for (const [at, { id }] of rules.entries()) model.set(id, logs[at]!);

        const decided = await decide.all(rules, nowUs);

        const about = `seed ${seed}, step ${step}`;
        for (const [at, { max }] of rules.entries()) {
          const { admitted, remaining } = decided[at]!;
          const isFree = fits || logs[at]!.length < max;
          expect([admitted, Math.max(0, remaining)], about).toEqual([isFree, Math.max(0, max - logs[at]!.length)]);
        }
        expect(strictestOf(decided).admitted, about).toBe(fits);
      }
    }
  });

  test('never refuses a client that asks 119 times a minute', async () => {
    const decide = open({ max: 120, windowMs: 60_000 });
    const everyUs = Math.floor(60_000_000 / 119);

    const decided: boolean[] = [];
    for (let i = 0; i < 240; i++) decided.push((await decide('steady', 1_800_000_000_000_000 + i * everyUs)).admitted);

    expect(decided.every((admitted) => admitted)).toBe(true);
  });

  test('admits exactly 120 in any 60 seconds to a client that hammers', async () => {
    const decide = open({ max: 120, windowMs: 60_000 });
    const admittedAt: number[] = [];
    for (let nowMs = 0; nowMs < 90_000; nowMs += 250) {
      const { admitted } = await decide('hammer', 1_800_000_000_000_000 + nowMs * 1000);
      if (admitted) admittedAt.push(nowMs);
    }

    for (const [i, atMs] of admittedAt.entries()) {
      const inWindow = admittedAt.slice(i).filter((other) => other < atMs + 60_000).length;
      expect(inWindow).toBeLessThanOrEqual(120);
    }
    // 120 in the first half minute, and again as soon as each of them is a minute old.
    expect(admittedAt.length).toBe(240);
  });

  test('gives no second chance and locks no key out when the clock goes back an hour', async () => {
    const decide = open({ max: 3, windowMs: 60_000 });
    const startUs = 1_800_000_000_000_000;
    const backUs = startUs - 3_600_000_000;
    for (const afterMs of [0, 10_000, 20_000]) await decide('back', startUs + afterMs * 1000);

    const atOnce = await decide('back', backUs);
    const later = await decide('back', backUs + 40_000_000);
    const atLast = await decide('back', backUs + 60_000_000);

    expect(atOnce).toMatchObject({ admitted: false, resetMs: 40_000 });
    expect(later).toMatchObject({ admitted: true });
    expect(atLast).toMatchObject({ admitted: true });
  });
});

test('requests that come together are decided by few statements in PostgreSQL, each key by its own limit', async () => {
  const { sql } = storage.db;
  let asked = 0;
  const counted = {
    ...sql,
    all: (text: string, ...values: readonly SqlValue[]) => {
      asked += 1;
      return sql.all(text, ...values);
    },
  };
  const counting: Database = { ...storage.db, serving: { ...storage.db.serving, sql: counted } };
  const limits = createPostgresRateLimits({ db: counting, limit: { max: 5, windowMs: 60_000 }, clock: systemClock });
  const keys = Array.from({ length: 8 }, () => newPrefix());

  const admissions = await Promise.all(
    Array.from({ length: 160 }, async (_, n) => ({ key: keys[n % 8]!, ...(await limits.admit(keys[n % 8]!)) })),
  );

  const remaining = Map.groupBy(admissions, ({ key }) => key);
  for (const ofKey of remaining.values()) {
    expect(ofKey.filter(({ admitted }) => admitted).map((one) => one.remaining)).toEqual([4, 3, 2, 1, 0]);
    expect(ofKey.filter(({ admitted }) => !admitted).every((one) => one.remaining === 0 && one.resetMs > 0)).toBe(true);
  }
  // The first goes alone, the others after it together, and a key that is new is asked for twice.
  expect(asked).toBe(4);
});

const firstEver = { isFirstEver: async () => true, note: async () => {} };
const LIMIT = { max: 120, windowMs: 500 };

describe.each<[string, (limit?: RateLimit) => { limits: RateLimits; close: () => unknown }[]]>([
  [
    'Redis',
    (limit = LIMIT) => {
      const prefix = newPrefix();
      return [1, 2].map(() => {
        const limits = createRedisRateLimits({ url: redisUrl(), limit, beginnings: firstEver, prefix });
        return { limits, close: limits.close };
      });
    },
  ],
  [
    'PostgreSQL',
    (limit = LIMIT) =>
      [1, 2].map(() => {
        const db = openPostgres(storage.url);
        return { limits: createPostgresRateLimits({ db, limit, clock: systemClock }), close: db.close };
      }),
  ],
])('two servers that count in %s, by its own clock', (_, open) => {
  test('admit a key with a lower limit that often, in all, and say what is left of it', async () => {
    const servers = open({ max: 120, windowMs: 600_000 });
    const own = `own-${newPrefix()}`;
    const ask = (max?: number) =>
      Promise.all(Array.from({ length: 40 }, (_, n) => servers[n % 2]!.limits.admit(own, false, max)));

    const first = await ask(5);
    const looked = await servers[0]!.limits.look(own, 5);
    const raised = await ask(7);
    const lowered = await servers[1]!.limits.admit(own, false, 3);

    expect(
      first
        .filter(({ admitted }) => admitted)
        .map(({ remaining }) => remaining)
        .toSorted(),
    ).toEqual([0, 1, 2, 3, 4]);
    expect(looked).toMatchObject({ admitted: false, remaining: 0 });
    expect(raised.filter(({ admitted }) => admitted)).toHaveLength(2);
    expect(lowered).toMatchObject({ admitted: false, remaining: 0 });
    for (const { close } of servers) await close();
  });

  test('admit exactly the limit in any window to clients that hammer both', async () => {
    const servers = open();
    const admissions: { readonly sentMs: number; readonly answeredMs: number }[] = [];
    const beganMs = performance.now();
    // A slow machine goes on until it has asked for more than one window admits.
    const goesOn = () => performance.now() < beganMs + 1250 || admissions.length <= LIMIT.max;

    await Promise.all(
      Array.from({ length: 16 }, async (_, client) => {
        while (goesOn()) {
          const sentMs = performance.now();
          const { admitted } = await servers[client % 2]!.limits.admit('hammered');
          if (admitted) admissions.push({ sentMs, answeredMs: performance.now() });
        }
      }),
    );

    const windows = Math.ceil((performance.now() - beganMs) / LIMIT.windowMs);

    // Those that were asked for and answered within one window were certainly admitted within it.
    for (const first of admissions) {
      const certain = admissions.filter(
        ({ sentMs, answeredMs }) => sentMs >= first.sentMs && answeredMs < first.sentMs + LIMIT.windowMs,
      );
      expect(certain.length).toBeLessThanOrEqual(LIMIT.max);
    }
    expect(admissions.length).toBeGreaterThan(LIMIT.max);
    expect(admissions.length).toBeLessThanOrEqual(LIMIT.max * windows);
    for (const { close } of servers) await close();
  });
});

test('servers that begin at once on a new Redis all admit, whichever of them was the first', async () => {
  await using server = await startOwnRedis();
  const fresh = await emptyPostgres();
  const written = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const { sql } = fresh.db;
  const run: typeof sql.run = async (...statement) => {
    const count = await sql.run(...statement);
    written.resolve();
    await gate.promise;
    return count;
  };
  const about = { limit: LIMIT, clock: systemClock, redisUrl: server.url };
  const first = openRateLimits({ ...about, shared: { ...fresh.db, sql: { ...sql, run } } });
  const other = openRateLimits({ ...about, shared: fresh.db });

  const firstAdmission = first.admit('one');
  await written.promise;
  const otherAdmission = await Promise.resolve(other.admit('another')).catch((refusal) => refusal);
  gate.resolve();

  expect(otherAdmission).toMatchObject({ admitted: true });
  expect(await firstAdmission).toMatchObject({ admitted: true });
  await first.close();
  await other.close();
  await fresh.giveBack();
});

describe('a Redis that', () => {
  const open = (url: string, windowMs: number) =>
    createRedisRateLimits({ url, limit: { max: 3, windowMs }, beginnings: firstEver, answerMsMax: 300 });

  test('is killed refuses requests, and when it is back and empty, for one window more', async () => {
    await using server = await startOwnRedis();
    const limits = open(server.url, 700);
    for (let i = 0; i < 3; i++) expect((await limits.admit('k')).admitted).toBe(true);

    await server.kill();
    await expect(limits.admit('k')).rejects.toMatchObject({ code: 'store_unavailable' });
    await server.start();
    await until('the limiter has found it', () =>
      limits.check().then(
        () => true,
        () => false,
      ),
    );
    const backAtMs = performance.now();
    const refused = await Promise.resolve(limits.admit('k')).catch((error) => error);
    await until('it admits again', () =>
      Promise.resolve(limits.admit('k')).then(
        ({ admitted }) => admitted,
        () => false,
      ),
    );

    expect(refused).toMatchObject({ code: 'store_unavailable', details: { retryAfterMs: expect.closeTo(690, -2) } });
    expect(performance.now() - backAtMs).toBeGreaterThan(600);
    await limits.close();
  });

  test('was emptied refuses requests for one window', async () => {
    await using server = await startOwnRedis();
    const limits = open(server.url, 60_000);
    await limits.admit('k');
    const other = new RedisClient(server.url);
    await other.send('FLUSHALL', []);

    const refused = await Promise.resolve(limits.admit('k')).catch((error) => error);

    expect(refused).toMatchObject({ code: 'store_unavailable', details: { retryAfterMs: 60_000 } });
    other.close();
    await limits.close();
  });

  test('does not answer refuses requests in time, and serves again when it does', async () => {
    await using server = await startOwnRedis();
    const port = Number(new URL(server.url).port);
    await using proxy = await startFaultProxy({ to: { hostname: '127.0.0.1', port } });
    const limits = open(`redis://127.0.0.1:${proxy.port}`, 60_000);
    await limits.admit('k');

    proxy.faults.set({ down: { stall: true } });
    const refused = Promise.all([1, 2, 3].map(() => limits.admit('k')));
    await expect(refused).rejects.toMatchObject({ code: 'store_unavailable' });
    proxy.clear();
    // The connection that did not answer may come back for a moment before it is replaced.
    let again: Awaited<ReturnType<typeof limits.admit>> | undefined;
    await until('it is reached again', async () => {
      again = await Promise.try(limits.admit, 'k').catch(() => undefined);
      return again !== undefined;
    });

    // What was asked while it did not answer may have been counted: never less than was admitted.
    expect(again?.remaining).toBeLessThan(2);
    await limits.close();
  });
});
