/** A model that an operator adds on one of two servers, as real processes on one PostgreSQL; and commands beside them. */
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { LEAD_MS } from '../../src/core/version.ts';
import { orderBecause, signedUpOperator } from '../support/busy-operator.ts';
import { emptyPostgres } from '../support/postgres-database.ts';
import { startUpstream } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { accountBeside, runBoreal, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const PRICE = { input: '3', cachedInput: '1', output: '7', reasoning: '9' };
const ROLE = { en: 'Writes poems', cs: 'Píše básně' };
const POET = { model: 'poet', role: ROLE, maxOutputTokens: 500, price: PRICE };

type Usage = { readonly prompt_tokens: number; readonly completion_tokens: number; readonly cost_czk: string };

/** Two servers on one database, whose file says nothing of models. */
async function startTwo(closing: AsyncDisposableStack) {
  const storage = await emptyPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'boreal-models-'));
  closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  closing.defer(() => storage.giveBack());
  const upstream = closing.use(await startUpstream());
  const env = {
    BOREAL_DATABASE_URL: storage.url,
    BOREAL_SECRET: 'the same on both servers of this test',
    BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000',
  };
  const start = async (name: string) => {
    await Bun.write(join(folder, name, 'empty'), '');
    return closing.use(await startServiceProcess({ engineUrl: upstream.url, env, folder: join(folder, name) }));
  };
  const one = await start('one');
  const { key } = await accountBeside(one);
  await one.hasLogged('there is no operator yet');
  const operator = await signedUpOperator({
    port: one.port,
    log: one.lines.map(({ msg, ...line }) => ({ ...line, message: msg })),
  });
  const other = await start('other');
  const messages = [{ role: 'user' as const, content: 'hi' }];
  const ask = ({ url }: ServiceProcess, model?: string) =>
    new OpenAI({ baseURL: url, apiKey: key, maxRetries: 0 }).chat.completions.create({
      ...{ model: model as string, messages, max_tokens: 10 },
    });
  return { one, other, operator, folder, ask };
}

const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'answered',
    ({ code }: { code: string }) => code,
  );

const costOf = ({ prompt_tokens, completion_tokens }: Usage): number =>
  (prompt_tokens * 3 + completion_tokens * 7) / 1e6;

test('a model added on one server is served and billed on the other, and goes from both', async () => {
  await using closing = new AsyncDisposableStack();
  const { one, other, operator, ask } = await startTwo(closing);
  const change = async (path: string, body: object) => {
    const { revision } = (await operator.get('/api/operator/models')).json;
    return (await operator.post(`/api/operator/models${path}`, { ...orderBecause('wanted'), revision, ...body }))
      .status;
  };

  const added = await change('', POET);
  const here = await ask(one, 'poet');
  await until('it is served by the other', async () => (await codeOf(ask(other, 'poet'))) === 'answered');
  const there = await ask(other, 'poet');
  const removed = await change('/remove', { model: 'svc-frost' });
  await until('it is gone from the other', async () => (await codeOf(ask(other, 'svc-frost'))) === 'model_not_found');
  const defaulted = await change('/change', { model: 'poet', isDefault: true });
  await until('it is the default of the other', async () => (await ask(other)).model === 'poet');

  expect([added, removed, defaulted]).toEqual([200, 200, 200]);
  // Every server reads what is set twice within this time, so no change takes longer to be served.
  expect(LEAD_MS).toBeLessThanOrEqual(2000);
  for (const answer of [here, there]) {
    expect(answer.model).toBe('poet');
    const usage = answer.usage as object as Usage;
    expect(Number(usage.cost_czk)).toBeCloseTo(costOf(usage), 9);
  }
  expect(await codeOf(ask(one, 'svc-frost'))).toBe('model_not_found');
});

test('commands choose the first models, add, change and remove; a file is applied and exported again', async () => {
  await using closing = new AsyncDisposableStack();
  const { one, other, folder, ask } = await startTwo(closing);
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await runBoreal([...words, '--json'], one.env, join(folder, 'one'));
    return { code, stderr, json: JSON.parse(stdout || '{}') as Record<string, unknown> };
  };
  const because = ['--reason', 'wanted'];

  const preset = await run('model', 'preset', '--to', 'B', ...because);
  const again = await run('model', 'preset', '--to', 'A', ...because);
  await until('both have B', async () => {
    const answers = await Promise.all([codeOf(ask(one, 'svc-1')), codeOf(ask(other, 'svc-1'))]);
    return answers.every((code) => code === 'answered');
  });
  const added = await run(
    ...['model', 'add', '--model', 'poet', '--role-en', 'Writes poems', '--role-cs', 'Píše básně'],
    ...['--max-output-tokens', '500', '--price-input', '3', '--price-output', '7', '--aliases', 'bard'],
    ...['--engines', 'main', '--tools', 'yes', '--tiers-flex', '50', '--tiers-batch', '40', ...because],
  );
  await until('it is served by both', async () => {
    const answers = await Promise.all([codeOf(ask(one, 'bard')), codeOf(ask(other, 'bard'))]);
    return answers.every((code) => code === 'answered');
  });
  const tiered = ['--price-input', '4', '--tiers-flex', '60'];
  const changed = await run('model', 'change', '--model', 'poet', '--hidden', 'yes', ...tiered, ...because);
  const removed = await run('model', 'remove', '--model', 'svc-1-think', ...because);
  const wrong = await run('model', 'change', '--model', 'poet', '--max-output-tokens', '0', ...because);
  const exported = await run('export');
  const file = join(folder, 'wish.json');
  writeFileSync(file, JSON.stringify(exported.json));
  const applied = await run('apply', file);
  const wish = {
    ...{ catalogue: 'B', defaultModel: 'poet' },
    models: {
      poet: { hidden: false, role: { en: 'Poems', cs: 'Básně' }, modalities: ['text'] },
      'svc-1': { removed: true },
      clerk: { maxOutputTokens: 10, price: { input: '1', output: '1' }, role: ROLE },
    },
  };
  writeFileSync(file, JSON.stringify(wish));
  const wished = await run('apply', file, '--yes');
  const repeated = await run('apply', file, '--yes');
  await until('both have what was wished for', async () => {
    const answers = await Promise.all([ask(one), ask(other)]);
    return answers.every(({ model }) => model === 'poet');
  });
  writeFileSync(file, '{"catalogue":"A"}');
  const refused = await run('apply', file, '--yes');
  const statesOf = async () =>
    ((await run('model', 'list')).json.models as { id: string; state: string }[]).map(({ id, state }) => [id, state]);
  await until('their prices hold', async () => (await statesOf()).every(([, state]) => state === 'served'));

  expect([preset.code, again.code, added.code, changed.code, removed.code]).toEqual([0, 2, 0, 0, 0]);
  expect(again.stderr).toContain('The first models were chosen before (B)');
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--max-output-tokens must be at least 1.')]);
  expect(exported.json).toMatchObject({
    ...{ catalogue: 'B', defaultModel: 'svc-1', aliases: { bard: 'poet' } },
    models: {
      poet: {
        ...{ engine: 'main', hidden: true, role: ROLE, tools: true, price: { input: '4', output: '7' } },
        tiers: { flex: 60, batch: 40 },
      },
      'svc-1-think': { removed: true },
    },
  });
  expect(applied.json).toMatchObject({ changes: [] });
  expect(wished).toMatchObject({ code: 0, json: { applied: true } });
  expect(repeated.json).toMatchObject({ changes: [], applied: false });
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('catalogue was chosen before (B): add, change and remove models instead.'),
  ]);
  expect(await statesOf()).toEqual([
    ['poet', 'served'],
    ['clerk', 'served'],
  ]);
});
