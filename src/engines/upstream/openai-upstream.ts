/**
 * One OpenAI-compatible server as an Engine. `open` resolves at the engine's first event, so that an early failure is a
 * real status; what the server says in its errors stays with the operator, because it may hold addresses and keys.
 */
import type { ChatRequest, EngineEvent, EngineEvents } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { slowestMsFor } from '../../core/limits.ts';
import type { Engine, EngineHealth, EngineRequest, Log } from '../../core/ports.ts';
import { Stop, type StopSignal } from '../../core/stop.ts';
import { prependFirst } from '../../lib/prepend-first.ts';
import { SseReader } from '../../platform/http/sse.ts';
import { unavailable } from '../unavailable.ts';
import { readEmbeddings, readWhole, refuseCompressed, textOf } from './answer-body.ts';
import { EngineWait } from './engine-wait.ts';
import { type FailureKind, failureKindOf, isEngineFault, withEngine } from './failure-kind.ts';
import { type HttpAnswer, type HttpClient, type HttpDeadlines, HttpFailure } from './http.ts';
import { LearnedContexts } from './learned-contexts.ts';
import { hasManyLogprobs } from './many-logprobs.ts';
import { LearnedRunningUsage, type RunningUsage, type RunningUsageProbe } from './running-usage.ts';
import { COUNT_DEADLINES, TokenCounter } from './token-counter.ts';
import { AnswerReader, BrokenAnswer, type ReaderOptions } from './upstream-answer.ts';
import { toEmbeddingsBody } from './upstream-embeddings.ts';
import { UpstreamHeaders } from './upstream-headers.ts';
import { refusalFrom } from './upstream-refusal.ts';
import { toUpstreamBody, type UpstreamDialect } from './upstream-request.ts';
import { wordsOf } from './without-echo.ts';

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
  /** What an engine gets instead of the account. */
  readonly tagOf?: (accountId: string) => string;
  /** It shares its slots between accounts: a 429 is about the account that asks. */
  readonly knowsAccounts?: boolean;
  /** For an engine that a request may end: what has reached it is never sent again. */
  readonly sendsOnce?: boolean;
  /** Headers of one request, for an engine that wants to know whom it serves. */
  readonly headersFor?: (request: EngineRequest) => Readonly<Record<string, string>>;
};

export type UpstreamTools = {
  readonly log: Log;
  readonly newToolCallId: () => string;
  /** Hears of every failure that is the engine's. */
  readonly onFailure?: (engine: string, kind: FailureKind) => void;
};

type AskedBy = Pick<EngineRequest, 'requestId' | 'span'>;
type EngineEventLists = AsyncGenerator<readonly EngineEvent[], void>;

/** One request on its way; what goes wrong has another name once something of the answer has come. */
type Run = {
  /** What is kept of the request while its answer comes: not the chat, which may be long. */
  readonly about: AskedBy;
  readonly embedding: ChatRequest['embedding'];
  /** Fires when the caller leaves or the engine is too late. */
  readonly stop: Stop;
  readonly wait: EngineWait;
  hasBegun: boolean;
  /** All the time that an answer may take is used up. */
  isTimeUp: boolean;
};

const EVENT_BYTES_MAX = 8 * 1024 * 1024;
/** A JSON answer is silent until it is whole. However short it may be, a busy engine gets this long. */
const JSON_MS_MIN = 600_000;

export type Upstream = Engine & {
  /** Finds out what only the engine knows, in the background. */
  learn(): void;
  stopLearning(): void;
  /** How many tokens fit into a chat, as the engine says itself; undefined where it does not. */
  contextTokensOf(engineModel?: string): Promise<number | undefined>;
  /** How many tokens it reads out of a chat; undefined where it cannot tell. */
  countTokens(request: EngineRequest, signal: AbortSignal): Promise<number | undefined>;
};

export function openaiUpstream(settings: UpstreamSettings, client: HttpClient, tools: UpstreamTools): Upstream {
  const { name, dialect } = settings;
  const headers = new UpstreamHeaders(settings);
  const learned =
    dialect.runningUsage === 'auto' ? new LearnedRunningUsage({ engine: name, ask, ...tools }) : undefined;

  async function open(request: EngineRequest, signal: StopSignal): Promise<EngineEvents> {
    const run = begin(request, signal);
    if (!request.chat.embedding) learned?.learnAgain();
    try {
      const answer = await send(request, run.stop);
      if (answer.status === 400 || answer.status === 422) learned?.forget();
      if (answer.status !== 200) throw await refusalFrom(answer, { ...settings, ...wordsOf(request.chat) });
      refuseCompressed(answer);
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
      if (!isStream && !request.chat.embedding) {
        const whole = readWhole(await textOf(answer), { run, chat: request.chat }, readerFor(request));
        letGo(run);
        return [whole];
      }
      const events = read(answer.body, run, readerFor(request));
      const first = await events.next();
      if (first.done) throw new BrokenAnswer('It ended before it began.');
      run.hasBegun = true;
      return prependFirst(first, events);
    } catch (thrown) {
      letGo(run);
      signal.throwIfAborted();
      const endedEngine = settings.sendsOnce === true && hasDied(thrown);
      const code = run.hasBegun ? 'upstream_incomplete' : 'upstream_failed';
      throw reported(endedEngine ? ended(thrown) : failure(thrown, code), request);
    }
  }

  function begin(request: EngineRequest, signal: StopSignal): Run {
    const stop = new Stop(signal);
    const wait = new EngineWait(settings.deadlines, (which) => {
      run.isTimeUp = which === 'total';
      stop.abort(which === 'total' ? timeUp() : noEvent());
    });
    const { requestId, span, chat } = request;
    const kept = { about: { requestId, span }, embedding: chat.embedding };
    const run: Run = { ...kept, stop, wait, hasBegun: false, isTimeUp: false };
    wait.begin();
    return run;
  }

  /** One more attempt where nothing of an answer has come: the engine may just have dropped an idle connection. */
  async function send(request: EngineRequest, signal: StopSignal): Promise<HttpAnswer> {
    const { embedding } = request.chat;
    const isAskedToStream =
      !embedding && !request.chat.countsOnly && (settings.alwaysStreams || hasManyLogprobs(request));
    const chat = isAskedToStream ? { ...request.chat, stream: true } : request.chat;
    const model = request.engineModel ?? dialect.model;
    const accountTag = settings.tagOf?.(request.accountId);
    const spoken = { ...dialect, model, runningUsage: runningUsage(), ...(accountTag !== undefined && { accountTag }) };
    const { deadlines } = settings;
    // It begins when the whole of it is ready, which takes as long as it may have tokens.
    const jsonMs = (tokens: number) =>
      Math.min(deadlines.totalMs, Math.max(JSON_MS_MIN, deadlines.firstByteMs + slowestMsFor(tokens)));
    const body = embedding
      ? toEmbeddingsBody(embedding, spoken)
      : toUpstreamBody(chat, request.maxOutputTokens, spoken);
    const attempt = () =>
      client.request(
        {
          method: 'POST',
          path: `${settings.basePath}/${pathFor(request.chat)}`,
          headers: headers.of(request, chat.stream),
          body,
          deadlines: chat.stream ? deadlines : { ...deadlines, firstByteMs: jsonMs(request.maxOutputTokens) },
        },
        signal,
      );
    try {
      return await attempt();
    } catch (thrown) {
      const isWorthAnother = hasDied(thrown) && thrown.beforeFirstByte && !settings.sendsOnce;
      if (!isWorthAnother || signal.aborted) throw thrown;
      tools.log.warn(aboutOf(request), 'upstream closed before answering: trying once more');
      request.span.event('sent-again');
      return attempt();
    }
  }

  const runningUsage = (): RunningUsage => (dialect.runningUsage === 'auto' ? learned!.current : dialect.runningUsage);

  /** A short chat of our own, to see how the engine counts. */
  function ask(probe: RunningUsageProbe, signal: AbortSignal): Promise<HttpAnswer> {
    const body = toUpstreamBody(probe.chat, probe.maxOutputTokens, { ...dialect, runningUsage: probe.runningUsage });
    const path = `${settings.basePath}/chat/completions`;
    const { deadlines } = settings;
    return client.request({ method: 'POST', path, headers: headers.stream, body, deadlines }, signal);
  }

  const readerFor = ({ chat }: EngineRequest): AnswerReader =>
    new AnswerReader({ ...tools, thinking: settings.thinking, stops: chat.stop });

  /** What has come together is passed on together, and what came before a failure is passed on before it. */
  async function* read(body: HttpAnswer['body'], run: Run, reader: AnswerReader): EngineEventLists {
    const { about, embedding, wait } = run;
    let come: EngineEvent[] = [];
    try {
      if (embedding) {
        yield* readEmbeddings(body, embedding);
        return;
      }
      const events = new SseReader(EVENT_BYTES_MAX);
      // The connection's own idle deadline hears bytes: heartbeats would keep a dead engine alive for ever.
      wait.next();
      for await (const bytes of body) {
        const together = events.feed(bytes);
        if (together.length > 0) {
          wait.rest();
          if (reader.readData(together, come)) break;
          if (come.length > 0) yield come;
          come = [];
          wait.next();
        }
        events.refuseTooLarge();
      }
      wait.clear();
      come.push(...reader.end());
      if (come.length > 0) yield come;
    } catch (thrown) {
      if (come.length > 0) yield come;
      if (!run.hasBegun) throw thrown;
      if (!run.isTimeUp) throw reported(failure(thrown, 'upstream_incomplete'), about);
      // The deadline is ours: the engine has done nothing wrong, and what it has produced is an answer.
      yield reader.cut();
    } finally {
      letGo(run);
    }
  }

  function reported(thrown: unknown, request: AskedBy): unknown {
    const kind = failureKindOf(thrown);
    if (kind) tools.onFailure?.(name, kind);
    // Every request to it fails until the operator acts, and the callers do not learn why.
    if (kind === 'key-refused') tools.log.error(aboutOf(request), 'an engine refuses our key: check its apiKey');
    return kind && thrown instanceof ServiceError ? withEngine(thrown, name, kind) : thrown;
  }

  const ended = (thrown: unknown): ServiceError =>
    unavailable(new Error(`Engine ${name} ended while it had the request.`, { cause: thrown }), { endedEngine: true });

  const aboutOf = ({ requestId, span }: AskedBy) => ({ engine: name, requestId, ...span.logFields });

  function failure(thrown: unknown, code: 'upstream_failed' | 'upstream_incomplete'): unknown {
    if (!isEngineFault(thrown)) return thrown;
    const cause = new Error(`Engine ${name} failed.`, { cause: thrown });
    if (code === 'upstream_failed') return unavailable(cause);
    const message = 'The model stopped before its answer was complete; nothing was charged.';
    return new ServiceError(code, message, { cause });
  }

  function askForModels(): Promise<HttpAnswer> {
    const deadlines = { connectMs: 2000, firstByteMs: 2000, idleMs: 2000 };
    const path = `${settings.basePath}/models`;
    return client.request({ method: 'GET', path, headers: headers.json, deadlines }, AbortSignal.timeout(4000));
  }

  async function health(): Promise<EngineHealth> {
    try {
      const answer = await askForModels();
      answer.discard();
      if (answer.status === 401 || answer.status === 403) {
        return { ok: false, detail: `refuses our key (status ${answer.status}): check apiKey` };
      }
      // Not every server lists its models; that it answers at all is what counts.
      return { ok: answer.status < 500, detail: `answers with status ${answer.status}` };
    } catch (thrown) {
      return { ok: false, detail: thrown instanceof Error ? thrown.message : String(thrown) };
    }
  }

  const contexts = new LearnedContexts(askForModels);
  /** The ways to count are beside the API, not in it. */
  const counter = new TokenCounter((path, body, signal) => {
    const at = `${settings.basePath.replace(/\/v1$/, '')}${path}`;
    const order = { method: 'POST', path: at, headers: headers.json, body, deadlines: COUNT_DEADLINES } as const;
    return client.request(order, signal);
  });
  return {
    open,
    health,
    learn: () => learned?.learn(),
    stopLearning: () => learned?.stop(),
    contextTokensOf: (engineModel = dialect.model) => contexts.of(engineModel),
    countTokens: ({ chat, engineModel: model = dialect.model }, signal) =>
      counter.count(toUpstreamBody({ ...chat, stream: false }, 1, { ...dialect, model, runningUsage: 'none' }), signal),
  };
}

function letGo({ stop, wait }: Run): void {
  wait.clear();
  stop.clear();
}

/** Only our own engine is asked for a count. */
function pathFor({ embedding, countsOnly }: ChatRequest): string {
  if (countsOnly) return 'count_tokens';
  return embedding ? 'embeddings' : 'chat/completions';
}

const timeUp = (): DOMException => new DOMException('The total deadline has passed.', 'TimeoutError');

/** Whether the connection was lost after the request was sent. */
const hasDied = (thrown: unknown): thrown is HttpFailure => thrown instanceof HttpFailure && thrown.kind === 'closed';

const noEvent = (): HttpFailure =>
  new HttpFailure('idle-timeout', 'No event came for too long.', { beforeFirstByte: false });
