import { expect, test } from 'bun:test';
import type { AnswerEvent } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { nanos } from '../../core/money.ts';
import { NO_SPAN } from '../../core/trace.ts';
import { chatDialect } from '../../dialects/chat/chat-dialect.ts';
import type { KeyCall } from '../../platform/http/call.ts';
import { toServiceError } from '../../platform/http/error-body.ts';
import type { OpenChat } from '../chat.ts';
import { NOT_COUNTED } from '../running-requests.ts';
import { createBodyBudget } from './body-budget.ts';
import { chatHandler } from './chat-handler.ts';
import { inlineChatReader } from './chat-reader.ts';
import { createEventStreams } from './event-stream.ts';

const clock = { nowMs: () => 0, monotonicMs: () => performance.now() };

async function* answerEvents(): AsyncGenerator<readonly AnswerEvent[], void> {
  yield [{ type: 'text', text: 'Hi' }];
  const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0 };
  yield [{ type: 'end', finishReason: 'stop', usage, cost: nanos(1n) }];
}

const answers: OpenChat = async () => ({
  id: 'chatcmpl-1',
  createdAtMs: 0,
  model: 'm',
  replayed: false,
  events: answerEvents(),
});

const refuses: OpenChat = async () => {
  throw new ServiceError('upstream_failed', 'No.');
};

/** A handler, and how many listeners wait for the server to stop. */
function startHandler(openChat: OpenChat) {
  const stopping = new AbortController().signal;
  const listeners = new Set<unknown>();
  const add = stopping.addEventListener.bind(stopping);
  stopping.addEventListener = (name: string, listener: () => void) => {
    listeners.add(listener);
    add(name, listener);
  };
  stopping.removeEventListener = (_: string, listener: unknown) => void listeners.delete(listener);
  const handle = chatHandler(
    {
      bodies: createBodyBudget(DEFAULT_LIMITS, { monotonicMs: () => 0 }),
      readChat: inlineChatReader({ ...DEFAULT_LIMITS, hasTools: true, defaultModel: 'm' }),
      openChat,
      idempotency: { running: 0, run: () => Promise.reject(new Error('Not asked for.')) },
      streams: createEventStreams({ clock }, { ...DEFAULT_LIMITS, onFailure: toServiceError, onLeave() {} }),
      limits: DEFAULT_LIMITS,
      bodyBytesMax: () => DEFAULT_LIMITS.bodyBytesMax,
      clock,
      stopping,
    },
    chatDialect,
  );
  return { listeners, ask: (stream: boolean) => handle(callOf(stream)) };
}

function callOf(stream: boolean): KeyCall {
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], stream });
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  return {
    request: new Request('http://localhost/v1/chat/completions', { method: 'POST', body, headers }),
    requestId: 'req_1',
    running: NOT_COUNTED,
    client: { address: '1.2.3.4' },
    params: {},
    note: {},
    span: NO_SPAN,
    onStreamEnd() {},
    caller: {
      accountId: 'a',
      requestId: 'req_1',
      key: {
        id: 'k',
        accountId: 'a',
        name: 'k',
        hint: 'x',
        createdAtMs: 0,
        allowedModels: [],
        allowedRanges: [],
        limits: [],
      },
    },
  };
}

// The server's signal lives as long as the server: what it still remembers of answers that are over is a leak.
test('an answer waits for the server to stop while it runs, and no longer', async () => {
  const { listeners, ask } = startHandler(answers);

  const response = await ask(true);
  expect(listeners.size).toBe(1);
  await response.text();

  expect(listeners.size).toBe(0);
});

test('a JSON answer is forgotten when it is whole', async () => {
  const { listeners, ask } = startHandler(answers);

  await ask(false);

  expect(listeners.size).toBe(0);
});

test('a stream whose client leaves is forgotten', async () => {
  const { listeners, ask } = startHandler(answers);

  const response = await ask(true);
  await response.body?.cancel();

  expect(listeners.size).toBe(0);
});

test('a refused request is forgotten', async () => {
  const { listeners, ask } = startHandler(refuses);

  const refused = ask(false);

  await expect(refused).rejects.toThrow('No.');
  expect(listeners.size).toBe(0);
});
