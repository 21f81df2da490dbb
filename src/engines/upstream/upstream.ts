/**
 * One model server as an Engine, whatever its wire. `open` resolves at the engine's first event, so that an early failure
 * is a real status; what the server says in its errors stays with the operator, because it may hold addresses and keys.
 */

import type { ChatRequest, EngineEvent, EngineEvents } from '../../core/chat.ts';
import type { Engine, EngineHealth, EngineRequest } from '../../core/engine.ts';
import { Stop, type StopSignal } from '../../core/stop.ts';
import { prependFirst } from '../../lib/prepend-first.ts';
import { SseReader } from '../../platform/http/sse.ts';
import type { Platform } from '../../platform/platform.ts';
import { readEmbeddings, readWhole, refuseCompressed, textOf } from './answer-body.ts';
import type { AnswerSource } from './answer-source.ts';
import { EngineWait } from './engine-wait.ts';
import { type HttpAnswer, type HttpDeadlines, HttpFailure } from './http.ts';
import { BrokenAnswer } from './upstream-answer.ts';
import {
  type AskedBy,
  createUpstreamFailures,
  hasDied,
  type OnFailure,
  type UpstreamFailures,
} from './upstream-failures.ts';
import { refusalFrom } from './upstream-refusal.ts';
import { wordsOf } from './without-echo.ts';

export type UpstreamTools = Pick<Platform, 'log'> & {
  readonly newToolCallId: () => string;
  /** Hears of every failure that is the engine's. */
  readonly onFailure?: OnFailure;
};

export type Upstream = Engine & {
  /** Finds out what only the engine knows, in the background. */
  learn(): void;
  stopLearning(): void;
  /** How many tokens fit into a chat, as the engine says itself; undefined where it does not. */
  contextTokensOf(engineModel?: string): Promise<number | undefined>;
  /** How many tokens it reads out of a chat; undefined where it cannot tell. */
  countTokens(request: EngineRequest, signal: AbortSignal): Promise<number | undefined>;
};

/** How the server is spoken to. */
type Wire = {
  /** Asks what the request asks. The call can be made again. */
  ask(request: EngineRequest, signal: StopSignal): () => Promise<HttpAnswer>;
  readerFor(chat: ChatRequest): AnswerSource;
  /** True of an event that says nothing but that the connection lives. */
  isHeartbeat?(data: string): boolean;
  /** Hears the status of every answer. */
  answered?(status: number): void;
};

type OpenSettings = {
  readonly name: string;
  readonly apiKey?: string;
  readonly deadlines: HttpDeadlines & { readonly totalMs: number };
  readonly knowsAccounts?: boolean;
  /** For an engine that a request may end: what has reached it is never sent again. */
  readonly sendsOnce?: boolean;
};

type EngineEventLists = AsyncGenerator<readonly EngineEvent[], void>;

/** One request on its way; what goes wrong has another name once something of the answer has come. */
type Run = {
  /** All that is kept of the request while its answer comes: not the chat, which may be long. */
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

/** Asks the server, and resolves once it has begun to answer. */
export function createOpen(settings: OpenSettings, wire: Wire, tools: UpstreamTools): Engine['open'] {
  const { name: engine } = settings;
  const { log } = tools;
  const failures = createUpstreamFailures(engine, tools);

  /** One more attempt where nothing of an answer has come: the engine may just have dropped an idle connection. */
  async function send(request: EngineRequest, signal: StopSignal): Promise<HttpAnswer> {
    const attempt = wire.ask(request, signal);
    try {
      return await attempt();
    } catch (thrown) {
      const isWorthAnother = hasDied(thrown) && thrown.beforeFirstByte && !settings.sendsOnce;
      if (!isWorthAnother || signal.aborted) throw thrown;
      const { requestId, span } = request;
      log.warn({ engine, requestId, ...span.logFields }, 'upstream closed before answering: trying once more');
      span.event('sent-again');
      return attempt();
    }
  }

  async function open(request: EngineRequest, signal: StopSignal): Promise<EngineEvents> {
    const { chat } = request;
    const run = begin(request, signal, settings.deadlines);
    try {
      const answer = await send(request, run.stop);
      wire.answered?.(answer.status);
      if (answer.status !== 200) throw await refusalFrom(answer, { ...settings, ...wordsOf(chat) });
      refuseCompressed(answer);
      const reader = wire.readerFor(chat);
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
      if (!isStream && !chat.embedding) {
        const whole = readWhole(await textOf(answer), { run, chat }, reader);
        letGo(run);
        return [whole];
      }
      const events = read(answer.body, run, { reader, failures, isHeartbeat: wire.isHeartbeat });
      const first = await events.next();
      if (first.done) throw new BrokenAnswer('It ended before it began.');
      run.hasBegun = true;
      return prependFirst(first, events);
    } catch (thrown) {
      letGo(run);
      signal.throwIfAborted();
      if (settings.sendsOnce && hasDied(thrown)) throw failures.endedBy(thrown, request);
      throw run.hasBegun ? failures.midAnswer(thrown, request) : failures.beforeAnswer(thrown, request);
    }
  }

  return open;
}

function begin(
  { requestId, span, chat }: EngineRequest,
  signal: StopSignal,
  deadlines: OpenSettings['deadlines'],
): Run {
  const stop = new Stop(signal);
  const wait = new EngineWait(deadlines, (which) => {
    run.isTimeUp = which === 'total';
    stop.abort(which === 'total' ? timeUp() : noEvent());
  });
  const about = { requestId, span };
  const run: Run = { about, embedding: chat.embedding, stop, wait, hasBegun: false, isTimeUp: false };
  wait.begin();
  return run;
}

function letGo({ stop, wait }: Run): void {
  wait.clear();
  stop.clear();
}

type Reading = {
  readonly reader: AnswerSource;
  readonly failures: UpstreamFailures;
  readonly isHeartbeat: Wire['isHeartbeat'];
};

/** Events that have come together are passed on together, and those before a failure are passed on before it. */
async function* read(body: HttpAnswer['body'], run: Run, { reader, failures, isHeartbeat }: Reading): EngineEventLists {
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
      const fed = events.feed(bytes);
      const together = isHeartbeat ? fed.filter((data) => !isHeartbeat(data)) : fed;
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
    if (!run.isTimeUp) throw failures.midAnswer(thrown, about);
    // The deadline is ours: the engine has done nothing wrong, and what it has produced is an answer.
    yield reader.cut();
  } finally {
    letGo(run);
  }
}

/** The health of a server, by its list of models. */
export async function healthFrom(listModels: () => Promise<HttpAnswer>): Promise<EngineHealth> {
  try {
    const answer = await listModels();
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

const timeUp = (): DOMException => new DOMException('The total deadline has passed.', 'TimeoutError');

const noEvent = (): HttpFailure =>
  new HttpFailure('idle-timeout', 'No event came for too long.', { beforeFirstByte: false });
