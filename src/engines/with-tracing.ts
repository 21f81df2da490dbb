/**
 * An engine whose part in a request is seen: one span for each time that it is asked, so that an engine that failed and
 * the one that was asked in its place are side by side.
 *
 *   engine.attempt ──────────────── from the question to the last event
 *     ├ event first-token           the engine has begun to answer
 *     └ engine.process              the embedded engine's own account of it, if it gives one
 *         ├ engine.load             it found its model, or brought it into memory
 *         ├ engine.wait             it found a place, or waited for one
 *         ├ engine.prompt           it read what it was asked
 *         └ engine.generation       it wrote its answer
 */

import type { EngineEvent, EngineEvents, EngineTimes, Usage } from '../core/chat.ts';
import type { Engine, EngineRequest } from '../core/engine.ts';
import { ServiceError } from '../core/errors.ts';
import type { StopSignal } from '../core/stop.ts';
import { NO_SPAN, type Span } from '../core/trace.ts';
import { type Ending, notifyOnEnd } from './notify-on-end.ts';
import { failureKindOf } from './upstream/failure-kind.ts';

export function withTracing(name: string, engine: Engine): Engine {
  return {
    health: () => engine.health(),
    open: (request, signal) =>
      request.span === NO_SPAN ? engine.open(request, signal) : open({ name, engine, request, signal }),
  };
}

type Attempt = {
  readonly name: string;
  readonly engine: Engine;
  readonly request: EngineRequest;
  readonly signal: StopSignal;
};

async function open({ name, engine, request, signal }: Attempt): Promise<EngineEvents> {
  const span = request.span.child('engine.attempt', { kind: 'client' });
  span.set('boreal.engine', name);
  span.set('gen_ai.operation.name', request.chat.embedding ? 'embeddings' : 'chat');
  span.set('gen_ai.request.model', request.chat.model);
  span.set('boreal.request_id', request.requestId);
  try {
    const events = await engine.open({ ...request, span }, signal);
    span.event('first-token');
    return traceEvents(events, span, signal);
  } catch (thrown) {
    endAttempt(span, { type: 'failed', thrown }, signal);
    throw thrown;
  }
}

/** Apart from `open`: what is made in there keeps the request, and with it the chat, for as long as it lives. */
function traceEvents(events: EngineEvents, span: Span, signal: StopSignal): EngineEvents {
  const answer = new TracedAnswer(span);
  return notifyOnEnd(
    events,
    (how) => answer.end(how, signal),
    (batch) => batch.forEach(answer.see, answer),
  );
}

/** An answer as it is seen while it passes. */
class TracedAnswer {
  readonly #attempt: Span;
  readonly #begunAtMs = performance.now();
  #process: Span | undefined;
  #generation: Span | undefined;
  #usage: Usage | undefined;

  constructor(attempt: Span) {
    this.#attempt = attempt;
  }

  see(event: EngineEvent): void {
    if (event.type !== 'usage') return;
    this.#usage = event.usage;
    if (event.times && !this.#process) this.#tellProcess(event.times);
  }

  /** Its times are lengths, and they end where its first token came: two clocks need not agree. */
  #tellProcess({ loadMs, waitMs, promptMs }: EngineTimes): void {
    const tokenAgoMs = performance.now() - this.#begunAtMs;
    const placeAgoMs = tokenAgoMs + promptMs;
    const modelAgoMs = placeAgoMs + waitMs;
    const process = this.#attempt.child('engine.process', { agoMs: modelAgoMs + loadMs });
    process.child('engine.load', { agoMs: modelAgoMs + loadMs }).end(modelAgoMs);
    process.child('engine.wait', { agoMs: modelAgoMs }).end(placeAgoMs);
    process.child('engine.prompt', { agoMs: placeAgoMs }).end(tokenAgoMs);
    this.#generation = process.child('engine.generation', { agoMs: tokenAgoMs });
    this.#process = process;
  }

  end(how: Ending, signal: StopSignal): void {
    this.#generation?.end();
    for (const span of [this.#process, this.#attempt]) {
      if (!span || !this.#usage) continue;
      span.set('gen_ai.usage.input_tokens', this.#usage.inputTokens);
      span.set('gen_ai.usage.output_tokens', this.#usage.outputTokens);
      span.set('boreal.cached_input_tokens', this.#usage.cachedInputTokens);
    }
    this.#process?.end();
    endAttempt(this.#attempt, how, signal);
  }
}

function endAttempt(span: Span, how: Ending, signal: StopSignal): void {
  // A client that leaves is no failure of the engine.
  const hasLeft = how.type === 'left' || signal.aborted;
  span.set('boreal.outcome', hasLeft ? 'left' : how.type);
  if (!hasLeft && how.type === 'failed') span.fail(reasonOf(how.thrown));
  span.end();
}

const reasonOf = (thrown: unknown): string =>
  failureKindOf(thrown) ?? (thrown instanceof ServiceError ? thrown.code : 'internal');
