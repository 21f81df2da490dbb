/** The embedded engine when the configuration is reloaded: it goes on, goes, and comes back. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerText, startUpstream } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { accountIn, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { ask } from '../support/witness.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-reload-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const configure = (config: object) => writeFileSync(join(folder, 'boreal.config.json'), JSON.stringify(config));

async function reload(service: ServiceProcess, config: object): Promise<void> {
  const count = () => service.lines.filter(({ msg }) => msg === 'configuration reloaded').length;
  const before = count();
  configure(config);
  process.kill(service.pid, 'SIGHUP');
  await until('the configuration was reloaded', () => count() > before);
}

const pids = (service: ServiceProcess): readonly number[] =>
  service.lines.filter(({ msg }) => msg === 'embedded engine is ready').map(({ pid }) => Number(pid));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('it goes on while it is needed, ends when it is not needed, and comes back', async () => {
  await using upstream = await startUpstream();
  upstream.play(answerText('from the upstream', { usage: { prompt_tokens: 10, completion_tokens: 5 } }));
  const engines = { main: { kind: 'openai', baseUrl: upstream.url, model: 'test-model', runningUsage: 'none' } };
  configure({});
  await using service = await startServiceProcess({ folder, env: { BOREAL_EMBEDDED: '{}' } });
  await service.hasLogged('embedded engine is ready');
  const target = { url: service.url, key: (await accountIn(service.dataDir)).key };
  const [first] = pids(service) as [number];

  await reload(service, { engines, models: { 'svc-frost': { engine: 'main' } } });
  const byUpstream = await ask(target, { nonce: 'frost', form: 'json' });
  const byEmbedded = await ask(target, { nonce: 'hello', form: 'json', model: 'svc-glacier', maxTokens: 5 });
  expect([byUpstream.isWhole, byEmbedded.isWhole]).toEqual([true, true]);
  expect(byUpstream.text).toContain('from the upstream');
  expect(pids(service)).toEqual([first]);

  await reload(service, { engines });
  await until('the process of the engine has ended', () => !isAlive(first));

  await reload(service, {});
  const again = await ask(target, { nonce: 'hello', form: 'json', model: 'svc-glacier', maxTokens: 5 });
  expect(again.isWhole).toBe(true);
  expect(pids(service)).toHaveLength(2);
});

test('another token for the hub is a new process: the old one would go on with the old token', async () => {
  await using upstream = await startUpstream();
  // All other models are the embedded engine's.
  const models = { 'svc-frost': { engine: 'main' } };
  configure({ models, embedded: { hubToken: 'first-token' } });
  await using service = await startServiceProcess({ folder, engineUrl: upstream.url });
  await service.hasLogged('embedded engine is ready');
  const [first] = pids(service) as [number];

  await reload(service, { models, embedded: { hubToken: 'second-token' } });

  await until('another process is ready', () => pids(service).length === 2);
  await until('the process with the old token has ended', () => !isAlive(first));
});
