/**
 * A provider that misbehaves in one way for each model, as the public test "failoverbench" describes it: two routes, one
 * with the fault and one that is healthy, and a log of all that came.
 */
import { createServer, type ServerResponse } from 'node:http';

export const ANSWER = Array.from({ length: 60 }, (_, n) => `word${n + 1}`).join(' ');
const WORDS = ANSWER.split(' ').map((word, n) => (n === 0 ? word : ` ${word}`));
const TOKEN_MS = 15;

/** How long things take. */
export const TIMES = { slowFirstMs: 20_000, stallMs: 30_000, silenceMs: 120_000, outageMs: 60_000 };

type Ask = {
  readonly response: ServerResponse;
  /** The number of the attempt with this model, from 1. */
  readonly attempt: number;
  readonly sinceResetMs: number;
  readonly endsWithPrefill: boolean;
};
type Behaviour = (ask: Ask) => Promise<void> | void;

export type Attempt = { readonly model: string; readonly atMs: number };

const refuse =
  (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message: `The provider answers with ${code}.`, type: code, code } }));
  };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Cut = {
  readonly words?: number;
  readonly firstMs?: number;
  readonly isDone?: boolean;
  readonly brokenAt?: number;
};

/** Writes an answer word by word: all of it, or so many words. */
async function stream(response: ServerResponse, { words = WORDS.length, firstMs = 0, isDone = true, brokenAt }: Cut) {
  const write = (choice: object, more: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'wall', choices: [choice], ...more })}\n\n`,
    );
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  await pause(firstMs);
  for (const [n, content] of WORDS.slice(0, words).entries()) {
    if (n + 1 === brokenAt) response.write('data: {"id": "c", "choices": [{"del\n\n');
    write({ index: 0, delta: { content }, finish_reason: null });
    await pause(TOKEN_MS);
  }
  if (words < WORDS.length) return;
  const usage = { prompt_tokens: 20, completion_tokens: WORDS.length, total_tokens: 20 + WORDS.length };
  write({ index: 0, delta: {}, finish_reason: 'stop' }, { usage });
  if (isDone) response.write('data: [DONE]\n\n');
  response.end();
}

const healthy: Behaviour = ({ response }) => stream(response, {});
const first =
  (bad: Behaviour): Behaviour =>
  (ask) =>
    ask.attempt === 1 ? bad(ask) : healthy(ask);
const reset: Behaviour = ({ response }) => void response.socket?.destroy();
const cut: Behaviour = async ({ response }) => {
  await stream(response, { words: 40 });
  response.socket?.destroy();
};

/** By the model that is asked for. */
const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  S01: first(refuse(429, 'rate_limit_exceeded', { 'retry-after': '2' })),
  S02: refuse(429, 'rate_limit_exceeded'),
  S03: first(refuse(500, 'server_error')),
  S04: refuse(503, 'overloaded'),
  S05: first(reset),
  S06: async ({ response }) => {
    await pause(TIMES.silenceMs);
    response.socket?.destroy();
  },
  S07: ({ response }) => stream(response, { firstMs: TIMES.slowFirstMs }),
  S08: cut,
  S09: async ({ response }) => {
    await stream(response, { words: 20 });
    await pause(TIMES.stallMs);
    response.socket?.destroy();
  },
  S10: ({ response }) => stream(response, { brokenAt: 10 }),
  S11: ({ response }) => stream(response, { isDone: false }),
  S12: refuse(400, 'context_length_exceeded'),
  S13: refuse(400, 'content_policy_violation'),
  S14: cut,
  S15: (ask) => (ask.sinceResetMs < TIMES.outageMs ? refuse(503, 'overloaded')(ask) : healthy(ask)),
  S16: refuse(503, 'overloaded'),
  ok: healthy,
  'ok-noprefill': (ask) => (ask.endsWithPrefill ? refuse(400, 'prefill_not_supported')(ask) : healthy(ask)),
};

export class FaultWall implements AsyncDisposable {
  attempts: Attempt[] = [];
  #resetAtMs = performance.now();
  readonly #server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    if (request.method !== 'POST') return void response.end('{"data":[]}');
    const { model, messages } = JSON.parse(body) as { model: string; messages: { role: string }[] };
    const atMs = performance.now();
    this.attempts.push({ model, atMs });
    const attempt = this.attempts.filter((one) => one.model === model).length;
    const endsWithPrefill = messages.at(-1)?.role === 'assistant';
    await BEHAVIOURS[model]!({ response, attempt, sinceResetMs: atMs - this.#resetAtMs, endsWithPrefill });
  });

  /** Returns its port. */
  listen(): Promise<number> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => resolve((this.#server.address() as { port: number }).port));
    });
  }

  reset(): void {
    this.attempts = [];
    this.#resetAtMs = performance.now();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
