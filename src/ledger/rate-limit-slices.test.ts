/** Servers that set something aside of a key's limit in PostgreSQL: chats are admitted at once, and never more than the limit. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type EmptyDatabase, emptyPostgres } from '../../test/support/postgres-database.ts';
import { seeded } from '../../test/support/random.ts';
import { times } from '../../test/support/thorough.ts';
import type { Admission, RateLimit } from '../core/rate-limit.ts';
import { type Database, number } from '../platform/database/database.ts';
import { createPostgresRateLimits, type PostgresRateLimits } from './rate-limit-postgres.ts';

const START_US = 1_800_000_000_000_000;
const LIMIT = { max: 32, windowMs: 10_000 };

let storage: EmptyDatabase;
beforeAll(async () => {
  storage = await emptyPostgres();
});
afterAll(() => storage.giveBack());

let walks = 0;

/** Servers whose clocks, and that of the database, move only when the test says so. */
async function startServers(count: number, limit: RateLimit = LIMIT) {
  const name = `walk-${process.pid}-${++walks}`;
  const { sql } = storage.db;
  let nowMs = 0;
  await sql.run('INSERT INTO limiters (name, since_ms) VALUES (?, ?)', name, START_US);
  const clock = { monotonicMs: () => nowMs };
  const start = () => {
    const { db, die } = mortal(storage.db);
    const limits = createPostgresRateLimits(
      { db, limit, clock },
      `(SELECT since_ms FROM limiters WHERE name = '${name}')`,
    );
    return Object.assign(limits, { die });
  };
  const servers = Array.from({ length: count }, start);

  async function pass(ms: number): Promise<void> {
    nowMs += ms;
    await sql.run('UPDATE limiters SET since_ms = ? WHERE name = ?', START_US + nowMs * 1000, name);
  }

  /** Time goes on while a request waits for what others have set aside. */
  async function decided(asked: Admission | Promise<Admission>): Promise<Admission> {
    let isDecided = false;
    const admission = Promise.resolve(asked).finally(() => {
      isDecided = true;
    });
    for (let looks = 0; !isDecided; looks += 1) {
      await Promise.race([admission, Bun.sleep(20)]);
      if (!isDecided && looks > 3) await pass(100);
    }
    return admission;
  }

  return {
    servers,
    pass,
    nowMs: () => nowMs,
    chat: (server: PostgresRateLimits) => decided(server.admit(name, true)),
    read: (server: PostgresRateLimits) => decided(server.admit(name)),
    /** As a killed process leaves it: nothing goes back. */
    kill: (at: number) => {
      servers[at]!.die();
      servers[at] = start();
    },
    /** How many rows of the table of times the key has. */
    rows: async () => number((await sql.one('SELECT COUNT(*) AS n FROM admission_times WHERE key_id = ?', name))!, 'n'),
    isAdmittedAtOnce: (server: PostgresRateLimits) => !(server.admit(name, true) instanceof Promise),
  };
}

/** From its death on nothing of a server reaches the database. */
function mortal(db: Database) {
  const { sql } = db.serving;
  let isDead = false;
  const all: typeof sql.all = (...statement) =>
    isDead ? Promise.reject(new Error('This server is dead.')) : sql.all(...statement);
  return {
    db: { ...db, serving: { ...db.serving, sql: { ...sql, all } } },
    die: () => {
      isDead = true;
    },
  };
}

/** When a request was admitted lies between the two: time may have gone on while it waited. */
type Admitted = { readonly askedMs: number; readonly answeredMs: number };

/** The most that were certainly admitted in some window. */
const fullest = (all: readonly Admitted[]): number =>
  Math.max(
    ...all.map(({ askedMs: fromMs }) => {
      const certain = all.filter((one) => one.askedMs >= fromMs && one.answeredMs < fromMs + LIMIT.windowMs);
      return certain.length;
    }),
  );

test('a chat is admitted at once after others of its key, until the key comes near to its limit', async () => {
  const { servers, chat, isAdmittedAtOnce } = await startServers(1);
  const [server] = servers;

  await chat(server!);
  await chat(server!);
  expect(isAdmittedAtOnce(server!)).toBe(true);
  for (let n = 3; n < 25; n += 1)
    expect(await chat(server!)).toMatchObject({ admitted: true, remaining: LIMIT.max - n - 1 });
  await server!.close();

  expect(isAdmittedAtOnce(server!)).toBe(false);
});

test('a chat that comes alone has nothing set aside, and costs one row', async () => {
  const { servers, chat, read, pass, rows } = await startServers(2);
  const [one, other] = servers;

  for (let n = 1; n <= 3; n += 1) {
    await chat(one!);
    await pass(1000);
    expect(await rows()).toBe(n);
  }

  expect(await read(other!)).toMatchObject({ admitted: true, remaining: LIMIT.max - 4 });
  for (const server of servers) await server.close();
  expect(await rows()).toBe(4);
});

test('what one server has set aside is free for the other when it rests, and no request is refused before', async () => {
  const { servers, chat, read } = await startServers(2);
  const [one, other] = servers;
  await chat(one!);
  await chat(one!);

  const admissions: Admission[] = [];
  for (let n = 2; n < LIMIT.max; n += 1) admissions.push(await read(other!));
  const beyond = await read(other!);

  expect(admissions.every(({ admitted }) => admitted)).toBe(true);
  expect(beyond).toMatchObject({ admitted: false, remaining: 0 });
  for (const server of servers) await server.close();
});

test('a key that stays below its limit is never refused, however many of its chats were admitted ahead', async () => {
  const { servers, chat, read, pass } = await startServers(2);

  const admissions: Admission[] = [];
  for (let n = 0; n < 60; n += 1) {
    const server = servers[n % 2]!;
    // The question that follows takes the word of the chat to the database, at the same moment.
    admissions.push(await chat(server), await read(server));
    await pass(Math.ceil(LIMIT.windowMs / 15));
  }

  expect(admissions.every(({ admitted }) => admitted)).toBe(true);
  for (const server of servers) await server.close();
});

test('a server that stops gives back what it has set aside', async () => {
  const { servers, chat, read } = await startServers(2);
  const [one, other] = servers;
  for (let n = 0; n < 3; n += 1) await chat(one!);

  await one!.close();

  expect((await read(other!)).remaining).toBe(LIMIT.max - 4);
  await other!.close();
});

test('servers together never admit more than the limit in any window, also where some are killed', async () => {
  for (let seed = 1; seed <= times(4, 40); seed += 1) {
    const random = seeded(seed);
    const { servers, chat, read, kill, pass, nowMs } = await startServers(3);
    const admissions: Admitted[] = [];
    let killed = 0;
    for (let step = 0; step < 150; step += 1) {
      await pass(random.pick([0, 0, 1, 30, 250, random.integer(0, 1500)]));
      const at = random.integer(0, 2);
      if (random.integer(0, 24) === 0) {
        kill(at);
        killed += 1;
        continue;
      }
      const askedMs = nowMs();
      const { admitted } = await (random.integer(0, 4) === 0 ? read : chat)(servers[at]!);
      if (admitted) admissions.push({ askedMs, answeredMs: nowMs() });
    }

    expect(fullest(admissions), `seed ${seed}, ${killed} killed`).toBeLessThanOrEqual(LIMIT.max);
    expect(admissions.length, `seed ${seed}`).toBeGreaterThan(LIMIT.max);
    for (const server of servers) await server.close();
  }
}, 600_000);
