/** The hot path: fit the request to its model, hold its worst case, open an engine, meter what comes. */
import type { ChatRequest } from '../core/chat.ts';
import { ServiceError } from '../core/errors.ts';
import type { Hold, HoldOrder } from '../core/ledger.ts';
import type { Catalogue, Model } from '../core/model.ts';
import type { Caller, Clock, Engines, Ids, Ledger, Log, Metrics } from '../core/ports.ts';
import { completionIdOf, REQUEST_PREFIX } from '../core/request-id.ts';
import type { StopSignal } from '../core/stop.ts';
import { estimateInputTokens, inputTokensMax } from '../core/token-bound.ts';
import { type Span, traceStep } from '../core/trace.ts';
import { type AboveLimit, fitToModel, modelFor } from '../features/catalogue/model-rules.ts';
import { tokenRulesOf } from '../ledger/token-rates.ts';
import { type Answer, meterAnswer, type RecordOrder } from './metering.ts';

type ChatParts = {
  readonly catalogue: Catalogue;
  readonly engines: Engines;
  readonly ledger: Pick<Ledger, 'hold' | 'settle' | 'release'>;
  /** For a request that is begun again with another model. */
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly maxTokensAboveLimit: AboveLimit;
  readonly outputToleranceTokens: number;
};

export type OpenChat = (caller: Caller, request: ChatRequest, run: ChatRun) => Promise<Answer>;

type ChatRun = {
  /** Fires when the caller has left. */
  readonly signal: StopSignal;
  readonly span: Span;
  /** Where the answer is to be kept, if the caller may ask for it again. */
  readonly record?: RecordOrder;
  /** Whether a limit of the answer above the model's own is meant as much as there is. */
  readonly isLimitHint?: boolean | undefined;
};

type Asking = { readonly caller: Caller; readonly request: ChatRequest; readonly run: ChatRun };

/** Resolves when the engine has begun to answer. Until then every failure has its own status and has cost nothing. */
export function createChat(parts: ChatParts): OpenChat {
  return async (caller, request, run) => {
    const model = modelFor(request, caller, parts.catalogue);
    try {
      return await answerBy(model, { caller, request, run });
    } catch (thrown) {
      const other = run.signal.aborted ? undefined : fallbackFor(model, { caller, request, run, thrown });
      if (!other) throw thrown;
      // A request of its own in the ledger, so that each is held, charged and shown at the price of its own model.
      const again = { ...caller, requestId: parts.ids.next(REQUEST_PREFIX) };
      const about = {
        model: model.id,
        fallback: other.id,
        requestId: caller.requestId,
        ...run.span.logFields,
        nextRequestId: again.requestId,
      };
      const facts = { 'gen_ai.request.model': other.id, 'boreal.request_id': again.requestId };
      run.span.event('fallback', facts);
      parts.log.warn({ ...about, cause: thrown }, 'no engine of the model answered: trying its fallback');
      return answerBy(other, { caller: again, request: { ...request, model: other.id }, run });
    }
  };

  /** The model that may answer instead, where the operator has named one and this request and key can use it. */
  function fallbackFor(
    { fallback }: Model,
    { caller, request, run, thrown }: Asking & { readonly thrown: unknown },
  ): Model | undefined {
    if (fallback === undefined || !(thrown instanceof ServiceError)) return undefined;
    if (!UNANSWERED.includes(thrown.code) || thrown.details.endedEngine) return undefined;
    try {
      const other = modelFor({ ...request, model: fallback }, caller, parts.catalogue);
      fitToModel(request, other, { ...parts, isLimitHint: run.isLimitHint });
      return other;
    } catch {
      return undefined;
    }
  }

  async function answerBy(model: Model, { caller, request, run }: Asking): Promise<Answer> {
    const { signal, span, record, isLimitHint } = run;
    span.set('gen_ai.request.model', model.id);
    const fitted = fitToModel(request, model, { ...parts, isLimitHint });
    const inputMax = inputTokensMax(fitted, model.contextTokens);
    const atMs = parts.clock.nowMs();
    // Together with the model, before anything is waited for: a reload may put other engines in their place meanwhile.
    const engine = parts.engines.of(model.id);
    const order = {
      requestId: caller.requestId,
      accountId: caller.accountId,
      keyId: caller.key.id,
      model: model.id,
      price: model.price,
      priceVersion: model.priceVersion,
      inputTokensMax: inputMax,
      outputTokensMax: fitted.maxOutputTokens,
      atMs,
      ...tokenRateOf(caller, fitted),
    };
    const { outputTokensMax, tokenRate, lease } = await hold(parts.ledger, order, span);
    const bounds = { inputTokensMax: inputMax, outputTokensMax, toleranceTokens: parts.outputToleranceTokens };
    const isLowered = (request.maxOutputTokens ?? 0) > fitted.maxOutputTokens;
    const head = {
      ...{ id: completionIdOf(caller.requestId), createdAtMs: atMs, model: model.id },
      ...(isLowered && { loweredTo: fitted.maxOutputTokens }),
    };
    const open = (stop: StopSignal) => {
      if (!engine) throw noEngine(model.id);
      const { accountId, requestId } = caller;
      const target = { requestId, accountId, span, ...(model.engineModel && { engineModel: model.engineModel }) };
      return engine.open({ chat: fitted, maxOutputTokens: outputTokensMax, ...target }, stop);
    };
    const { events, input } = await meterAnswer(
      { open, request: fitted },
      {
        requestId: caller.requestId,
        head,
        bounds,
        signal,
        lease,
        span,
        ...(record && { record }),
        ledger: parts.ledger,
        clock: parts.clock,
        log: parts.log,
        metrics: parts.metrics,
      },
    );
    return {
      ...head,
      replayed: false,
      events,
      ...(input && { input }),
      ...(tokenRate && { tokenRate }),
    };
  }
}

/** Only what has such a limit is guessed. */
function tokenRateOf(caller: Caller, request: ChatRequest): Pick<HoldOrder, 'tokenRate'> | undefined {
  const rules = tokenRulesOf(caller);
  return rules.length === 0 ? undefined : { tokenRate: { rules, tokens: estimateInputTokens(request) } };
}

/** Most accounts have enough leased: then nothing is waited for. */
function hold(ledger: ChatParts['ledger'], order: HoldOrder, span: Span): Hold | Promise<Hold> {
  const step = span.child('admission.hold');
  const held = ledger.hold(order);
  if (held instanceof Promise) return traceStep(step, held);
  step.end();
  return held;
}

/** Nothing of an answer has come, and it was not the request's fault. */
const UNANSWERED: readonly string[] = ['upstream_failed', 'upstream_overloaded', 'no_engine'];

const noEngine = (model: string): ServiceError =>
  new ServiceError('no_engine', `The model ${model} is temporarily unavailable: no engine is connected to it.`);
