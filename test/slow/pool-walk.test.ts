/**
 * A random walk over a pool whose engines fail in every way, one by one and all at once, while clients ask and leave. In
 * the end all engines are well, and the walk goes on until each of them has answered. Afterwards the clients, the engines
 * and the ledger must agree. `SEED=n` repeats a walk as far as chance decides it.
 */
import { expect, test } from 'bun:test';
import { requestIdOf } from '../../src/core/request-id.ts';
import { NAMES, type Name, type PoolService, startPool } from '../support/pool-service.ts';
import { type Random, seeded } from '../support/random.ts';
import { type BookedRequest, bookedRequests, expectCharged, expectCleanLedger } from '../support/reckoning.ts';
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
/** Four times as long as an engine that is well is left alone at most: machines may be busy. */
const RECOVERY_MS = 120_000;
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

  const keys = await newKeys(pool);
  const walked = await askAll({ pool, keys, moods }, seeded(SEED + 100));
  Object.assign(moods, { a: 0, b: 0, c: 0 });
  const told = [...walked, ...(await askUntilAllHaveAnswered({ pool, keys }))];

  const { dataDir } = pool.service.config;
  await expectCleanLedger(dataDir, `SEED=${SEED}`);
  const booked = bookedRequests(dataDir);
  for (const one of told) expectRightlyTold(one, booked);
  expectEveryChargeKnown(told, booked);
  for (const one of told) if (one.isWhole) expect(NAMES as readonly (string | undefined)[]).toContain(engineOf(one));
  const whole = walked.filter(({ isWhole }) => isWhole).length;
  console.log(`${whole} whole, ${walked.length - whole} not, ${booked.size} in the ledger`);
  expect(whole).toBeGreaterThan(0);
  expect(whole).toBeLessThan(REQUESTS);
}, 600_000);

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

type Asking = { readonly pool: PoolService; readonly keys: readonly string[] };

async function newKeys({ service }: PoolService): Promise<readonly string[]> {
  const accounts = await Promise.all(Array.from({ length: 4 }, () => service.newAccount()));
  const keys = await Promise.all(accounts.map((accountId) => service.newKey({ accountId })));
  return keys.map(({ secret }) => secret);
}

async function askAll(
  { pool, keys, moods }: Asking & { readonly moods: Moods },
  random: Random,
): Promise<readonly Told[]> {
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
      const one = await ask({ url: pool.service.url, key: random.pick(keys) }, question);
      told.push(one);
      // Who is refused comes back later, as real clients do; otherwise the walk would be over before an engine is back.
      if (one.status !== 200) await Bun.sleep(100);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return told;
}

/** Whatever has happened to an engine: once it is well again it is asked again. */
async function askUntilAllHaveAnswered({ pool, keys }: Asking): Promise<readonly Told[]> {
  const told: Told[] = [];
  const missing = new Set<string | undefined>(NAMES);
  const askOnce = async () => {
    const question = { nonce: `late question ${told.length}`, form: 'stream' } as const;
    const one = await ask({ url: pool.service.url, key: keys[0]! }, question);
    told.push(one);
    if (one.isWhole) missing.delete(engineOf(one));
    return missing.size === 0;
  };
  await until(`every engine answers again, SEED=${SEED}`, askOnce, RECOVERY_MS);
  return told;
}

const engineOf = ({ text }: Told): string | undefined => text.trim().split(' ')[0];

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
