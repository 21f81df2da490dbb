/**
 * No request to /v1/responses holds the loop that serves all for longer than 20 ms, whether it is kept, refers to
 * what is kept, or is too long for that. Measured as in `loop-hold.test.ts`.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  answerText,
  finish,
  json,
  type Script,
  type ScriptedUpstream,
  sse,
  sseHead,
  startUpstream,
} from '../support/scripted-upstream.ts';
import { accountIn, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const TURN_MS_MAX = 20;
/** Other load can only add to what is measured, so the least of several tries is the nearest to the truth. */
const TRIES = 5;

const folder = mkdtempSync(join(tmpdir(), 'boreal-turns-'));
const probe = join(folder, 'probe.sock');
let upstream: ScriptedUpstream;
let service: ServiceProcess & { readonly key: string };
beforeAll(async () => {
  upstream = await startUpstream({ requestsMax: 10 });
  upstream.play(answerText('Hi'));
  const env = {
    BOREAL_LIMITS_REQUESTS_PER_MINUTE: '100000',
    BUN_OPTIONS: `--preload=${join(import.meta.dir, '../support/turn-probe.ts')}`,
    TEST_TURN_PROBE: probe,
  };
  const started = await startServiceProcess({ engineUrl: upstream.url, env });
  service = { ...started, ...(await accountIn(started.dataDir)) };
  for (let n = 0; n < 5; n++) await post({ input: 'x'.repeat(300_000) });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await upstream.stop();
  rmSync(folder, { recursive: true });
});

async function post(body: object | string): Promise<{ readonly id: string; readonly store: boolean }> {
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const written = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${service.url}/responses`, { method: 'POST', headers, body: written });
  expect(response.status).toBe(200);
  return (await response.json()) as { id: string; store: boolean };
}

async function longestTurnMs(ask: () => Promise<unknown>): Promise<number> {
  const tries: number[] = [];
  for (let n = 0; n < TRIES; n++) {
    await fetch('http://probe/begin', { unix: probe });
    await ask();
    tries.push((await (await fetch('http://probe/end', { unix: probe })).json()) as number);
  }
  return Math.min(...tries);
}

const OTHERS = Array.from({ length: 20 }, (_, n) => ({ token: `other${n}`, logprob: -n, bytes: [111, 116, 104] }));
const TOKENS = Array.from({ length: 8000 }, (_, n) => ({
  token: `w${n} `,
  logprob: -0.1,
  bytes: [119],
  top_logprobs: OTHERS,
}));
const USAGE = { prompt_tokens: 9, completion_tokens: 8000, total_tokens: 8009 };

/** An answer with its logprobs, each token in an event of its own where a stream was asked for. */
const answerLogprobs: Script = (request) => {
  if ((request.body as { stream?: boolean }).stream !== true) {
    const message = { role: 'assistant', content: TOKENS.map(({ token }) => token).join('') };
    return json({
      choices: [{ index: 0, finish_reason: 'stop', message, logprobs: { content: TOKENS } }],
      usage: USAGE,
    });
  }
  const event = (one: (typeof TOKENS)[number]) =>
    sse({ choices: [{ index: 0, delta: { content: one.token }, logprobs: { content: [one] }, finish_reason: null }] });
  const end = sse({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: USAGE });
  return [sseHead(), ...TOKENS.map(event), end, sse('[DONE]'), finish()];
};

const WORDS = (characters: number) => 'word '.repeat(characters / 5);
const ITEMS = Array.from({ length: 3500 }, (_, i) => ({
  type: 'message',
  role: i % 2 === 0 ? 'user' : 'assistant',
  content: [{ type: i % 2 === 0 ? 'input_text' : 'output_text', text: `${i} ${WORDS(300)}` }],
}));

test.each([
  ['is too long to be kept', { input: WORDS(8_000_000) }, false],
  ['is as long as one that is kept may be', { input: WORDS(2_000_000) }, true],
  ['has thousands of items', { input: ITEMS }, true],
  ['wants nothing kept', { input: WORDS(8_000_000), store: false }, false],
])('a response that %s does not hold the loop', async (_, body, isKept) => {
  const written = JSON.stringify(body);

  const turnMs = await longestTurnMs(async () => expect((await post(written)).store).toBe(isKept));

  expect(turnMs).toBeLessThan(TURN_MS_MAX);
});

test('a response that goes on from a long one does not hold the loop', async () => {
  const { id } = await post({ input: WORDS(2_000_000) });

  const turnMs = await longestTurnMs(() => post({ previous_response_id: id, input: 'And?' }));

  expect(turnMs).toBeLessThan(TURN_MS_MAX);
});

test.each([
  ['as JSON', {}],
  ['as a stream', { stream: true }],
])('an answer with many logprobs does not hold the loop, %s', async (_, more) => {
  upstream.play(answerLogprobs);
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ input: 'Hi', top_logprobs: 20, ...more });

  const turnMs = await longestTurnMs(async () => {
    const response = await fetch(`${service.url}/responses`, { method: 'POST', headers, body });
    expect((await response.text()).length).toBeGreaterThan(1_000_000);
  });

  expect(turnMs).toBeLessThan(TURN_MS_MAX);
});
