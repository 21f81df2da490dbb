/** Every call of one OpenAI-compatible server: chats, vectors, counts, and the list of its models. */

import type { ChatRequest } from '../../core/chat.ts';
import type { EngineRequest } from '../../core/engine.ts';
import { slowestMsFor } from '../../core/limits.ts';
import type { StopSignal } from '../../core/stop.ts';
import type { HttpAnswer, HttpClient, HttpDeadlines, HttpRequest } from './http.ts';
import type { RunningUsage, RunningUsageProbe } from './running-usage.ts';
import { COUNT_DEADLINES } from './token-counter.ts';
import type { ReaderOptions } from './upstream-answer.ts';
import { toEmbeddingsBody } from './upstream-embeddings.ts';
import { UpstreamHeaders } from './upstream-headers.ts';
import { toUpstreamBody, type UpstreamBody, type UpstreamDialect } from './upstream-request.ts';

export type UpstreamSettings = {
  readonly name: string;
  /** Path prefix of the API, such as `/v1`. */
  readonly basePath: string;
  readonly apiKey?: string;
  /** With `auto` the engine is asked how it counts while it streams. */
  readonly dialect: Omit<UpstreamDialect, 'runningUsage'> & { readonly runningUsage: RunningUsage | 'auto' };
  readonly thinking: ReaderOptions['thinking'];
  readonly deadlines: HttpDeadlines & { readonly totalMs: number };
  /** Asks for a stream even where the caller wants JSON: then a caller who leaves is billed to the token. */
  readonly alwaysStreams?: boolean;
  /** The engine gets the tag instead of the account. */
  readonly tagOf?: (accountId: string) => string;
  /** It shares its slots between accounts: a 429 is about the account that asks. */
  readonly knowsAccounts?: boolean;
  /** For an engine that a request may end: what has reached it is never sent again. */
  readonly sendsOnce?: boolean;
  /** Headers of one request, for an engine that wants to know whom it serves. */
  readonly headersFor?: (request: EngineRequest) => Readonly<Record<string, string>>;
};

/** A JSON answer is silent until it is whole. However short it may be, a busy engine gets this long. */
const JSON_MS_MIN = 600_000;
export const LIST_MS_MAX = 4000;
export const LIST_DEADLINES = { connectMs: 2000, firstByteMs: 2000, idleMs: 2000 };

export function createUpstreamCalls(settings: UpstreamSettings, client: HttpClient) {
  const { basePath, dialect, deadlines } = settings;
  const headers = new UpstreamHeaders(settings);

  return {
    /** Asks what the request asks. The call can be made again. */
    ask(request: EngineRequest, runningUsage: RunningUsage, signal: StopSignal): () => Promise<HttpAnswer> {
      const call = callOf(request, { settings, headers, runningUsage });
      return () => client.request(call, signal);
    },

    /** A short chat of our own, to see how the engine counts. */
    probe({ chat, maxOutputTokens, runningUsage }: RunningUsageProbe, signal: AbortSignal): Promise<HttpAnswer> {
      const body = toUpstreamBody(chat, maxOutputTokens, { ...dialect, runningUsage });
      const path = `${basePath}/chat/completions`;
      return client.request({ method: 'POST', path, headers: headers.stream, body, deadlines }, signal);
    },

    listModels: (): Promise<HttpAnswer> =>
      client.request(
        { method: 'GET', path: `${basePath}/models`, headers: headers.json, deadlines: LIST_DEADLINES },
        AbortSignal.timeout(LIST_MS_MAX),
      ),

    /** The ways to count are beside the API, not in it. */
    count(path: string, body: UpstreamBody, signal: AbortSignal): Promise<HttpAnswer> {
      const at = `${basePath.replace(/\/v1$/, '')}${path}`;
      return client.request(
        { method: 'POST', path: at, headers: headers.json, body, deadlines: COUNT_DEADLINES },
        signal,
      );
    },
  };
}

type Asking = {
  readonly settings: UpstreamSettings;
  readonly headers: UpstreamHeaders;
  readonly runningUsage: RunningUsage;
};

function callOf(request: EngineRequest, { settings, headers, runningUsage }: Asking): HttpRequest {
  const { basePath, dialect, deadlines } = settings;
  const { embedding } = request.chat;
  const isAskedToStream =
    !embedding && !request.chat.countsOnly && (settings.alwaysStreams || hasManyLogprobs(request));
  const chat = isAskedToStream ? { ...request.chat, stream: true } : request.chat;
  const model = request.engineModel ?? dialect.model;
  const accountTag = settings.tagOf?.(request.accountId);
  const spoken = { ...dialect, model, runningUsage, ...(accountTag !== undefined && { accountTag }) };
  return {
    method: 'POST',
    path: `${basePath}/${pathFor(request.chat)}`,
    headers: headers.of(request, chat.stream),
    body: embedding ? toEmbeddingsBody(embedding, spoken) : toUpstreamBody(chat, request.maxOutputTokens, spoken),
    deadlines: chat.stream ? deadlines : jsonDeadlines(deadlines, request.maxOutputTokens),
  };
}

/** An answer as JSON begins when the whole of it is ready, which takes as long as it may have tokens. */
export function jsonDeadlines(deadlines: UpstreamSettings['deadlines'], outputTokensMax: number): HttpDeadlines {
  const wholeMs = Math.max(JSON_MS_MIN, deadlines.firstByteMs + slowestMsFor(outputTokensMax));
  return { ...deadlines, firstByteMs: Math.min(deadlines.totalMs, wholeMs) };
}

/** Only our own engine is asked for a count. */
function pathFor({ embedding, countsOnly }: ChatRequest): string {
  if (countsOnly) return 'count_tokens';
  return embedding ? 'embeddings' : 'chat/completions';
}

/** Making this many values at once takes a few milliseconds, during which no other request is served. */
const LOGPROBS_MAX = 30_000;

/** An answer with so many logprobs is read piece by piece, also where the caller wants it whole. */
const hasManyLogprobs = ({ chat, maxOutputTokens }: EngineRequest): boolean =>
  chat.logprobs === true && maxOutputTokens * (1 + (chat.topLogprobs ?? 0)) > LOGPROBS_MAX;
