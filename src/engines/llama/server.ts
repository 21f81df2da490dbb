/** The engine's wire: OpenAI chat completions, streamed, on a Unix socket that only the gateway knows. */
import { ServiceError, SHARE_USED, tooManyRunning } from '../../core/errors.ts';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { tierNamed } from '../../core/tiers.ts';
import { createRequestReader } from '../../dialects/chat/chat-request.ts';
import { embeddingsDialect } from '../../dialects/embeddings/embeddings-dialect.ts';
import { prependFirst } from '../../lib/prepend-first.ts';
import { statusOf, toErrorBody, toServiceError } from '../../platform/http/error-body.ts';
import { parseJsonBody } from '../../platform/http/json-body.ts';
import { frame } from '../../platform/http/sse.ts';
import { embedAll } from './embed.ts';
import { FormCompiler } from './form/form-compiler.ts';
import { FormThread } from './form/form-thread.ts';
import { FormTurns } from './form/form-turns.ts';
import { toChunks } from './generate/frames.ts';
import { countTokens, type Generating, generate } from './generate/generate.ts';
import { QueueFull, ShareUsed } from './generate/slots.ts';
import { Stopwatch } from './generate/stopwatch.ts';
import { SchemaRefusal } from './grammar/work-budget.ts';
import { ModelNotInTime } from './model-pool.ts';
import type { Models } from './models.ts';
import { ACCOUNT_HEADER, type LlamaSettings, TIER_HEADER } from './settings.ts';

const ENCODER = new TextEncoder();
/** The gateway has counted what is in a body. */
const UNLIMITED = { depthMax: 1000, keysMax: Number.POSITIVE_INFINITY, valuesMax: Number.POSITIVE_INFINITY };

/** Embeddings have no messages, tools or stops that could be too many. */
const NO_RULES = { messagesMax: 0, toolsMax: 0, stopMax: 0, hasTools: false, defaultModel: '', attachmentBytesMax: 0 };

export function listen(models: Models, settings: LlamaSettings): { stop(): void } {
  const readRequest = createRequestReader({
    ...DEFAULT_LIMITS,
    // The gateway has checked every request against its own limits; these only keep the engine from being hurt.
    messagesMax: 100_000,
    toolsMax: 10_000,
    stopMax: 100,
    hasTools: true,
    defaultModel: '',
  });
  const thread = new FormThread();
  const forms = new FormCompiler((wanted) => thread.make(wanted));
  const generating: Generating = { models, settings, forms, turns: new FormTurns() };
  const readEmbeddings = embeddingsDialect.createReader(NO_RULES);

  async function complete(http: Request): Promise<Response> {
    const chat = readRequest(parseJsonBody(await http.bytes(), UNLIMITED));
    const accountId = http.headers.get(ACCOUNT_HEADER) ?? '';
    const maxOutputTokens = chat.maxOutputTokens ?? settings.contextTokens;
    // A trace of the request shows what happened here.
    const stopwatch = http.headers.has('traceparent') ? new Stopwatch() : undefined;
    const tier = tierNamed(http.headers.get(TIER_HEADER));
    const request = { chat, maxOutputTokens, accountId, tier, signal: http.signal, ...(stopwatch && { stopwatch }) };
    const events = generate(generating, request);
    const chunks = toChunks(events);
    // The first event decides about the status: a refusal is a real one.
    const whole = prependFirst(await chunks.next(), chunks);
    return new Response(bodyOf(sayGaveWay(whole)), { headers: { 'content-type': 'text/event-stream' } });
  }

  async function embed(http: Request): Promise<Response> {
    const { chat } = readEmbeddings(parseJsonBody(await http.bytes(), UNLIMITED));
    const account = http.headers.get(ACCOUNT_HEADER) ?? '';
    const patience = { account, signal: http.signal, waitMs: settings.loadWaitMs };
    return Response.json(await embedAll(models, chat, patience));
  }

  async function count(http: Request): Promise<Response> {
    const chat = readRequest(parseJsonBody(await http.bytes(), UNLIMITED));
    const accountId = http.headers.get(ACCOUNT_HEADER) ?? '';
    const tokens = await countTokens(generating, { chat, accountId, signal: http.signal });
    return Response.json({ usage: { prompt_tokens: tokens } });
  }

  const server = Bun.serve({
    unix: settings.socketPath,
    development: false,
    // A busy model may be silent for long; the gateway has deadlines of its own. The types know it only for ports.
    ...({ idleTimeout: 0 } as object),
    fetch: async (http, self) => {
      try {
        const { pathname } = new URL(http.url, 'http://engine');
        if (pathname.endsWith('/chat/completions')) return await complete(http);
        if (pathname.endsWith('/embeddings')) return await embed(http);
        if (pathname.endsWith('/count_tokens')) return await count(http);
        const { loaded, waitingCount: waiting } = models;
        return Response.json({ object: 'list', data: [], loaded, waiting, asked: self.pendingRequests - 1 });
      } catch (thrown) {
        return refusal(thrown);
      }
    },
  });
  return { stop: () => void server.stop(true) };
}

function refusal(thrown: unknown): Response {
  if (thrown instanceof QueueFull || thrown instanceof ModelNotInTime) {
    const busy = new ServiceError('upstream_overloaded', 'The model is busy; the request may be retried.');
    return Response.json(toErrorBody(busy), { status: 503, headers: { 'retry-after': '2' } });
  }
  if (thrown instanceof ShareUsed) {
    const headers = { 'retry-after': String(Math.ceil(thrown.waitMs / 1000)) };
    return Response.json(toErrorBody(tooManyRunning(SHARE_USED, thrown.waitMs)), { status: 429, headers });
  }
  if (thrown instanceof SchemaRefusal) {
    return Response.json(toErrorBody(new ServiceError('rejected_by_model', thrown.message)), { status: 400 });
  }
  const error = toServiceError(thrown);
  if (error.code === 'internal') process.stderr.write(`${thrown instanceof Error ? thrown.stack : thrown}\n`);
  return Response.json(toErrorBody(error), { status: statusOf(error) });
}

/** An answer that gave way ends with an error of its own: a connection that breaks would look like the end of the process. */
async function* sayGaveWay(chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  try {
    yield* chunks;
  } catch (thrown) {
    if (!(thrown instanceof ServiceError && thrown.code === 'shutting_down')) throw thrown;
    yield frame(JSON.stringify(toErrorBody(thrown)));
  }
}

function bodyOf(chunks: AsyncIterableIterator<string, void>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(ENCODER.encode(next.value));
      },
      cancel: async () => {
        await chunks.return?.().catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}
