/** The clock of the machine is set wrong while the server runs, and set right again. */
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_PLANS } from '../../src/core/plan.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { openSqlite } from '../../src/platform/database/sqlite.ts';
import { ledgerKey, serverSecret } from '../../src/platform/secrets.ts';
import { createStores } from '../../src/server/stores/stores.ts';
import { bookedRequests, expectCharged, expectCleanLedger } from '../support/reckoning.ts';
import { startReplicaSet } from '../support/replica-set.ts';
import { answerText, chunk, sse, sseHead, startUpstream, waitFor } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { accountIn, startServiceProcess } from '../support/service-process.ts';
import { ask } from '../support/witness.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WRONG = 'the clock of this machine is wrong: until it is right, the ledger is sealed and nothing else is swept';
const USAGE = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };
const END = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: USAGE };

// Side by side: a server looks at its clock every ten seconds.
test.concurrent.each([
  ['an hour', HOUR_MS],
  ['forty days', 40 * DAY_MS],
])(
  'a clock that jumps by %s in the midst of an answer makes nothing free and ends no plan or package',
  async (_, jumpMs) => {
    const folder = mkdtempSync(join(tmpdir(), 'boreal-clock-'));
    const setClock = (byMs: number) => writeFileSync(join(folder, 'clock'), String(byMs));
    setClock(0);
    await using upstream = await startUpstream();
    await using service = await startServiceProcess({
      engineUrl: upstream.url,
      folder,
      env: {
        BUN_OPTIONS: `--preload=${join(import.meta.dir, '../support/shifted-clock.ts')}`,
        TEST_CLOCK_FILE: join(folder, 'clock'),
      },
    });
    const { key, accountId } = await accountIn(service.dataDir);
    const tokens = await giveTokens(service.dataDir, accountId);
    const target = { url: service.url, key };
    const gate = Promise.withResolvers<void>();
    upstream.play((request) => [
      sseHead(),
      sse(chunk(request, { content: 'one' })),
      waitFor(gate.promise),
      sse(chunk(request, {}, END)),
      sse('[DONE]'),
    ]);
    const begun = Promise.withResolvers<void>();
    const running = ask(target, { nonce: 'a', form: 'stream', maxTokens: 100 }, () => begun.resolve());
    await begun.promise;
    upstream.play(answerText('one two', { usage: USAGE }));

    setClock(jumpMs);
    await service.hasLogged(WRONG);
    const meanwhile = await ask(target, { nonce: 'b', form: 'json', maxTokens: 100 });
    await until('what was written by then is sealed', () => withStores(service.dataDir, (_stores, db) => isSealed(db)));
    const readiness = await fetch(new URL('/readyz', service.url));
    const metrics = await (await fetch(new URL('/metrics', service.url))).text();
    gate.resolve();
    const ended = await running;
    setClock(0);
    await service.hasLogged('the clock of this machine is right again: sweeps go on');

    expect(readiness.status).toBe(200);
    expect(JSON.stringify(await readiness.json())).toContain(`has moved by ${jumpMs / 1000} seconds`);
    expect(metrics).toMatch(/^boreal_seal_age_seconds \d+$/m);
    expect(Number(/^boreal_clock_moved_seconds (\S+)$/m.exec(metrics)?.[1])).toBeCloseTo(jumpMs / 1000, -1);
    const booked = bookedRequests(service.dataDir);
    for (const one of [ended, meanwhile]) expectCharged(one, booked);
    // Plan and package are as they were, less what both answers used; no period has begun too early.
    expect(await tokensLeft(service.dataDir, accountId)).toEqual({ tokens: tokens - 20n, periods: 1 });
    await expectCleanLedger(service.dataDir);
    rmSync(folder, { recursive: true, force: true });
  },
  600_000,
);

test('a server whose clock is apart from that of the database seals all the same', async () => {
  await using upstream = await startUpstream();
  upstream.play(answerText('one two', { usage: USAGE }));
  await using set = await startReplicaSet({
    ...{ clockShiftsMs: [10 * 60_000], engineUrl: upstream.url, limiter: 'PostgreSQL' },
  });
  const { process: service } = set.replicas[0]!;
  const { key } = await set.newCustomer(10n ** 12n);
  await service.hasLogged(WRONG);

  const answer = await ask({ url: service.url, key }, { nonce: 'a', form: 'json', maxTokens: 100 });
  await until('what was written is sealed', () => isSealed(set.db));

  expect(answer.status).toBe(200);
}, 600_000);

/** True where seals cover all that is written, by the time that goes on and not by that of a clock that has jumped. */
async function isSealed({ sql }: Pick<Database, 'sql'>): Promise<boolean> {
  const row = await sql.one(
    `SELECT (SELECT MAX(seq) FROM requests) AS requests, (SELECT MAX(entries_to) FROM seals) AS sealed,
       (SELECT MAX(at_ms) FROM seals) AS sealed_at_ms`,
  );
  if (row!.requests === null || Number(row!.sealed) < Number(row!.requests)) return false;
  expect(Math.abs(Number(row!.sealed_at_ms) - Date.now())).toBeLessThan(HOUR_MS / 2);
  return true;
}

async function giveTokens(dataDir: string, accountId: string): Promise<bigint> {
  return withStores(dataDir, async ({ plans, credits }) => {
    const about = { accountId, actor: 'test', atMs: Date.now() };
    await plans.choose({ ...about, plan: 'pro' });
    await credits.grantPackage({ ...about, reason: 'test', tokens: 1000n, expiresAtMs: Date.now() + 20 * DAY_MS });
    return DEFAULT_PLANS.pro.tokens + 1000n;
  });
}

const tokensLeft = (dataDir: string, accountId: string) =>
  withStores(dataDir, async ({ ledger }, db) => {
    const { pots } = await ledger.balanceOf(accountId, Date.now());
    const tokens = pots.reduce((sum, pot) => (pot.kind === 'credit' ? sum : sum + pot.amount), 0n);
    const periods = await db.sql.all('SELECT 1 AS one FROM plan_periods');
    return { tokens, periods: periods.length };
  });

async function withStores<T>(
  dataDir: string,
  work: (stores: ReturnType<typeof createStores>, db: ReturnType<typeof openSqlite>) => Promise<T>,
): Promise<T> {
  const db = openSqlite(join(dataDir, 'boreal.db'), 'commit', ledgerKey(serverSecret('', dataDir)));
  try {
    return await work(createStores(db, DEFAULT_PLANS), db);
  } finally {
    await db.close();
  }
}
