/** Where the operator has set a time, a stream whose engine thinks longer begins with comment lines. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { expectLedgerInOrder, requestRows, settledRows } from '../support/ledger-order.ts';
import { answerText, head, json, type Script, waitFor } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let openai: OpenAI;
let anthropic: Anthropic;
beforeAll(async () => {
  service = await startService({ env: { BOREAL_LIMITS_HEAD_AFTER_MS: '1' } });
  openai = new OpenAI({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });
  anthropic = new Anthropic({ apiKey: service.key, baseURL: service.url.replace('/v1', ''), maxRetries: 0 });
});
afterAll(async () => {
  await expectLedgerInOrder(service.config.dataDir);
  await service.stop();
});

/** The engine thinks until `go` is called, and then plays the script. */
let go: () => void;
function thinkThen(script: Script): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  go = resolve;
  service.upstream.play([waitFor(promise), script]);
}

const MESSAGES = [{ role: 'user' as const, content: 'Say something.' }];
const BODIES = {
  'chat/completions': { model: 'svc-frost', messages: MESSAGES, stream: true },
  responses: { model: 'svc-frost', input: 'Say something.', stream: true },
  messages: { model: 'svc-frost', messages: MESSAGES, max_tokens: 100, stream: true },
};
type Path = keyof typeof BODIES;
const PATHS = Object.keys(BODIES) as Path[];

const open = (path: Path, body: object = BODIES[path], init: RequestInit = {}) =>
  fetch(`${service.url}/${path}`, {
    ...{ method: 'POST', body: JSON.stringify(body), ...init },
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
  });

describe('an engine that thinks longer than the set time', () => {
  let before: number;
  beforeEach(() => {
    before = requestRows(service.config.dataDir).length;
  });
  const ended = async () => (await settledRows(service.config.dataDir, before + 1)).at(-1)!;

  test.each(PATHS)('is waited for with the head sent and a comment line (%s)', async (path) => {
    thinkThen(answerText('Hello.', { usage: { prompt_tokens: 5, completion_tokens: 2 } }));
    const response = await open(path);
    // The engine has said nothing until here.
    go();
    const text = await response.text();

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toStartWith('text/event-stream');
    expect(text).toStartWith(': ping\n');
    expect(text).toContain('Hello.');
    expect(await ended()).toMatchObject({ state: 'settled', outcome: 'finished', input_tokens: 5, output_tokens: 2 });
  });

  test.each<[Path, RegExp]>([
    ['chat/completions', /^(: ping\n)+data: \{"error":\{[^\n]*"code":"upstream_error"[^\n]*\n\n$/],
    ['responses', /^(: ping\n)+event: error\ndata: [^\n]*upstream_error[^\n]*\n\nevent: response\.failed\n/],
    ['messages', /^(: ping\n)+event: error\ndata: \{"type":"error","error":\{"type":"api_error"[^\n]*\n\n$/],
  ])('ends with an error frame when it fails, and costs nothing (%s)', async (path, frames) => {
    thinkThen([head(500), json({ error: { message: 'out of memory' } })]);
    const response = await open(path);
    go();

    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(frames);
    expect(await ended()).toMatchObject({ state: 'released', cost_nanos: null });
  });

  test('is read by official clients as any other, failures included', async () => {
    service.upstream.play(answerText('Hello.', { usage: { prompt_tokens: 5, completion_tokens: 2 } }));
    const chat = await openai.chat.completions.stream({ model: 'svc-frost', messages: MESSAGES }).finalContent();
    const response = await openai.responses.stream({ model: 'svc-frost', input: 'Hi' }).finalResponse();
    const message = await anthropic.messages
      .stream({ model: 'svc-frost', messages: MESSAGES, max_tokens: 100 })
      .finalText();
    thinkThen([head(500), json({ error: { message: 'out of memory' } })]);
    const failing = await openai.chat.completions.create({ model: 'svc-frost', messages: MESSAGES, stream: true });
    go();

    expect([chat, response.output_text, message]).toEqual(['Hello.', 'Hello.', 'Hello.']);
    expect(Array.fromAsync(failing)).rejects.toThrow('temporarily unavailable');
  });

  test('is stopped when its client leaves before the first token, and no output is charged', async () => {
    thinkThen(answerText('Hello.'));
    const leaving = new AbortController();
    const asked = service.upstream.nextRequest();
    await open('chat/completions', undefined, { signal: leaving.signal });
    leaving.abort();

    expect(await (await asked).closed).toBe('peer');
    expect(await ended()).toMatchObject({ state: 'settled', output_tokens: 0 });
  });

  test('keeps the status of a JSON answer', async () => {
    thinkThen([head(500), json({ error: { message: 'out of memory' } })]);
    go();

    expect((await open('chat/completions', { ...BODIES['chat/completions'], stream: false })).status).toBe(502);
  });
});

test('a refusal that no engine is needed for keeps its status', async () => {
  expect((await open('chat/completions', { ...BODIES['chat/completions'], model: 'svc-none' })).status).toBe(400);
  expect((await open('messages', { ...BODIES.messages, max_tokens: 0 })).status).toBe(400);
});
