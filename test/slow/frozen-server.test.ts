/**
 * A server that the others took for dead: its leases are gone, so its running answers end at once, with an error, and
 * nothing more of them is given away.
 */
import { describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '../../src/ledger/audit/audit.ts';
import { heldAnswer } from '../support/held-answer.ts';
import { SHARED_SECRET } from '../support/ledger-key.ts';
import { emptyPostgres } from '../support/postgres-database.ts';
import { startReplicaSet } from '../support/replica-set.ts';
import { answerText, inTurn, type ScriptedUpstream, startUpstream, streamed } from '../support/scripted-upstream.ts';
import { PLENTY, startService, until } from '../support/service.ts';

const MESSAGES = [{ role: 'user', content: 'hi' }];
const ENDS = /\[DONE\]|message_stop|response\.completed/;

describe.each([
  ['/chat/completions', { messages: MESSAGES, max_tokens: 50 }],
  ['/responses', { input: 'hi', max_output_tokens: 50 }],
  ['/messages', { model: 'svc-frost', messages: MESSAGES, max_tokens: 50 }],
])('an answer of %s', (path, question) => {
  test('ends with an error as soon as its server knows that it was taken for dead', async () => {
    const storage = await emptyPostgres();
    const service = await startService({ env: { BOREAL_DATABASE_URL: storage.url, BOREAL_SECRET: SHARED_SECRET } });
    const gate = Promise.withResolvers<void>();
    service.upstream.play(inTurn(heldAnswer(gate.promise), answerText('pong')));
    const post = () =>
      fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...question, stream: true }),
      });
    const running = await post();
    const [{ id }] = (await storage.db.sql.all('SELECT id FROM servers')) as [{ id: string }];

    expect(await service.stores.leases.drop(id)).toBe(true);

    const text = await running.text();
    expect(text).toContain('out of touch for too long and begins anew; nothing was charged');
    expect(text).not.toMatch(ENDS);
    let next = '';
    await until('it has begun anew', async () => {
      const answer = await post();
      next = await answer.text();
      return answer.status === 200;
    });
    expect(next).toMatch(ENDS);
    gate.resolve();
    await service.stop();
    expect(await storage.db.sql.all("SELECT id FROM requests WHERE state = 'settled'")).toHaveLength(1);
    expect((await audit(storage.db, Date.now())).problems).toEqual([]);
    await storage.giveBack();
  });
});

const WORDS = 4000;
const WORD_MS = 10;
/** The bytes on their way from the engine to the client when the server was frozen. */
const ON_ITS_WAY_MAX = 5;
/** A little longer than others wait for a server. */
const SILENT_MS = 30_001;

/** Two servers, and an answer of the first that has begun and goes on for long. */
async function startLongAnswer(env: Readonly<Record<string, string>> = {}) {
  await using closing = new AsyncDisposableStack();
  const upstream = closing.use(await startUpstream());
  const deltas = Array.from({ length: WORDS }, () => ({ content: ' word' }));
  const usage = { prompt_tokens: 1, completion_tokens: WORDS };
  upstream.play((request) => streamed(request, { deltas, message: {} }, { usage, everyMs: WORD_MS }));
  const shared = { clockShiftsMs: [0, 0], engineUrl: upstream.url, limiter: 'PostgreSQL', env } as const;
  const set = closing.use(await startReplicaSet(shared));
  const { process: frozen } = set.replicas[0]!;
  const customer = await set.newCustomer(PLENTY);
  const headers = { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ messages: MESSAGES, max_tokens: WORDS, stream: true });
  const post = () => fetch(`${frozen.url}/chat/completions`, { method: 'POST', headers, body });
  const answer = await post();
  expect(answer.status).toBe(200);
  let text = '';
  const reading = (async () => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) text += part;
  })();
  const words = () => text.split(' word').length - 1;
  await until('the answer has begun', () => words() > 20);
  const whole = closing.move();
  return {
    ...{ upstream, set, frozen, post, reading, words },
    text: () => text,
    isDropped: async () => (await set.db.sql.all('SELECT id FROM servers')).length === 1,
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  };
}

/** Pieces of the long answer that the engine has sent. */
const upstreamSent = ({ upstream }: { readonly upstream: ScriptedUpstream }): number =>
  upstream.requests.find(({ body }) => body !== undefined)!.sentEvents;

type LongAnswer = Awaited<ReturnType<typeof startLongAnswer>>;

/** After the server was dropped, and goes on. */
async function expectNothingGivenAway({ upstream, set, post, words, text }: LongAnswer, before: number) {
  const sent = upstreamSent({ upstream });
  console.log(`the engine sent ${sent} words, ${before} came before the freeze, ${words() - before} after it`);
  expect(sent).toBeGreaterThan(before + ON_ITS_WAY_MAX * 10);
  expect(words() - before).toBeLessThanOrEqual(ON_ITS_WAY_MAX);
  expect(text()).toContain('data: {"error":');
  expect(text()).not.toContain('[DONE]');
  expect(await set.db.sql.all('SELECT id FROM requests')).toEqual([]);
  expect(await set.db.sql.all('SELECT id FROM pots WHERE held > 0')).toEqual([]);
  expect((await audit(set.db, Date.now())).problems).toEqual([]);
  upstream.play(answerText('pong'));
  const again = await post();
  expect([again.status, await again.text()]).toEqual([200, expect.stringContaining('[DONE]')]);
}

test('a server that is frozen for longer than the others wait gives away nothing more when it wakes up', async () => {
  await using running = await startLongAnswer();
  const { frozen, reading, words, isDropped } = running;

  process.kill(frozen.pid, 'SIGSTOP');
  await until('the other server has dropped it', isDropped, 90_000);
  const before = words();
  process.kill(frozen.pid, 'SIGCONT');
  await reading;

  await expectNothingGivenAway(running, before);
}, 600_000);

test('a server whose machine stood still, and its clock for deadlines with it, gives away nothing more either', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-frozen-'));
  const clockFile = join(folder, 'clock');
  writeFileSync(clockFile, '0');
  await using running = await startLongAnswer({ TEST_CLOCK_FILE: clockFile });
  const { frozen, set, reading, words, isDropped } = running;

  process.kill(frozen.pid, 'SIGSTOP');
  await set.db.sql.run('UPDATE servers SET seen_at_ms = seen_at_ms - ?', SILENT_MS);
  await until('the other server has dropped it', isDropped, 90_000);
  const before = words();
  await until('there is more of the answer', () => upstreamSent(running) > before + ON_ITS_WAY_MAX * 20);
  writeFileSync(clockFile, String(SILENT_MS));
  process.kill(frozen.pid, 'SIGCONT');
  await reading;

  await expectNothingGivenAway(running, before);
  rmSync(folder, { recursive: true });
}, 600_000);
