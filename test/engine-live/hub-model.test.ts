/** A model of the hub through the whole service: downloading, ready, answering; and what happens when it is wrong. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENDLESS } from '../support/endless.ts';
import { type ModelHub, startModelHub } from '../support/model-hub.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { writeTinyModel } from '../support/tiny-gguf.ts';

const TOKEN = 'hf_a_token_that_nobody_may_see';
const NAME = 'Some-Model-Q8_0.gguf';

const folder = mkdtempSync(join(tmpdir(), 'boreal-hub-model-'));
let weights: Uint8Array;
let hub: ModelHub;
beforeAll(async () => {
  const marks = ['<|endoftext|>', '<|im_start|>', '<|im_end|>'];
  weights = readFileSync(writeTinyModel(join(folder, NAME), { marks }));
  hub = await startModelHub({ files: { [NAME]: weights }, token: TOKEN });
});
afterAll(async () => {
  await hub.close();
  rmSync(folder, { recursive: true });
});

const readyz = async (service: TestService) => {
  const response = await fetch(service.url.replace('/v1', '/readyz'));
  const { problems } = (await response.json()) as { problems: readonly string[] };
  return { status: response.status, problems };
};
const ask = (service: TestService) =>
  service.client().chat.completions.create({
    model: 'svc-glacier',
    messages: [{ role: 'user', content: 'What is the capital of France?' }],
    temperature: 0,
    max_tokens: 20,
    ...ENDLESS,
  });
const embedded = { model: 'hf:owner/name:Q8_0', slots: 2 };

test('a model is downloaded while the service says so, answers when it is there, and is kept for the next start', async () => {
  const goOn = hub.holdAfter(Math.ceil(weights.length * 0.43));
  const dataDir = mkdtempSync(join(tmpdir(), 'boreal-hub-'));
  await using service = await startService({ dataDir, embedded: { ...embedded, hub: hub.url, hubToken: TOKEN } });
  await until('it downloads', async () => / (?:42|43) %$/.test((await readyz(service)).problems[0] ?? ''));
  const during = await readyz(service);
  const refusal = await ask(service).catch((error) => error);

  goOn('send the rest');
  await until('it is ready', async () => (await readyz(service)).status === 200);
  const answer = await ask(service);
  const pid = Number(service.log.findLast((line) => line.message === 'embedded engine is ready')?.pid);
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  const logged = JSON.stringify(service.log);
  await service.stop();

  expect(during.status).toBe(503);
  expect(during.problems[0]).toMatch(/^engine embedded is not ready: downloading 4[23] %$/);
  expect(refusal).toMatchObject({ status: 502 });
  expect(answer.choices[0]?.message.content).not.toBe('');
  expect(answer.usage?.completion_tokens).toBeGreaterThan(0);
  expect(logged).toContain(`embedded engine: downloading ${NAME}: `);
  expect(words).toContain('hf:owner/name:Q8_0');
  expect(words + logged).not.toContain(TOKEN);

  const requests = hub.seen.length;
  await using again = await startService({ dataDir, embedded: { ...embedded, hub: hub.url } });
  await until('it is ready again', async () => (await readyz(again)).status === 200);

  expect(hub.seen.length).toBe(requests);
  rmSync(dataDir, { recursive: true, force: true });
});

test('a wrong file is said to be wrong, is not tried again at once, and no request waits for it', async () => {
  hub.fault('storage', { kind: 'wrong-bytes' });

  await using service = await startService({ embedded: { ...embedded, hub: hub.url, hubToken: TOKEN } });
  const ended = () => service.log.find((line) => line.message.includes('embedded engine has ended'));
  await until('it has failed', () => ended() !== undefined);
  const requests = hub.seen.length;
  const refusal = await ask(service).catch((error) => error);

  expect(ended()?.reason).toContain('hf:owner/name/Some-Model-Q8_0.gguf came out wrong: its SHA-256 is ');
  expect(ended()?.waitMs).toBe(600_000);
  expect((await readyz(service)).problems).toEqual(['engine embedded does not answer']);
  expect(refusal).toMatchObject({ status: 502 });
  expect(hub.seen.length).toBe(requests);
});

test('a model that is not there is named in the log', async () => {
  await using service = await startService({
    embedded: { model: 'hf:owner/other', slots: 2, hub: hub.url, hubToken: TOKEN },
  });
  const ended = () => service.log.find((line) => line.message.includes('embedded engine has ended'));
  await until('it has failed', () => ended() !== undefined);

  expect(ended()?.reason).toContain('The hub refuses embedded.hubToken for owner/other (status 401)');
  expect(JSON.stringify(service.log)).not.toContain(TOKEN);
});
