/** Two real servers on one PostgreSQL behind nginx, with the settings for nginx that we ship. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { audit } from '../../src/ledger/audit/audit.ts';
import { costOf, type Form, questionFor, type Seen, seen } from '../support/asking.ts';
import { startNginx } from '../support/own-nginx.ts';
import { emptyPostgres } from '../support/postgres-database.ts';
import { accountWithKey, sharedBy } from '../support/postgres-storage.ts';
import { answerText, firstEvents, startUpstream, waitFor } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { type Environment, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { times } from '../support/thorough.ts';

async function startAll() {
  const storage = await emptyPostgres();
  const upstream = await startUpstream();
  const env: Environment = {
    ...sharedBy(storage),
    BOREAL_TRUST_PROXY: 'true',
  };
  const start = (port = 0) =>
    startServiceProcess({ engineUrl: upstream.url, env: { ...env, BOREAL_PORT: String(port) } });
  const servers: [ServiceProcess, ServiceProcess] = [await start(), await start()];
  const nginx = await startNginx([servers[0].port, servers[1].port]);
  const owner = await accountWithKey(storage);
  return {
    storage,
    upstream,
    servers,
    nginx,
    ...owner,
    post: (form: Form, headers: Record<string, string> = {}) =>
      fetch(`${nginx.url}/chat/completions`, {
        method: 'POST',
        // A connection that nginx closes when it follows new settings must not be one that we were about to use.
        keepalive: false,
        headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(questionFor(form)),
      }),
    /** Out of nginx, the order to stop, the end, a new process in its place, and back into nginx. */
    restart: async (which: 0 | 1): Promise<void> => {
      const old = servers[which];
      await nginx.spare(old.port);
      old.signal('SIGTERM');
      expect(await old.exited).toEqual({ code: 0, signal: null });
      await old[Symbol.asyncDispose]();
      servers[which] = await start(old.port);
      await nginx.spare(undefined);
    },
    [Symbol.asyncDispose]: async () => {
      await nginx[Symbol.asyncDispose]();
      for (const server of servers) await server[Symbol.asyncDispose]();
      await upstream.stop();
      await storage.giveBack();
    },
  };
}

/** How many chats one server has answered, as it says itself. */
async function chatsOf({ port }: ServiceProcess): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const counts = [...text.matchAll(/^boreal_chats_total\{.*\} (\d+)$/gm)].map(([, count]) => Number(count));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** One after the other, each test with what it asks for: a start of all takes longer than most of them. */
let all: Awaited<ReturnType<typeof startAll>>;
beforeAll(async () => {
  all = await startAll();
});
afterAll(() => all[Symbol.asyncDispose]());

/** Of the engine. */
const chatsAsked = (): number => all.upstream.requests.filter(({ method }) => method === 'POST').length;

test('an event of a stream passes nginx while the next one is not there yet', async () => {
  const gate = Promise.withResolvers<void>();
  const whole = answerText('one two three');
  all.upstream.play([firstEvents(2, whole), waitFor(gate.promise)]);

  const response = await all.post('stream');
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('one')) text += (await reader.read()).value ?? '';

  expect(response.status).toBe(200);
  expect(text).not.toContain('three');
  gate.resolve();
  await reader.cancel();
});

test('servers restarted one after the other under load lose no answer and no charge', async () => {
  const { key, accountId } = await accountWithKey(all.storage);
  const usage = { prompt_tokens: 9, completion_tokens: 3 };
  all.upstream.play(answerText('one two three', { usage, everyMs: 20 }));
  let isOver = false;
  const answers: Seen[] = [];
  const askOn = async (form: Form): Promise<void> => {
    while (!isOver) answers.push(await seen(await all.post(form, { authorization: `Bearer ${key}` }), form));
  };
  const callers = Promise.all(Array.from({ length: times(4, 12) }, (_, i) => askOn(i % 2 === 0 ? 'json' : 'stream')));
  const more = (count: number) => {
    const goal = answers.length + count;
    return until(`${count} more answers`, () => answers.length >= goal);
  };

  await more(times(20, 50));
  for (let restarts = 0; restarts < times(2, 4); restarts += 1) {
    await all.restart(restarts % 2 === 0 ? 0 : 1);
    await more(times(20, 50));
  }
  isOver = true;
  await callers;

  const lost = answers.filter(({ status, text, form, isDone }) => {
    const isWhole = text === 'one two three' && (form === 'json' || isDone);
    return status !== 200 || !isWhole;
  });
  expect(lost.map(({ everything }) => everything)).toEqual([]);
  const balance = await all.stores.ledger.balanceOf(accountId, Date.now());
  expect(balance).toMatchObject({ held: 0n, spent: costOf(9, 3) * BigInt(answers.length) });
  expect((await audit(all.storage.db, Date.now())).problems).toEqual([]);
});

test('repeats of one Idempotency-Key at once are asked of the engine once', async () => {
  all.upstream.play(answerText('one two three', { everyMs: 20 }));
  const asked = chatsAsked();

  const responses = await Promise.all(
    Array.from({ length: 8 }, () => all.post('json', { 'idempotency-key': 'the-same' })),
  );
  const answers = await Promise.all(responses.map((response) => seen(response, 'json')));

  expect(answers.map(({ status, text }) => ({ status, text }))).toEqual(
    Array(8).fill({ status: 200, text: 'one two three' }),
  );
  expect(chatsAsked() - asked).toBe(1);
});

test('metrics are not public', async () => {
  const answer = await fetch(`${all.nginx.origin}/metrics`);

  expect(answer.status).toBe(404);
});

test('requests are spread over both servers, and a server that died takes no request with it', async () => {
  all.upstream.play(answerText('one two three'));
  const askForty = () => Promise.all(Array.from({ length: 40 }, async () => seen(await all.post('json'), 'json')));
  const [one, other] = all.servers;
  const sharesOfBoth = () => Promise.all([one, other].map(chatsOf));

  const sharesBefore = await sharesOfBoth();
  const before = await askForty();
  const shares = (await sharesOfBoth()).map((share, n) => share - sharesBefore[n]!);
  process.kill(one.pid, 'SIGKILL');
  await one.exited;
  const after = await askForty();

  expect([...before, ...after].map(({ status }) => status)).toEqual(Array(80).fill(200));
  expect(shares.reduce((sum, share) => sum + share)).toBe(40);
  expect(Math.min(...shares)).toBeGreaterThan(0);
});
