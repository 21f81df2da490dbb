/**
 * A random walk over a pool whose engines fail in every way, one by one and all at once, while clients ask and leave.
 * Afterwards the clients, the engines and the books must agree. `SEED=n` repeats a walk as far as chance decides it.
 */
import { expect, test } from 'bun:test';
import { requestIdOf } from '../../src/domain/request-id.ts';
import { NAMES, type Name, type PoolService, startPool } from '../support/pool-service.ts';
import { type Random, seeded } from '../support/random.ts';
import { type BookedRequest, bookedRequests, expectCharged, expectCleanBooks } from '../support/reckoning.ts';
import {
  answerText,
  chunk,
  end,
  hang,
  html,
  jsonError,
  reset,
  type Script,
  type ScriptRequest,
  sse,
  sseHead,
  status429,
} from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { ask, type Told } from '../support/witness.ts';

const SEED = Number(process.env.SEED ?? 20261115);
const REQUESTS = 1500;
const CLIENTS = 20;
const ENGINE = {
  firstByteMs: 400,
  idleMs: 400,
  totalMs: 1500,
  failuresMax: 3,
  openMs: 10,
  probeMs: 50,
  concurrencyMax: 6,
  queueMax: 30,
  queueMs: 2000,
};
const MODELS = {
  'svc-frost': { engine: [{ engine: 'a', weight: 2 }, 'b', 'c'] },
  'svc-glacier': { engine: ['a', 'b'], fallback: 'svc-frost' },
};

const FAULTS: readonly ((request: ScriptRequest) => Script)[] = [
  () => jsonError(500),
  () => jsonError(503),
  () => jsonError(401),
  () => jsonError(404),
  () => status429({ retryAfter: 1 }),
  () => html(),
  () => reset(),
  () => end(),
  () => hang(),
  () => [sseHead(), hang()],
  () => [sseHead(), sse('{ broken')],
  (request) => [sseHead(), sse(chunk(request, { content: 'begun' })), reset()],
  (request) => [sseHead(), sse(chunk(request, { content: 'begun' })), end()],
  () => answerText('has no end', { finishReason: null, done: false }),
];

test(`after ${REQUESTS} questions to engines that come and go, every whole answer is paid once and nothing else is`, async () => {
  console.log(`SEED=${SEED}`);
  await using pool = await startPool({ engine: ENGINE, models: MODELS });
  const moods: Moods = { a: 0, b: 0, c: 0 };
  for (const [at, name] of NAMES.entries()) pool.upstreams[name].play(moody(name, moods, seeded(SEED + at)));

  const told = await askAll(pool, moods, seeded(SEED + 100));

  const { dataDir } = pool.service.config;
  const isOver = () => [...bookedRequests(dataDir).values()].every(({ state }) => state !== 'open');
  await until('nothing is open', isOver, 30_000);
  await expectCleanBooks(dataDir, `SEED=${SEED}`);
  const booked = bookedRequests(dataDir);
  for (const one of told) expectRightlyTold(one, booked);
  expectEveryChargeKnown(told, booked);
  const whole = told.filter(({ isWhole }) => isWhole);
  const engines = new Set(whole.map(({ text }) => text.trim().split(' ')[0]));
  // Who is well when nobody else is, is a matter of chance; that requests go on elsewhere is not.
  expect(engines.size).toBeGreaterThan(1);
  for (const engine of engines) expect(NAMES as readonly (string | undefined)[]).toContain(engine);
  console.log(`${whole.length} whole, ${told.length - whole.length} not, ${booked.size} in the books`);
  expect(whole.length).toBeGreaterThan(REQUESTS / 3);
  expect(whole.length).toBeLessThan(REQUESTS);
}, 240_000);

/** Which part of the requests to each engine goes wrong at present. */
type Moods = Record<Name, number>;

function moody(name: Name, moods: Moods, random: Random): Script {
  return (request) => {
    const faultShare = moods[name];
    if (!request.path.endsWith('/chat/completions')) return faultShare === 1 ? jsonError(500) : answerText('pong');
    if (random.fraction() < faultShare) return random.pick(FAULTS)(request);
    const words = Array.from({ length: random.integer(1, 8) }, () => ` ${name}`).join('');
    const usage = { prompt_tokens: random.integer(1, 100), completion_tokens: random.integer(1, 100) };
    return answerText(words, { usage });
  };
}

async function askAll({ service }: PoolService, moods: Moods, random: Random): Promise<readonly Told[]> {
  const accounts = await Promise.all(Array.from({ length: 4 }, () => service.newAccount()));
  const keys = await Promise.all(accounts.map((accountId) => service.newKey({ accountId })));
  const told: Told[] = [];
  let next = 0;
  const client = async () => {
    while (next < REQUESTS) {
      if (next % 20 === 0) moods[random.pick(NAMES)] = random.pick([0, 0, 0.3, 1]);
      const question = {
        nonce: `question ${next++}`,
        form: random.pick(['json', 'stream'] as const),
        model: random.pick(['svc-frost', 'svc-glacier']),
        ...(random.fraction() < 0.05 && { cutAtBytes: random.integer(1, 600) }),
      };
      const one = await ask({ url: service.url, key: random.pick(keys).secret }, question);
      told.push(one);
      // Who is refused comes back later, as real clients do; otherwise the walk would be over before an engine is back.
      if (one.status !== 200) await Bun.sleep(100);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return told;
}

function expectRightlyTold(told: Told, booked: ReadonlyMap<string, BookedRequest>): void {
  const about = `SEED=${SEED}`;
  if (told.isWhole) {
    expectCharged(told, booked, about);
    // One engine, in one piece.
    expect(new Set(told.text.trim().split(' ')).size, `${about} ${told.question.nonce}`).toBe(1);
  } else if (!told.hasLeft) {
    const requestId = requestIdOf(told.completionId ?? '') ?? told.requestId ?? '';
    expect(booked.get(requestId), `${about} ${told.question.nonce}`).toMatchObject({ state: 'released', charges: 0 });
  }
}

/** No charge without a whole answer or a client that left. */
function expectEveryChargeKnown(told: readonly Told[], booked: ReadonlyMap<string, BookedRequest>): void {
  const settled = [...booked.values()].filter(({ state }) => state === 'settled');
  const finished = told.filter(({ isWhole }) => isWhole).map(({ completionId }) => requestIdOf(completionId ?? ''));
  const ofLeavers = settled.filter(({ id }) => !finished.includes(id));
  expect(new Set(finished).size).toBe(finished.length);
  expect(ofLeavers.length, `SEED=${SEED}`).toBeLessThanOrEqual(told.filter(({ hasLeft }) => hasLeft).length);
}
