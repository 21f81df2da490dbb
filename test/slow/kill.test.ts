/**
 * The server is killed (SIGKILL) in the middle of mixed load, at every step of a request and at random moments, and
 * started again on the same folder. A killed process loses what it has in memory, not what the kernel has taken from
 * it: that a charge is also flushed before it is acknowledged is proved in `src/server/stores/store-thread.test.ts`.
 */
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Random, seeded } from '../support/random.ts';
import { type BookedRequest, bookedRequests, expectCharged, expectCleanLedger } from '../support/reckoning.ts';
import { answerText, type Script, type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';
import { PLENTY } from '../support/service.ts';
import { accountIn, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { times } from '../support/thorough.ts';
import { ask, expectEveryDialect, type Question, type Told } from '../support/witness.ts';
import { WITNESS_DIALECTS } from '../support/witness-dialects.ts';

const SEED = Number(process.env.SEED ?? 20270328);
const CLIENTS = 12;
const KILLS_A_STEP = times(1, 8);
const STEPS = [
  ...(['asked', 'leased', 'dispatched', 'first-event', 'mid-stream', 'upstream-done', 'answered'] as const),
  ...(['returning', 'any-moment'] as const),
];
type Step = (typeof STEPS)[number];
/** Around the moment at which leases go back that rest. */
const RETURNING_MS = { from: 850, to: 2050 };

/** Enough for a few dozen questions, so that refusals and lowered outputs are part of the load. */
const NEARLY_EMPTY = 60_000_000n;

let folder: string;
let upstream: ScriptedUpstream;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-kill-'));
  upstream = await startUpstream();
  upstream.play(countedAnswer);
});
afterAll(async () => {
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
});

test(`whatever step ${STEPS.length * KILLS_A_STEP} kills hit: what was acknowledged is kept, nothing is charged twice, nothing stays held`, async () => {
  console.log(`SEED=${SEED}`);
  const random = seeded(SEED);
  const points = Array.from({ length: KILLS_A_STEP }, () => STEPS).flat();
  const told: Told[] = [];
  const asked = [0, 0, 0, 0];
  let accounts: readonly Account[] = [];
  let service = await start();
  for (const credit of [PLENTY, PLENTY, PLENTY, NEARLY_EMPTY]) {
    accounts = [...accounts, { ...(await accountIn(service.dataDir, credit)), isPoor: credit !== PLENTY }];
  }

  for (const [round, step] of points.entries()) {
    const about = `seed ${SEED}, kill ${round}, ${step}`;
    const seen = await loadUntilKilled(service, { accounts, asked, random, step });
    expect(await service.exited, about).toEqual({ code: null, signal: 'SIGKILL' });
    service = await start();
    await expectCleanLedger(service.dataDir, about);
    const repeats = await repeatKeyed(service, { accounts, seen, about });
    await expectCleanLedger(service.dataDir, about);
    const booked = bookedRequests(service.dataDir);
    for (const one of [...seen, ...repeats]) if (one.isWhole) expectCharged(one, booked, about);
    told.push(...seen, ...repeats);
  }

  const booked = bookedRequests(service.dataDir);
  expectEachAtMostOnce(told, booked, accounts);
  await service[Symbol.asyncDispose]();
  const count = (isCounted: (one: Told) => boolean) => told.filter(isCounted).length;
  const whole = count((one) => one.isWhole);
  console.log(
    `${points.length} kills, ${told.length} calls, ${whole} whole, ${count((one) => one.isReplay)} replayed, ` +
      `${count((one) => one.status === 402)} refused for lack of credit, ${count((one) => !one.status)} without a ` +
      `status, ${count((one) => one.status === 200 && !one.isWhole)} broken off; the ledger has ${booked.size} requests`,
  );
  expect(whole).toBeGreaterThan(points.length);
  console.log(expectEveryDialect(told, 1));
  expect(told.length - whole).toBeGreaterThan(points.length);
}, 600_000);

type Account = Awaited<ReturnType<typeof accountIn>> & { readonly isPoor: boolean };

const start = () =>
  startServiceProcess({ engineUrl: upstream.url, folder, env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' } });

/** Reports as many tokens as the question says, so that a charge in the ledger shows which question it is for. */
function countedAnswer(request: Parameters<Extract<Script, (...values: never[]) => Script>>[0]): Script {
  const body = request.body as { messages: { content: string }[]; max_tokens: number };
  const wanted = Number(body.messages[0]!.content.split(' ').at(-1));
  const usage = { prompt_tokens: 10, completion_tokens: Math.min(wanted, body.max_tokens) };
  return answerText('one two three four five six', { usage, everyMs: 1 });
}

type Load = {
  readonly accounts: readonly Account[];
  /** How many questions each account has asked in all rounds. */
  readonly asked: number[];
  readonly random: Random;
  readonly step: Step;
};

/** Runs clients until the server is dead, and returns all that they got. */
async function loadUntilKilled(service: ServiceProcess, { accounts, asked, random, step }: Load): Promise<Told[]> {
  const told: Told[] = [];
  let left = step === 'leased' ? 1 : random.integer(1, 30);
  let isDead = false;
  let isQuiet = false;
  const kill = () => {
    if (!isDead) process.kill(service.pid, 'SIGKILL');
    isDead = true;
  };
  const happens = (what: Step) => {
    if (what !== step || isDead || --left > 0) return;
    if (step === 'returning') {
      isQuiet = true;
      setTimeout(kill, random.integer(RETURNING_MS.from, RETURNING_MS.to));
      return;
    }
    // Half of them a little later: in the commit, the flush, or the writing of the answer.
    if (random.fraction() < 0.5) kill();
    else setTimeout(kill, random.integer(0, 4));
  };
  upstream.play((request) => {
    happens('dispatched');
    return countedAnswer(request);
  });
  const timer = step === 'any-moment' ? setTimeout(kill, random.integer(0, 120)) : undefined;
  if (step === 'leased') void untilLeased(service.dataDir, () => isDead).then(() => happens('leased'));
  watchUpstream(
    () => happens('upstream-done'),
    () => isDead,
  );

  async function client(): Promise<void> {
    while (!isDead && !isQuiet) {
      const at = random.integer(0, accounts.length - 1);
      asked[at]! += 1;
      const question = questionOf({ at, n: asked[at]!, isPoor: accounts[at]!.isPoor }, random);
      const answer = ask({ url: service.url, key: accounts[at]!.key }, question, hears(happens));
      happens('asked');
      const one = await answer;
      if (one.isWhole) happens('answered');
      if (one.isWhole && !isQuiet) happens('returning');
      told.push(one);
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await service.exited;
  clearTimeout(timer);
  return told;
}

/** Resolves when the database says that the server has leased something. */
async function untilLeased(dataDir: string, isOver: () => boolean): Promise<void> {
  using database = new Database(join(dataDir, 'boreal.db'), { readonly: true });
  const leases = database.query('SELECT 1 FROM leases LIMIT 1');
  while (!isOver() && leases.get() === null) await Bun.sleep(1);
}

/** Calls `onDone` each time that the upstream has sent the last byte of an answer. */
function watchUpstream(onDone: () => void, isOver: () => boolean): void {
  void upstream.nextRequest().then((request) => {
    void request.ended.then((ending) => ending === 'done' && onDone());
    if (!isOver()) watchUpstream(onDone, isOver);
  });
}

function hears(happens: (step: Step) => void): (body: string) => void {
  let events = 0;
  return (body) => {
    const before = events;
    events = body.split('\ndata: ').length;
    if (before === 0 && /^(data|event): /.test(body)) happens('first-event');
    if (before < 4 && events >= 4) happens('mid-stream');
  };
}

/** A rich account's question asks for as many tokens as its own number, unlike any other of that account. */
function questionOf(
  { at, n, isPoor }: { readonly at: number; readonly n: number; readonly isPoor: boolean },
  random: Random,
): Question {
  const isKeyed = random.fraction() < 0.3;
  return {
    nonce: `account ${at} question ${n} tokens ${isPoor ? random.integer(1, 40) : n}`,
    form: random.pick(['json', 'stream'] as const),
    dialect: random.pick(WITNESS_DIALECTS),
    ...(isKeyed && { idempotencyKey: `key-${at}-${n}` }),
  };
}

type Repeat = { readonly accounts: readonly Account[]; readonly seen: readonly Told[]; readonly about: string };

/** Sends every question with a key once more, twice at once: one answer for both, and the first one where it was whole. */
async function repeatKeyed(service: ServiceProcess, { accounts, seen, about }: Repeat): Promise<Told[]> {
  const keyed = seen.filter(({ question }) => question.idempotencyKey !== undefined);
  const repeats = await Promise.all(
    keyed.map(async (first) => {
      const { key, isPoor } = accounts[Number(first.question.nonce.split(' ')[1])]!;
      const again = () => ask({ url: service.url, key }, first.question);
      const both = await Promise.all([again(), again()]);
      const where = `${about} ${first.question.nonce}`;
      const whole = both.filter(({ isWhole }) => isWhole);
      if (first.isWhole || !isPoor) expect(whole.length, where).toBe(2);
      else for (const one of both) expect([200, 402], where).toContain(one.status!);
      const ids = new Set([...(first.isWhole ? [first] : []), ...whole].map(({ completionId }) => completionId));
      expect(ids.size, where).toBeLessThanOrEqual(1);
      const replays = both.filter(({ isReplay }) => isReplay).length;
      expect(replays, where).toBeGreaterThanOrEqual(first.isWhole ? 2 : whole.length - 1);
      return both;
    }),
  );
  return repeats.flat();
}

/** Over all rounds: one charge for one question, whether or not its client saw the answer, and none without a question. */
function expectEachAtMostOnce(
  told: readonly Told[],
  booked: ReadonlyMap<string, BookedRequest>,
  accounts: readonly Account[],
): void {
  for (const [at, account] of accounts.entries()) {
    const questions = new Set<string>();
    for (const { question } of told) if (question.nonce.startsWith(`account ${at} `)) questions.add(question.nonce);
    const settled = [...booked.values()].filter(
      (one) => one.accountId === account.accountId && one.state === 'settled',
    );
    expect(settled.length).toBeLessThanOrEqual(questions.size);
    if (account.isPoor) continue;
    const numbers = settled.map((one) => one.outputTokens);
    expect(new Set(numbers).size).toBe(numbers.length);
    const asked = new Set([...questions].map((nonce) => Number(nonce.split(' ').at(-1))));
    expect(numbers.filter((number) => !asked.has(number))).toEqual([]);
  }
}
