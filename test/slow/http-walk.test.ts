/**
 * A random walk over HTTP: many accounts, clients that leave and repeat, engines that fail, and people who
 * move money meanwhile. Afterwards what the clients got, what the upstream says it sent and what the ledger says
 * must be the same. `SEED=n` repeats a walk as far as chance decides it.
 */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { nanos } from '../../src/core/money.ts';
import { fateOf, fateScript, numberOf } from '../support/fates.ts';
import { JOURNAL_SUMS } from '../support/journal-sql.ts';
import { seeded } from '../support/random.ts';
import { questionOf, repeat } from '../support/random-questions.ts';
import { type BookedRequest, bookedRequests, expectCharged, expectCleanLedger } from '../support/reckoning.ts';
import { PLENTY, startService, type TestService } from '../support/service.ts';
import { times } from '../support/thorough.ts';
import { billOf, sentUsages, sumOf } from '../support/upstream-bill.ts';
import { ask, expectEveryDialect, type Question, type Told } from '../support/witness.ts';

const SEED = Number(process.env.SEED ?? 20271031);
const REQUESTS = times(1500, 10_000);
const CLIENTS = 50;
/** The first five are nearly empty; the first two are never given anything of them. */
const POOR = 5;
const FORGOTTEN = 2;
const ACCOUNTS = 20;
/** The part of the chats that want several answers. */
const SEVERAL = 0.25;
const DAY = 86_400_000;
const ENV = {
  BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000',
  BOREAL_PLANS: JSON.stringify({ pro: { tokens: 30_000 }, ultra: { tokens: 60_000 } }),
};

type Account = { readonly id: string; readonly key: string };
type Asked = { readonly account: Account; readonly told: Told };
/** The money that people have put in and taken out, as they were answered. */
type Moved = { creditIn: bigint; creditOut: bigint; tokensIn: bigint };

test(`after ${REQUESTS} questions the ledger, the clients and the upstream agree to the last token`, async () => {
  console.log(`SEED=${SEED}`);
  await using service = await startService({ env: ENV });
  const moved: Moved = { creditIn: PLENTY, creditOut: 0n, tokensIn: 0n };
  const accounts = await openAccounts(service, moved);
  const load = { isOver: false };
  const poll = pollLedger(service, load);
  const moving = moveMoney(service, { accounts, moved, load });
  const asked = await askAll(service, accounts);
  load.isOver = true;
  const polls = await poll;
  await moving;
  const { dataDir } = service.config;
  await expectCleanLedger(dataDir);
  const booked = bookedRequests(dataDir);
  expectOneOutcomeEach(asked, booked);
  for (const one of asked) expectRightlyTold(one, booked);
  const replays = expectOneAnswerPerKey(asked, booked);
  const exact = expectAsTheUpstreamSays(service, asked, booked);
  expectMoneyConserved(dataDir, moved);
  const count = (isCounted: (told: Told) => boolean) => asked.filter(({ told }) => isCounted(told)).length;
  console.log(
    `${asked.length} calls, ${count((told) => told.isWhole)} whole, ${exact} bills recomputed from the upstream's log, ` +
      `${count((told) => told.hasLeft)} left, ${count((told) => told.status === 402)} refused, ${replays} replays, ` +
      `${count((told) => told.errorCode?.startsWith('upstream') ?? false)} failures of the engine, ` +
      `${booked.size} requests in the ledger, ${polls} polls`,
  );
  console.log(
    expectEveryDialect(
      asked.map(({ told }) => told),
      20,
    ),
  );
  expect(polls).toBeGreaterThan(10);
  expect(exact).toBeGreaterThan(REQUESTS / 3);
  expect(count((told) => told.isWhole && (told.question.choices ?? 1) > 1)).toBeGreaterThan(20);
  for (const status of [200, 402, 502]) expect(count((told) => told.status === status)).toBeGreaterThan(20);
}, 600_000);

async function openAccounts(service: TestService, moved: Moved): Promise<readonly Account[]> {
  const accounts: Account[] = [];
  for (let n = 0; n < ACCOUNTS; n++) {
    const credit = n < POOR ? 40_000_000n : PLENTY;
    moved.creditIn += credit;
    const id = await service.newAccount(credit);
    accounts.push({ id, key: (await service.newKey({ accountId: id })).secret });
  }
  return accounts;
}

/** Grants, payments taken back, packages and plans for some of the accounts, for as long as the load runs. */
async function moveMoney(
  { stores }: TestService,
  { accounts, moved, load }: { accounts: readonly Account[]; moved: Moved; load: { readonly isOver: boolean } },
): Promise<void> {
  const random = seeded(SEED + 1);
  while (!load.isOver) {
    const { id: accountId } = accounts[random.integer(FORGOTTEN, ACCOUNTS / 2)]!;
    const about = { accountId, reason: 'walk', actor: 'test', atMs: Date.now() };
    const amount = nanos(BigInt(random.integer(1, 30)) * 1_000_000n);
    const what = random.fraction();
    if (what < 0.5) {
      await stores.credits.grant({ ...about, amount });
      moved.creditIn += amount;
    } else if (what < 0.65) {
      const debt = await stores.credits.takeBack({ ...about, amount });
      moved.creditOut += amount - debt;
    } else if (what < 0.8) {
      const tokens = BigInt(random.integer(1, 3000));
      await stores.credits.grantPackage({ ...about, tokens, expiresAtMs: Date.now() + random.integer(1, 30) * DAY });
      moved.tokensIn += tokens;
    } else {
      const plan = random.pick(['pro', 'ultra'] as const);
      const change = await stores.plans.choose({ accountId, plan, actor: 'test', atMs: Date.now() });
      if (change === 'subscribe' || change === 'upgrade') moved.tokensIn += plan === 'pro' ? 30_000n : 60_000n;
    }
    await Bun.sleep(random.integer(1, 15));
  }
}

/** Looks at the ledger from outside while it changes: every look is at one commit, and every commit must be right. */
async function pollLedger(service: TestService, load: { readonly isOver: boolean }): Promise<number> {
  using database = new Database(join(service.config.dataDir, 'boreal.db'), { readonly: true });
  let polls = 0;
  while (!load.isOver) {
    const wrong = database
      .query(
        `SELECT p.id, p.balance, p.held FROM pots p LEFT JOIN ${JOURNAL_SUMS.SQLite} j ON j.pot_id = p.id
         WHERE p.balance < 0 OR p.held < 0 OR p.held > p.balance
           OR p.balance <> COALESCE(j.total, 0)
           OR p.held <> (SELECT COALESCE(SUM(amount), 0) FROM leases l WHERE l.pot_id = p.id)`,
      )
      .all();
    expect(wrong, `seed ${SEED}, poll ${polls}`).toEqual([]);
    polls += 1;
    await Bun.sleep(20);
  }
  return polls;
}

async function askAll(service: TestService, accounts: readonly Account[]): Promise<readonly Asked[]> {
  const random = seeded(SEED);
  const waiting = new Map<number, () => void>();
  service.upstream.play(fateScript(SEED, (n) => waiting.get(n)?.()));
  const asked: Asked[] = [];
  let next = 0;

  async function client(): Promise<void> {
    while (next < REQUESTS) {
      const n = next++;
      const account = random.pick(accounts);
      const left = Promise.withResolvers<void>();
      waiting.set(n, left.resolve);
      const isWaiting = fateOf(SEED, n) === 'left-waiting';
      const plain = questionOf(n, random);
      const several = plain.dialect === 'chat' && random.fraction() < SEVERAL && { choices: random.pick([2, 3, 4]) };
      const question: Question = { ...plain, ...several, ...(isWaiting && { leavesAfter: left.promise }) };
      const once = async (again: Partial<Question> = {}) => {
        asked.push({ account, told: await ask({ url: service.url, key: account.key }, { ...question, ...again }) });
      };
      const isRepeated = !isWaiting && random.fraction() < 0.05;
      if (!isRepeated) await once();
      else await repeat((again) => once({ ...again, idempotencyKey: `key-${n}` }), random);
      waiting.delete(n);
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return asked;
}

/** I4, I5: a request that was admitted has one row with one end; one that was refused has none. */
function expectOneOutcomeEach(asked: readonly Asked[], booked: ReadonlyMap<string, BookedRequest>): void {
  const known = new Set<string>();
  let headless = 0;
  for (const { told } of asked) {
    if (!told.requestId) {
      headless += 1;
      continue;
    }
    expect(known.has(told.requestId), told.question.nonce).toBe(false);
    known.add(told.requestId);
    if (told.status === 402) expect(booked.has(told.requestId), told.question.nonce).toBe(false);
    if (told.status === 200 && !told.isReplay) expect(booked.has(told.requestId), told.question.nonce).toBe(true);
  }
  const unseen = [...booked.keys()].filter((id) => !known.has(id));
  expect(unseen.length).toBeLessThanOrEqual(headless);
}

/** I5, I6, I7: whole answers are charged as they say, failures are free, and nothing costs more than it held. */
function expectRightlyTold({ told }: Asked, booked: ReadonlyMap<string, BookedRequest>): void {
  const { nonce } = told.question;
  const own = booked.get(told.requestId ?? '');
  if (told.isWhole) expectCharged(told, booked, `seed ${SEED}`);
  if (own) {
    expect(own.chargedNanos, nonce).toBeLessThanOrEqual(own.heldNanos);
    expect(own.outputTokens, nonce).toBeLessThanOrEqual(own.outputTokensMax);
  }
  if (fateOf(SEED, numberOf(nonce)) !== 'failure' || told.status === 402) return;
  expect(told.isWhole, nonce).toBe(false);
  // A client that left before the failure has left; the others have one outcome, and it is free.
  if (own && !told.hasLeft) expect(own, nonce).toMatchObject({ state: 'released', charges: 0, tokensPaid: 0n });
}

/** Whatever was asked under one key has one answer and one charge. */
function expectOneAnswerPerKey(asked: readonly Asked[], booked: ReadonlyMap<string, BookedRequest>): number {
  const byKey = Map.groupBy(
    asked.filter(({ told }) => told.question.idempotencyKey),
    ({ told }) => told.question.idempotencyKey,
  );
  for (const [key, calls] of byKey) {
    const whole = calls.filter(({ told }) => told.isWhole);
    expect(new Set(whole.map(({ told }) => `${told.completionId} ${told.text}`)).size, key).toBeLessThanOrEqual(1);
    const settled = calls.filter(({ told }) => booked.get(told.requestId ?? '')?.state === 'settled');
    expect(settled.length, key).toBeLessThanOrEqual(1);
  }
  return asked.filter(({ told }) => told.isReplay).length;
}

/** I6, I8: what the client saw is what the ledger has is what the upstream put on the wire, at the published price. */
function expectAsTheUpstreamSays(
  { upstream }: TestService,
  asked: readonly Asked[],
  booked: ReadonlyMap<string, BookedRequest>,
): number {
  const sent = sentUsages(upstream);
  let compared = 0;
  for (const { told } of asked) {
    const { nonce } = told.question;
    if (!told.isWhole || fateOf(SEED, numberOf(nonce)) !== 'answer') continue;
    const usage = sumOf(sent.get(nonce)!.slice(-(told.question.choices ?? 1)));
    expect(told.usage, nonce).toMatchObject(usage);
    const request = booked.get(told.completionId!.replace('chatcmpl-', 'req_'))!;
    expect(request.cachedInputTokens, nonce).toBe(usage.prompt_tokens_details.cached_tokens);
    expect(request.chargedNanos, nonce).toBe(billOf(usage, request.tokensPaid));
    compared += 1;
  }
  return compared;
}

/** I2: what people put in, less what they took out and what was spent, is what is there. */
function expectMoneyConserved(dataDir: string, moved: Moved): void {
  using database = new Database(join(dataDir, 'boreal.db'), { readonly: true, safeIntegers: true });
  const sum = (query: string) => (database.query(query).get() as { n: bigint }).n;
  const spent = sum('SELECT COALESCE(SUM(cost_nanos), 0) AS n FROM requests');
  const repaid = sum('SELECT COALESCE(SUM(repaid_nanos), 0) AS n FROM debts');
  const credit = sum("SELECT COALESCE(SUM(balance), 0) AS n FROM pots WHERE kind = 'credit'");
  expect(credit).toBe(moved.creditIn - moved.creditOut - repaid - spent);
  const tokens = sum("SELECT COALESCE(SUM(balance), 0) AS n FROM pots WHERE kind <> 'credit'");
  const paid = [...bookedRequests(dataDir).values()].reduce((total, { tokensPaid }) => total + tokensPaid, 0n);
  expect(tokens).toBe(moved.tokensIn - paid);
}
