/** An engine that an operator adds on one of two servers, as real processes on one PostgreSQL. */
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { orderBecause, signedUpOperator } from '../support/busy-operator.ts';
import { HELD_TEXT, heldAnswer } from '../support/held-answer.ts';
import { emptyPostgres } from '../support/postgres-database.ts';
import { answerText, startUpstream } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { accountBeside, runBoreal, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const CHAT = { model: 'svc-frost', messages: [{ role: 'user' as const, content: 'hi' }], max_tokens: 10 };
const CHANGED = 'engines changed by an operator';

test('an engine added on one server answers on the other, cuts off no answer, and is there after a crash', async () => {
  const storage = await emptyPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'boreal-engines-'));
  await using closing = new AsyncDisposableStack();
  closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  closing.defer(() => storage.giveBack());
  const [old, next] = [closing.use(await startUpstream()), closing.use(await startUpstream())];
  const env = { BOREAL_DATABASE_URL: storage.url, BOREAL_SECRET: 'the same on both servers of this test' };
  const start = async (name: string) =>
    closing.use(await startServiceProcess({ engineUrl: old.url, env, folder: join(folder, name) }));
  for (const name of ['one', 'other']) await Bun.write(join(folder, name, 'empty'), '');
  const one = await start('one');
  const { key } = await accountBeside(one);
  const clientOf = ({ url }: ServiceProcess) => new OpenAI({ baseURL: url, apiKey: key, maxRetries: 0 });
  const answerOf = async (service: ServiceProcess) =>
    (await clientOf(service).chat.completions.create(CHAT)).choices[0]!.message.content;
  await one.hasLogged('there is no operator yet');
  const log = one.lines.map(({ msg, ...line }) => ({ ...line, message: msg }));
  const operator = await signedUpOperator({ port: one.port, log });
  const other = await start('other');
  const hasChanged = (times: number) =>
    until(`change ${times}`, () => other.lines.filter(({ msg }) => msg === CHANGED).length === times);
  const change = async (path: string, body: object) => {
    const { revision } = (await operator.get('/api/operator/serving')).json;
    const order = { ...orderBecause('a faster machine'), revision, fromMs: null };
    return (await operator.post(`/api/operator/serving/${path}`, { ...order, ...body })).status;
  };
  const gate = Promise.withResolvers<void>();
  old.play(heldAnswer(gate.promise));
  next.play(answerText('the new one'));
  const stream = await clientOf(other).chat.completions.create({ ...CHAT, stream: true });
  const running = Array.fromAsync(stream, (chunk) => chunk.choices[0]?.delta.content ?? '');
  await old.nextRequest();

  const settings = { baseUrl: next.url, model: 'fast-model' };
  const added = await change('engines', { name: 'fast', settings, apiKey: 'the-key' });
  await hasChanged(1);
  const given = await change('models', { model: 'svc-frost', engines: [{ engine: 'fast' }] });
  await hasChanged(2);
  const answers = [await answerOf(one), await answerOf(other)];
  gate.resolve();
  const whole = (await running).join('');
  process.kill(other.pid, 'SIGKILL');
  await other.exited;
  const restarted = await start('other');
  const tested = await runBoreal(['engine', 'test', 'fast', '--json'], restarted.env);

  expect([added, given]).toEqual([200, 200]);
  expect(answers).toEqual(['the new one', 'the new one']);
  expect(next.requests.at(-1)!.headers.authorization).toBe('Bearer the-key');
  expect(whole).toBe(HELD_TEXT);
  expect(await answerOf(restarted)).toBe('the new one');
  expect(JSON.parse(tested.stdout)).toMatchObject({ engine: 'fast', model: 'svc-frost', ok: true });
});

test('a file that takes an engine away from a model is refused at a reload; commands say what is served and what is wrong', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-engines-'));
  await using closing = new AsyncDisposableStack();
  closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  const upstream = closing.use(await startUpstream());
  const engine = { kind: 'openai', baseUrl: upstream.url, model: 'm', runningUsage: 'none' };
  const configure = (engines: object) =>
    writeFileSync(
      join(folder, 'boreal.config.json'),
      JSON.stringify({ engines, models: { 'svc-glacier': { engine: 'main' } }, embedded: { enabled: false } }),
    );
  configure({ main: engine, spare: engine });
  const env = { BOREAL_EMBEDDED: '{"enabled":false}' };
  const service = closing.use(await startServiceProcess({ folder, env }));
  await service.hasLogged('there is no operator yet');
  const log = service.lines.map(({ msg, ...line }) => ({ ...line, message: msg }));
  const operator = await signedUpOperator({ port: service.port, log });
  const order = { ...orderBecause('more room'), revision: 0, fromMs: null };
  const engines = [{ engine: 'spare' }];
  const given = await operator.post('/api/operator/serving/models', { ...order, model: 'svc-frost', engines });
  const owned = await operator.post('/api/operator/serving/models', {
    ...{ ...orderBecause('more room'), revision: 1, fromMs: null, model: 'svc-glacier', engines },
  });
  const exported = await runBoreal(['engine', 'export', '--json'], service.env, folder);

  configure({ main: engine });
  const refused = await operator.post('/api/operator/reload', orderBecause('less to pay'));
  const doctor = await runBoreal(['doctor', '--json'], service.env, folder);

  const problem = 'models.svc-frost.engine names "spare", which is not among engines.';
  expect([given.status, owned.status, owned.json.error?.code]).toEqual([200, 409, 'set_by_file']);
  expect(JSON.parse(exported.stdout)).toMatchObject({
    engines: { main: { baseUrl: upstream.url }, spare: { baseUrl: upstream.url } },
    models: { 'svc-frost': { engine: 'spare' }, 'svc-glacier': { engine: 'main' } },
  });
  expect(refused.json).toEqual({ ok: false, problems: [problem] });
  expect((JSON.parse(doctor.stdout) as { findings: { what: string }[] }).findings.map(({ what }) => what)).toContain(
    `engines that operators have set: ${problem}`,
  );
});
