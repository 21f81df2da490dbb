/**
 * Two and three real servers on a PostgreSQL and a Redis of their own, with clocks that are wrong, under mixed load, while
 * one thing after another goes wrong: a server is killed, PostgreSQL restarts, crashes, loses backends and stalls, Redis
 * is lost and stalls. Then clients, engine, logs and ledger must agree; `nemesis-reckoning.ts` says what is proved.
 *
 * `SEED=n` repeats the choices of a run. In `npm test` PostgreSQL stalls for longer than anything waits for one answer of
 * it, and the minute after a loss of Redis is moved on; `BOREAL_NEMESIS=full` has every fault for both, stalls of 30
 * seconds, and waits for that minute.
 */
import { describe, expect, test } from 'bun:test';
import { PUBLISHED } from '../../src/core/catalogue.ts';
import type { ChatRequest } from '../../src/core/chat.ts';
import { worstCostOf } from '../../src/core/money.ts';
import { inputTokensMax } from '../../src/core/token-bound.ts';
import { FAULTS, type FaultName, type Suffered, suffer } from '../support/nemesis.ts';
import {
  expectAsTheUpstreamSays,
  expectLogged,
  expectMoneyConserved,
  expectOneAnswerPerKey,
  expectOneOutcomeEach,
  expectOwnWordsOnly,
  expectReceipts,
  expectRightlyTold,
  expectUnseenExplained,
  fetchAgain,
  pollLedger,
} from '../support/nemesis-reckoning.ts';
import { expectNoSecretKept, expectNoSecretSaid } from '../support/nemesis-secrets.ts';
import { type Random, seeded } from '../support/random.ts';
import { bookedIn, expectClean } from '../support/reckoning.ts';
import { type Asked, startLoad } from '../support/replica-load.ts';
import { type Customer, type ReplicaSet, startReplicaSet } from '../support/replica-set.ts';
import { answerText, type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';
import { PLENTY, until } from '../support/service.ts';

const SEED = Number(process.env.SEED ?? 20270215);
const isFull = process.env.BOREAL_NEMESIS === 'full';
const CLIENTS = 8;
/** The first three are nearly empty; the last two have a plan whose next period is due. */
const POOR = 3;
const ON_PLAN = 2;
const CUSTOMERS = 10;
const NEARLY_EMPTY = 40_000_000n;
const DAY = 86_400_000;
const ENV = { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' };

type Case = { readonly clockShiftsMs: readonly number[]; readonly faults: readonly FaultName[] };

const CASES: readonly (readonly [string, Case])[] = [
  [
    'two',
    {
      clockShiftsMs: [0, 5000],
      faults: [
        'a replica is killed',
        'PostgreSQL restarts',
        'Redis is killed and comes back empty',
        'PostgreSQL stalls',
      ],
    },
  ],
  [
    'three',
    {
      clockShiftsMs: [0, 5000, -5000],
      faults: ['a replica is killed', 'PostgreSQL crashes', 'backends are killed', 'Redis stalls'],
    },
  ],
];

describe.each(CASES)('%s servers with clocks 5 seconds apart', (name, { clockShiftsMs, faults }) => {
  test.concurrent('agree with clients, engine and ledger after everything that went wrong', async () => {
    const random = seeded(SEED + clockShiftsMs.length);
    const order = shuffled(isFull ? FAULTS : faults, random);
    console.log(`SEED=${SEED}, ${name} servers: ${order.join(', ')}`);
    await using upstream = await startUpstream();
    const beforeMs = Date.now();
    await using set = await startReplicaSet({ clockShiftsMs, engineUrl: upstream.url, limiter: 'Redis', env: ENV });
    expectClocks(set, { fromMs: beforeMs, toMs: Date.now() });
    const { customers, creditIn } = await newCustomers(set);
    const polling = pollLedger(set.db);
    const load = startLoad({ seed: SEED, clients: CLIENTS, customers, replicas: set.replicas, upstream });

    const suffered: Suffered[] = [];
    const stalls = { postgresStallMs: isFull ? 30_000 : 12_000, redisStallMs: isFull ? 30_000 : 3000 };
    const minute = isFull ? 'real' : 'moved';
    for (const fault of order) suffered.push(await suffer(fault, { set, load, random, ...stalls, minute }));
    await load.stop();
    const { asked } = load;
    for (const one of suffered) console.log(describeFault(one, asked));

    const whole = asked.filter(({ told }) => told.isWhole);
    const stranger = await set.newCustomer(1n);
    await expectReceipts(whole.slice(-20), { replicas: set.replicas, stranger });
    const spentInBurst = await expectExactlySeven(set, upstream);
    await expectNoSecretSaid(set, customers);
    await expectHoldsSwept(set);
    const booked = await bookedIn(set.db);
    const told = new Map([...booked].filter(([, { accountId }]) => customers.some(({ id }) => id === accountId)));
    expectOneOutcomeEach(asked, told);
    expectRightlyTold(asked, { booked, seed: SEED });
    const replays = expectOneAnswerPerKey(asked, booked);
    const exact = expectAsTheUpstreamSays(asked, { booked, seed: SEED, upstream });
    const unseen = expectUnseenExplained(asked, { booked, suffered });
    const words = expectOwnWordsOnly(asked, SEED);
    const logged = expectLogged(asked);
    await expectMoneyConserved(set.db, creditIn + spentInBurst + 1n);
    const polls = await polling.stop();
    await set.postgres.stop('fast');
    await expectNoSecretKept(set, customers);
    const count = (isCounted: (one: Asked) => boolean) => asked.filter(isCounted).length;
    console.log(
      `${asked.length} calls, ${whole.length} whole, ${exact} bills recomputed from the upstream's log, ${replays} replays, ` +
        `${count(({ told }) => told.status === 402)} refused for lack of credit, ${unseen} charged and not seen whole, ` +
        `${words} words, ` +
        `${logged} lines of the log compared, ${polls} polls`,
    );
    // Every server has answered a client after every fault.
    expect(whole.length).toBeGreaterThanOrEqual(order.length * clockShiftsMs.length);
    for (const compared of [exact, words, logged, polls]) expect(compared).toBeGreaterThan(0);
  }, 600_000);
});

/** Chance decides only the order, so that every fault comes. */
function shuffled(names: readonly FaultName[], random: Random): readonly FaultName[] {
  return names
    .map((name) => ({ name, place: random.fraction() }))
    .sort((a, b) => a.place - b.place)
    .map(({ name }) => name);
}

async function newCustomers(set: ReplicaSet): Promise<{ customers: readonly Customer[]; creditIn: bigint }> {
  const customers: Customer[] = [];
  let creditIn = 0n;
  for (let n = 0; n < CUSTOMERS; n++) {
    const credit = n < POOR ? NEARLY_EMPTY : PLENTY;
    const customer = await set.newCustomer(credit);
    creditIn += credit;
    customers.push(customer);
    if (n < CUSTOMERS - ON_PLAN) continue;
    await set.stores.plans.choose({
      accountId: customer.id,
      plan: 'pro',
      actor: 'test',
      atMs: Date.now() - 40 * DAY,
    });
  }
  return { customers, creditIn };
}

/** The clocks are as wrong as they should be: what a replica logged at its start says its own time. */
function expectClocks(set: ReplicaSet, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): void {
  for (const { process, clockShiftMs } of set.replicas) {
    const line = process.lines.find(({ msg }) => msg.includes('Boreal is listening'))!;
    const atMs = Date.parse(String(line.time)) - clockShiftMs;
    expect(atMs).toBeGreaterThanOrEqual(fromMs);
    expect(atMs).toBeLessThanOrEqual(toMs);
  }
}

/** With many at once to all replicas, credit for seven lets exactly seven through. Returns what they had. */
async function expectExactlySeven(set: ReplicaSet, upstream: ScriptedUpstream): Promise<bigint> {
  const chat = { messages: [{ role: 'user', content: 'hi' }], max_tokens: 10 };
  const inputMax = inputTokensMax(chat as unknown as ChatRequest);
  const price = PUBLISHED.A.models.find(({ id }) => id === PUBLISHED.A.defaultModel)!.price;
  const credit = worstCostOf(BigInt(inputMax), 10n, price) * 7n;
  const usage = { prompt_tokens: inputMax, completion_tokens: 10 };
  upstream.play(answerText('all of it', { usage, finishReason: 'length' }));
  const { id, key } = await set.newCustomer(credit);

  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const { url } = set.replicas[n % set.replicas.length]!.process;
      const response = await fetchAgain(`${url}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(chat),
      });
      await response.text();
      return response.status;
    }),
  );

  expect(statuses.filter((status) => status === 200).length).toBe(7);
  expect(statuses.filter((status) => status === 402).length).toBe(53);
  const balance = await set.stores.ledger.balanceOf(id, Date.now());
  expect(balance).toMatchObject({ credit: 0n, held: 0n, spent: credit });
  return credit;
}

/**
 * All servers stop in order; then what the dead have leased goes back. In a full run a server does so by itself, a second
 * after its start; in short it is done here.
 */
async function expectHoldsSwept(set: ReplicaSet): Promise<void> {
  for (const { process } of set.replicas) process.signal('SIGTERM');
  for (const { process } of set.replicas) expect(await process.exited).toEqual({ code: 0, signal: null });
  await set.db.sql.run('UPDATE servers SET seen_at_ms = 0');
  if (isFull) await dropByServer(set);
  else for (const { id } of await set.db.sql.all('SELECT id FROM servers')) await set.stores.leases.drop(String(id));
  await expectClean(set.db, { nowMs: Date.now(), about: `seed ${SEED}` });
}

async function dropByServer(set: ReplicaSet): Promise<void> {
  const late = await set.newReplica(0);
  const servers = async () => (await set.db.sql.all('SELECT id FROM servers')).length;
  await until('the dead are gone', async () => (await servers()) === 1, 120_000);
  late.process.signal('SIGTERM');
  expect(await late.process.exited).toEqual({ code: 0, signal: null });
}

/** The clients' view of it, for the table in the documents. */
function describeFault({ name, victim, fromMs, healedMs, recoveredMs }: Suffered, asked: readonly Asked[]): string {
  const during = asked.filter((one) => one.toMs >= fromMs && one.fromMs <= healedMs);
  const seen = Map.groupBy(during, ({ told }) => {
    if (told.isWhole) return 'whole';
    if (told.hasLeft) return 'left';
    return `${told.status ?? 'no status'} ${told.errorCode ?? ''}`.trim();
  });
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const longest = (ones: readonly Asked[]) => seconds(Math.max(...ones.map((one) => one.toMs - one.fromMs)));
  return (
    `${name}${victim ? ` (${victim.name})` : ''}: ${seconds(healedMs - fromMs)} s, all answer again after ` +
    `${seconds(recoveredMs - healedMs)} s; with the longest wait of each: ` +
    [...seen].map(([what, ones]) => `${ones.length} ${what} (${longest(ones)} s)`).join(', ')
  );
}
