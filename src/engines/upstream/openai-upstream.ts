/**
 * One OpenAI-compatible server as an Engine. `open` resolves at the engine's first event, so that an early failure is a
 * real status; what the server says in its errors stays with the operator, because it may hold addresses and keys.
 */

import type { ChatRequest, EngineEvent, EngineEvents } from '../../core/chat.ts';
import type { Engine, EngineHealth, EngineRequest } from '../../core/engine.ts';
import { Stop, type StopSignal } from '../../core/stop.ts';
import { prependFirst } from '../../lib/prepend-first.ts';
import { SseReader } from '../../platform/http/sse.ts';
import type { Platform } from '../../platform/platform.ts';
import { readEmbeddings, readWhole, refuseCompressed, textOf } from './answer-body.ts';
import { EngineWait } from './engine-wait.ts';
import { type HttpAnswer, type HttpClient, HttpFailure } from './http.ts';
import { LearnedContexts } from './learned-contexts.ts';
import { LearnedRunningUsage, type RunningUsage } from './running-usage.ts';
import { TokenCounter } from './token-counter.ts';
import { AnswerReader, BrokenAnswer } from './upstream-answer.ts';
import { createUpstreamCalls, type UpstreamSettings } from './upstream-calls.ts';
import {
  type AskedBy,
  createUpstreamFailures,
  hasDied,
  type OnFailure,
  type UpstreamFailures,
} from './upstream-failures.ts';
import { refusalFrom } from './upstream-refusal.ts';
import { toUpstreamBody } from './upstream-request.ts';
import { wordsOf } from './without-echo.ts';

export type UpstreamTools = Pick<Platform, 'log'> & {
  readonly newToolCallId: () => string;
  /** Hears of every failure that is the engine's. */
  readonly onFailure?: OnFailure;
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
  const { name: engine, dialect, thinking } = settings;
  const { log } = tools;
  const calls = createUpstreamCalls(settings, client);
  const failures = createUpstreamFailures(engine, tools);
  const contexts = new LearnedContexts(calls.listModels);
  const counter = new TokenCounter(calls.count);
  const learned =
    dialect.runningUsage === 'auto' ? new LearnedRunningUsage({ engine, ask: calls.probe, log }) : undefined;
  const runningUsage = (): RunningUsage => (dialect.runningUsage === 'auto' ? learned!.current : dialect.runningUsage);

  /** One more attempt where nothing of an answer has come: the engine may just have dropped an idle connection. */
  async function send(request: EngineRequest, signal: StopSignal): Promise<HttpAnswer> {
    const attempt = calls.ask(request, runningUsage(), signal);
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
    if (!chat.embedding) learned?.learnAgain();
    try {
      const answer = await send(request, run.stop);
      if (answer.status === 400 || answer.status === 422) learned?.forget();
      if (answer.status !== 200) throw await refusalFrom(answer, { ...settings, ...wordsOf(chat) });
      refuseCompressed(answer);
      const reader = new AnswerReader({ newToolCallId: tools.newToolCallId, thinking, stops: chat.stop });
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
      if (!isStream && !chat.embedding) {
        const whole = readWhole(await textOf(answer), { run, chat }, reader);
        letGo(run);
        return [whole];
      }
      const events = read(answer.body, run, { reader, failures });
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

  return {
    open,
    health: () => healthFrom(calls.listModels),
    learn: () => learned?.learn(),
    stopLearning: () => learned?.stop(),
    contextTokensOf: (engineModel = dialect.model) => contexts.of(engineModel),
    countTokens: async ({ chat, engineModel: model = dialect.model }, signal) => {
      // Engines count a picture as the one mark that stands for it in the prompt.
      if (chat.sendsParts) return undefined;
      const body = toUpstreamBody({ ...chat, stream: false }, 1, { ...dialect, model, runningUsage: 'none' });
      return counter.count(body, signal);
    },
  };
}

function begin(
  { requestId, span, chat }: EngineRequest,
  signal: StopSignal,
  deadlines: UpstreamSettings['deadlines'],
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

type Reading = { readonly reader: AnswerReader; readonly failures: UpstreamFailures };

/** Events that have come together are passed on together, and those before a failure are passed on before it. */
async function* read(body: HttpAnswer['body'], run: Run, { reader, failures }: Reading): EngineEventLists {
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
    if (!run.isTimeUp) throw failures.midAnswer(thrown, about);
    // The deadline is ours: the engine has done nothing wrong, and what it has produced is an answer.
    yield reader.cut();
  } finally {
    letGo(run);
  }
}

async function healthFrom(listModels: () => Promise<HttpAnswer>): Promise<EngineHealth> {
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
