import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerText, hang } from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { CHAT } from './bad-input.fixture.ts';

const ask = (service: TestService, headers: Record<string, string> = {}) =>
  fetch(`${new URL(service.url).origin}/metrics`, { headers });

/** The value of one series, by its whole name with labels. */
async function metric(service: TestService, series: string): Promise<number | undefined> {
  const lines = (await (await ask(service)).text()).split('\n');
  const line = lines.find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

const requests = (status: number, model = 'svc-frost') =>
  `boreal_requests_total{method="POST",route="/v1/chat/completions",status="${status}",model="${model}"}`;

test('what was asked, processed and charged can be watched', async () => {
  await using service = await startService();

  await service.post(CHAT);
  await (await service.post({ ...CHAT, stream: true })).text();
  await service.post({ ...CHAT, model: 'no-such-model' });

  await until('the stream is counted', async () => (await metric(service, requests(200))) === 2);
  expect(await metric(service, requests(400, 'other'))).toBe(1);
  expect(await metric(service, 'boreal_chats_total{model="svc-frost",outcome="finished"}')).toBe(2);
  expect(await metric(service, 'boreal_tokens_total{model="svc-frost",type="input"}')).toBe(18);
  expect(await metric(service, 'boreal_tokens_total{model="svc-frost",type="output"}')).toBe(2);
  expect(await metric(service, 'boreal_charged_czk_total{model="svc-frost"}')).toBeCloseTo(0.00013, 9);
  expect(await metric(service, 'boreal_first_token_seconds_count{model="svc-frost"}')).toBe(2);
  expect(await metric(service, 'boreal_engine_up{engine="main"}')).toBe(1);
  expect(await metric(service, 'boreal_open_holds')).toBe(0);
});

test('a request that runs is seen with what it holds', async () => {
  await using service = await startService();
  service.upstream.play(({ path }) => (path.endsWith('/chat/completions') ? hang() : answerText('pong')));
  const leaving = new AbortController();

  const running = service.post(CHAT, { signal: leaving.signal }).catch(() => {});

  await until('the hold is seen', async () => (await metric(service, 'boreal_open_holds')) === 1);
  expect(await metric(service, 'boreal_held_czk')).toBeGreaterThan(0);
  leaving.abort();
  await running;
  await until('the hold is gone', async () => (await metric(service, 'boreal_open_holds')) === 0);
});

test('without a token only this machine reads the metrics, and not through a proxy', async () => {
  await using service = await startService();

  expect((await ask(service)).status).toBe(200);
  expect((await ask(service, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404);
});

test('without a token the metrics of a port that others can reach are not shown, and the log says why', async () => {
  await using service = await startService({ env: { BOREAL_HOST: '0.0.0.0' } });

  expect((await ask(service)).status).toBe(404);
  expect(service.log.some(({ message }) => String(message).includes('metricsToken is not set'))).toBe(true);
});

test('with a token its holder reads them there', async () => {
  const env = { BOREAL_HOST: '0.0.0.0', BOREAL_METRICS_TOKEN: 'a-token-of-some-length' };
  await using service = await startService({ env });

  expect((await ask(service, { authorization: 'Bearer a-token-of-some-length' })).status).toBe(200);
});

test('with a token only its holder reads the metrics', async () => {
  await using service = await startService({ env: { BOREAL_METRICS_TOKEN: 'a-token-of-some-length' } });

  expect((await ask(service)).status).toBe(404);
  expect((await ask(service, { authorization: 'Bearer another' })).status).toBe(404);
  expect((await ask(service, { authorization: 'Bearer a-token-of-some-length' })).status).toBe(200);
});

test('a token with spaces is refused, because no header could carry it', () => {
  expect(startService({ env: { BOREAL_METRICS_TOKEN: 'sixteen chars and a space' } })).rejects.toThrow('metricsToken');
});

test('every metric has an entry in the reference, and nothing else has', async () => {
  await using service = await startService();

  const served = [...(await (await ask(service)).text()).matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]!);

  const page = readFileSync(join(import.meta.dir, '../../docs/reference/metrics.md'), 'utf8');
  const documented = [...page.matchAll(/^\| `(boreal_\w+)/gm)].map((match) => match[1]!);
  expect(documented.toSorted()).toEqual(served.toSorted());
});

test('with the access log every request has a line, without a word of its content', async () => {
  await using service = await startService({ env: { BOREAL_ACCESS_LOG: 'true' } });

  await service.post({ messages: [{ role: 'user', content: 'a secret thought' }] });

  const line = service.log.find((one) => one.message === 'request');
  expect(line).toMatchObject({
    method: 'POST',
    route: '/v1/chat/completions',
    status: 200,
    model: 'svc-glacier',
    keyId: service.keyId,
    accountId: service.accountId,
  });
  expect(JSON.stringify(service.log)).not.toContain('a secret thought');
});
