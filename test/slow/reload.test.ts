/** SIGHUP: prices, models and engines change while the server runs; running answers keep what they began with. */
import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATOR_EMAIL, orderBecause, signedUpOperator } from '../support/busy-operator.ts';
import { bookedRequests, expectCharged, expectCleanLedger } from '../support/reckoning.ts';
import { answerText, startUpstream, waitFor } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { accountIn, startServiceProcess } from '../support/service-process.ts';
import { ask, type Told } from '../support/witness.ts';

const ANSWER = answerText('one two three', { usage: { prompt_tokens: 10, completion_tokens: 5 } });
const DEAR = { input: '1000', output: '2000' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-reload-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const engineAt = (baseUrl: string) => ({ kind: 'openai', baseUrl, model: 'test-model', runningUsage: 'none' });
const configure = (config: object | string) =>
  writeFileSync(join(folder, 'boreal.config.json'), typeof config === 'string' ? config : JSON.stringify(config));

test('a running answer ends on its engine at its price, the next one goes to the new engine at the new price', async () => {
  await using old = await startUpstream();
  await using next = await startUpstream();
  const gate = Promise.withResolvers<void>();
  old.play([waitFor(gate.promise), ANSWER]);
  next.play(ANSWER);
  configure({ engines: { old: engineAt(old.url) } });
  await using service = await startServiceProcess({ folder, isLaunched: true });
  const target = { url: service.url, key: (await accountIn(service.dataDir)).key };
  const running = ask(target, { nonce: 'before', form: 'stream' });
  await old.nextRequest();

  configure({
    serviceName: 'Other',
    engines: { next: engineAt(next.url) },
    aliases: { 'claude-*': 'mine' },
    models: { 'svc-frost': { engine: 'next', price: DEAR }, mine: { engine: 'next', price: DEAR, maxOutputTokens: 9 } },
  });
  service.signal('SIGHUP');
  await service.hasLogged('configuration reloaded');
  const after = await ask(target, { nonce: 'after', form: 'stream' });
  const own = await ask(target, { nonce: 'own', form: 'json', model: 'mine', maxTokens: 9 });
  const alias = await ask(target, { nonce: 'alias', form: 'json', model: 'claude-x', maxTokens: 9 });
  gate.resolve();
  const before = await running;

  const booked = bookedRequests(service.dataDir);
  for (const one of [before, after, own, alias]) expectCharged(one, booked);
  expect(booked.get(before.requestId!)?.priceVersion).toBe('svc-frost@1');
  expect(booked.get(after.requestId!)?.priceVersion).toBe('svc-frost@2');
  expect(booked.get(after.requestId!)?.costNanos).toBe(10n * 1_000_000n + 5n * 2_000_000n);
  expect(booked.get(own.requestId!)?.priceVersion).toBe('mine@1');
  expect(booked.get(alias.requestId!)?.priceVersion).toBe('mine@1');
  await until('the connections to the old engine are closed', () => old.openConnections === 0);
  expect(await service.hasLogged('count only after a restart')).toMatchObject({
    settings: ['serviceName'],
    level: 'warn',
  });
  await expectCleanLedger(service.dataDir);
});

test('a bad file is refused as a whole, with every problem; the old configuration goes on, and a good one follows', async () => {
  await using upstream = await startUpstream();
  upstream.play(ANSWER);
  const good = { engines: { main: engineAt(upstream.url) } };
  configure(good);
  await using service = await startServiceProcess({ folder });
  const target = { url: service.url, key: (await accountIn(service.dataDir)).key };

  configure({ ...good, models: { 'svc-frost': { engine: 'gone', price: DEAR } }, limits: { pingMs: 'soon' } });
  service.signal('SIGHUP');
  const refused = await service.hasLogged('the configuration was not reloaded: the old one stays');
  const still = await ask(target, { nonce: 'still', form: 'json' });
  // The launcher takes two of the same signal within a second for one.
  configure({ ...good, models: { 'svc-frost': { engine: 'main', price: DEAR } } });
  process.kill(service.pid, 'SIGHUP');
  await service.hasLogged('configuration reloaded');
  const changed = await ask(target, { nonce: 'changed', form: 'json' });

  expect(refused.problems).toEqual([
    expect.stringContaining('limits.pingMs'),
    'models.svc-frost.engine names "gone", which is not among engines.',
  ]);
  const booked = bookedRequests(service.dataDir);
  expect(booked.get(still.requestId!)?.priceVersion).toBe('svc-frost@1');
  expect(booked.get(changed.requestId!)?.priceVersion).toBe('svc-frost@2');
});

test('a reload that finds the database locked is made when it is free again', async () => {
  await using upstream = await startUpstream();
  upstream.play(ANSWER);
  const engines = { main: engineAt(upstream.url) };
  configure({ engines });
  await using service = await startServiceProcess({ folder });
  const target = { url: service.url, key: (await accountIn(service.dataDir)).key };
  using other = new Database(join(service.dataDir, 'boreal.db'));
  other.run('BEGIN IMMEDIATE');

  configure({ engines, models: { 'svc-frost': { engine: 'main', price: DEAR } } });
  service.signal('SIGHUP');
  await service.hasLogged('the configuration could not be reloaded: the next second tries again');
  other.run('COMMIT');
  await service.hasLogged('configuration reloaded');
  const after = await ask(target, { nonce: 'after', form: 'json' });

  expect(bookedRequests(service.dataDir).get(after.requestId!)?.priceVersion).toBe('svc-frost@2');
});

test('an operator reads the configuration again on the pages, and sees every problem of a bad one', async () => {
  await using upstream = await startUpstream();
  upstream.play(ANSWER);
  const good = { engines: { main: engineAt(upstream.url) } };
  configure(good);
  await using service = await startServiceProcess({ folder });
  await service.hasLogged('there is no operator yet');
  const log = service.lines.map(({ msg, ...line }) => ({ ...line, message: msg }));
  const operator = await signedUpOperator({ port: service.port, log });
  const reload = async (reason: string) => (await operator.post('/api/operator/reload', orderBecause(reason))).json;
  const target = { url: service.url, key: (await accountIn(service.dataDir)).key };

  configure({ ...good, models: { 'svc-frost': { engine: 'gone', price: DEAR } }, limits: { pingMs: 'soon' } });
  const refused = await reload('a typing mistake');
  configure({ ...good, serviceName: 'Other', models: { 'svc-frost': { engine: 'main', price: DEAR } } });
  const taken = await reload('mended');
  const after = await ask(target, { nonce: 'after', form: 'json' });

  const problems = [
    expect.stringContaining('limits.pingMs'),
    'models.svc-frost.engine names "gone", which is not among engines.',
  ];
  expect(refused).toEqual({ ok: false, problems });
  expect(taken).toMatchObject({ ok: true, engines: ['main'], restartNeeded: ['serviceName'] });
  expect(bookedRequests(service.dataDir).get(after.requestId!)?.priceVersion).toBe('svc-frost@2');
  const { actions } = (await operator.get('/api/operator/actions')).json;
  expect(actions).toMatchObject([
    { kind: 'reload', reason: 'mended', actor: OPERATOR_EMAIL },
    { kind: 'reload', reason: 'a typing mistake', after: { result: { ok: false, problems } } },
    { kind: 'become-operator', actor: OPERATOR_EMAIL },
  ]);
});

test('many reloads under load fail no request, and each is charged by a price that was in force', async () => {
  await using one = await startUpstream();
  await using other = await startUpstream();
  for (const upstream of [one, other]) upstream.play(ANSWER);
  const configureRound = (round: number) => {
    const [name, { url }] = round % 2 === 0 ? ['one', one] : ['other', other];
    const price = { input: String(round + 1), output: '20' };
    configure({ engines: { [name]: engineAt(url) }, models: { 'svc-frost': { engine: name, price } } });
  };
  configureRound(0);
  const unlimited = { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' };
  await using service = await startServiceProcess({ folder, env: unlimited });
  const target = { url: service.url, key: (await accountIn(service.dataDir)).key };
  const told: Told[] = [];
  let isOver = false;
  const clients = Array.from({ length: 6 }, async (_, at) => {
    for (let n = 0; !isOver; n++) {
      told.push(await ask(target, { nonce: `client ${at} question ${n}`, form: n % 2 === 0 ? 'json' : 'stream' }));
    }
  });

  await until('some were asked', () => told.length >= clients.length);
  for (let round = 1; round <= 10; round++) {
    configureRound(round);
    process.kill(service.pid, 'SIGHUP');
    const count = () => service.lines.filter(({ msg }) => msg === 'configuration reloaded').length;
    await until('the configuration was reloaded', () => count() === round);
    // Each client may be at a question of before; the next one is of this round.
    const atLeast = told.length + 2 * clients.length;
    await until('some more were asked', () => told.length >= atLeast);
  }
  isOver = true;
  await Promise.all(clients);

  const booked = bookedRequests(service.dataDir);
  expect(told.filter(({ isWhole }) => !isWhole)).toEqual([]);
  for (const answer of told) expectCharged(answer, booked);
  const versions = new Set([...booked.values()].map(({ priceVersion }) => priceVersion));
  console.log(`${told.length} answers over 10 reloads, ${versions.size} price versions used`);
  expect(versions.size).toBe(11);
  await expectCleanLedger(service.dataDir);
});
