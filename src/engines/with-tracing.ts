/**
 * An engine whose part in a request is seen: one span for each time that it is asked, so that an engine that failed and
 * the one that was asked in its place are side by side.
 *
 *   chat MODEL ──────────────────── from the question to the last event; `embeddings MODEL` where vectors are asked for
 *     ├ event first-token           the engine has begun to answer
 *     └ engine.process              the embedded engine's own account of it, if it gives one
 *         ├ engine.load             it found its model, or brought it into memory
 *         ├ engine.wait             it found a place, or waited for one
 *         ├ engine.prompt           it read what it was asked
 *         └ engine.generation       it wrote its answer
 */

import type { EngineEvent, EngineEvents, EngineTimes, Usage } from '../core/chat.ts';
import type { Engine, EngineRequest } from '../core/engine.ts';
import type { StopSignal } from '../core/stop.ts';
import { NO_SPAN, type Span } from '../core/trace.ts';
import type { Peer } from '../platform/telemetry/gen-ai-metrics.ts';
import { type Ending, failureOf, notifyOnEnd } from './notify-on-end.ts';

/** The name of an engine, and the server behind it. */
type Asked = Peer & { readonly name: string };

export function withTracing(asked: Asked, engine: Engine): Engine {
  return {
    health: () => engine.health(),
    open: (request, signal) =>
      request.span === NO_SPAN ? engine.open(request, signal) : open({ asked, engine, request, signal }),
  };
}

type Attempt = {
  readonly asked: Asked;
  readonly engine: Engine;
  readonly request: EngineRequest;
  readonly signal: StopSignal;
};

async function open({ asked, engine, request, signal }: Attempt): Promise<EngineEvents> {
  const span = beginAttempt(asked, request);
  const startedAtMs = performance.now();
  try {
    const events = await engine.open({ ...request, span }, signal);
    span.event('first-token');
    if (request.chat.stream) span.set('gen_ai.response.time_to_first_chunk', (performance.now() - startedAtMs) / 1000);
    return traceEvents(events, span, signal);
  } catch (thrown) {
    endAttempt(span, { type: 'failed', thrown }, signal);
    throw thrown;
  }
}

/** A client span of the conventions for generative AI, without anything that people have written. */
function beginAttempt({ name, provider, address, port }: Asked, request: EngineRequest): Span {
  const { chat, requestId, maxOutputTokens } = request;
  const operation = chat.embedding ? 'embeddings' : 'chat';
  const span = request.span.child(`${operation} ${chat.model}`, { kind: 'client' });
  const engineModel = request.asked?.source?.model ?? request.engineModel;
  span.set('boreal.engine', name);
  span.set('boreal.request_id', requestId);
  span.set('gen_ai.operation.name', operation);
  span.set('gen_ai.provider.name', provider);
  span.set('gen_ai.request.model', chat.model);
  if (engineModel !== undefined) span.set('gen_ai.response.model', engineModel);
  if (address !== undefined) span.set('server.address', address);
  if (port !== undefined) span.set('server.port', port);
  if (chat.embedding) return span;
  span.set('gen_ai.request.max_tokens', maxOutputTokens);
  if (chat.stream) span.set('gen_ai.request.stream', true);
  if (chat.temperature !== undefined) span.set('gen_ai.request.temperature', chat.temperature);
  if (chat.topP !== undefined) span.set('gen_ai.request.top_p', chat.topP);
  return span;
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
  #finishReason: string | undefined;

  constructor(attempt: Span) {
    this.#attempt = attempt;
  }

  see(event: EngineEvent): void {
    if (event.type === 'end') this.#finishReason = event.finishReason;
    if (event.type !== 'usage') return;
    this.#usage = event.usage;
    if (event.times && !this.#process) this.#tellProcess(event.times);
  }

  /** Its times are lengths, and they end where its first token came: two clocks need not agree. */
  #tellProcess({ loadMs, waitMs, promptMs }: EngineTimes): void {
    const tokenAgoMs = performance.now() - this.#begunAtMs;
    const placeAgoMs = tokenAgoMs + promptMs;
    const modelAgoMs = placeAgoMs + waitMs;
    const processSpan = this.#attempt.child('engine.process', { agoMs: modelAgoMs + loadMs });
    processSpan.child('engine.load', { agoMs: modelAgoMs + loadMs }).end(modelAgoMs);
    processSpan.child('engine.wait', { agoMs: modelAgoMs }).end(placeAgoMs);
    processSpan.child('engine.prompt', { agoMs: placeAgoMs }).end(tokenAgoMs);
    this.#generation = processSpan.child('engine.generation', { agoMs: tokenAgoMs });
    this.#process = processSpan;
  }

  end(how: Ending, signal: StopSignal): void {
    this.#generation?.end();
    this.#process?.end();
    if (this.#finishReason !== undefined) this.#attempt.set('gen_ai.response.finish_reasons', [this.#finishReason]);
    if (this.#usage) setUsage(this.#attempt, this.#usage);
    endAttempt(this.#attempt, how, signal);
  }
}

/** On this span alone: programs that add up spans would count the tokens of a request twice. */
function setUsage(span: Span, usage: Usage): void {
  span.set('gen_ai.usage.input_tokens', usage.inputTokens);
  span.set('gen_ai.usage.output_tokens', usage.outputTokens);
  span.set('gen_ai.usage.cache_read.input_tokens', usage.cachedInputTokens);
  if (usage.reasoningTokens > 0) span.set('gen_ai.usage.reasoning.output_tokens', usage.reasoningTokens);
}

function endAttempt(span: Span, how: Ending, signal: StopSignal): void {
  // A client that leaves is no failure of the engine.
  const hasLeft = how.type === 'left' || signal.aborted;
  span.set('boreal.outcome', hasLeft ? 'left' : how.type);
  const failure = failureOf(how, signal);
  if (failure !== undefined) span.fail(failure);
  span.end();
}
