/** The hot path: fit the request to its model, hold its worst case, open an engine, meter what comes. */
import type { Caller } from '../core/api-key.ts';
import type { BuyingPrices } from '../core/buying.ts';
import type { AnswerHead, ChatRequest } from '../core/chat.ts';
import type { EngineRequest, Engines } from '../core/engine.ts';
import { ServiceError } from '../core/errors.ts';
import type { Hold, HoldRequest } from '../core/ledger.ts';
import type { Catalogue, Model } from '../core/model.ts';
import { isDearer, type Price } from '../core/money.ts';
import { completionIdOf, REQUEST_PREFIX } from '../core/request-id.ts';
import type { StopSignal } from '../core/stop.ts';
import { type ServedTier, tierOf, tierPrice } from '../core/tiers.ts';
import { estimateInputTokens, inputTokensMax, predictionTokensMax } from '../core/token-bound.ts';
import { type Span, traceStep } from '../core/trace.ts';
import { type AboveLimit, fitToModel, modelFor } from '../features/catalogue/model-rules.ts';
import type { GroupPrices } from '../ledger/group-prices.ts';
import type { Priced } from '../ledger/group-store.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { minuteRulesOf } from '../ledger/minute-limits.ts';
import type { Ids } from '../platform/clock.ts';
import type { Platform } from '../platform/platform.ts';
import type { Metrics } from '../platform/telemetry/metrics.ts';
import { ChoiceCounts, openChoices } from './choices.ts';
import { type Answer, meterAnswer, type RecordTarget } from './metering.ts';
import type { StructuredOutputs } from './structured/structured-answer.ts';

type ChatPath = {
  readonly catalogue: Catalogue;
  readonly engines: Engines;
  readonly ledger: Pick<Ledger, 'hold' | 'settle' | 'release'>;
  readonly metrics: Metrics;
  /** For requests that are begun again with another model. */
  readonly requestIds: Ids;
  readonly maxTokensAboveLimit: AboveLimit;
  readonly outputToleranceTokens: number;
  readonly attachmentsMax: number;
  /** The price of a model for an account at a tier: most have that of the list, and nothing is waited for. */
  readonly priceFor: GroupPrices['admittedBy'];
  /** What engines cost the operator. */
  readonly buying: BuyingPrices;
  readonly structuredOutputs: StructuredOutputs;
};

export type OpenChat = (caller: Caller, request: ChatRequest, run: ChatRun) => Promise<Answer>;

/** Throws what the request would be refused for now. Nothing is held, counted or asked. */
export type AdmitChat = (
  caller: Caller,
  request: ChatRequest,
  how: { readonly isLimitHint?: boolean | undefined },
) => Promise<void>;

type ChatRun = {
  /** Fires when the caller has left. */
  readonly signal: StopSignal;
  readonly span: Span;
  /** The place where the answer is to be kept, if the caller may ask for it again. */
  readonly record?: RecordTarget;
  /** A limit of the answer above the model's own is meant as much as there is. */
  readonly isLimitHint?: boolean | undefined;
};

type Asking = { readonly caller: Caller; readonly request: ChatRequest; readonly run: ChatRun };

/** Resolves when the engine has begun to answer. Until then every failure has its own status and has cost nothing. */
export function createChat({ clock, log }: Pick<Platform, 'clock' | 'log'>, path: ChatPath): OpenChat {
  const { catalogue, engines, ledger, metrics, requestIds, outputToleranceTokens, buying, priceFor } = path;
  const { maxTokensAboveLimit, attachmentsMax } = path;
  const around = { ledger, clock, log, metrics, buying };

  async function answerBy(model: Model, { caller, request, run }: Asking): Promise<Answer> {
    const { signal, span, record, isLimitHint } = run;
    span.set('gen_ai.request.model', model.id);
    const fitted = fitToModel(request, model, { catalogue, maxTokensAboveLimit, attachmentsMax, isLimitHint });
    const inputMax = inputTokensMax(fitted, model.contextTokens);
    const createdAtMs = clock.nowMs();
    // Together with the model, before anything is waited for: a reload may put other engines in their place meanwhile.
    const engine = engines.of(model.id);
    const asked: NonNullable<EngineRequest['asked']> = { source: engines.sourceOf(model.id) };
    const served = tierOf(model.tiers, request.tier);
    const found = priceFor(caller.accountId, model, { atMs: createdAtMs, served });
    const priced = found instanceof Promise ? await found : found;
    const atMs = createdAtMs;
    const worstCase = worstCaseOf(fitted, { caller, model, priced, served, inputTokensMax: inputMax, atMs });
    const held = hold(ledger, worstCase, span);
    const { outputTokensMax, tokenRate, lease } = held instanceof Promise ? await held : held;
    const { choices = 1 } = fitted;
    const bounds = {
      inputTokensMax: inputMax,
      outputTokensMax: Math.floor(outputTokensMax / choices),
      toleranceTokens: outputToleranceTokens,
    };
    const id = completionIdOf(caller.requestId);
    const head: AnswerHead = { id, createdAtMs, model: model.id, ...givenOf(request, fitted, served) };
    const counts = choices > 1 ? new ChoiceCounts(fitted, bounds) : undefined;
    const ask = (chat: ChatRequest, stop: StopSignal, target: Pick<EngineRequest, 'asked' | 'only'>) => {
      if (!engine) throw noEngine(model.id);
      const { accountId, requestId } = caller;
      const named = model.engineModel && { engineModel: model.engineModel };
      const maxOutputTokens = bounds.outputTokensMax - predictionTokensMax(fitted);
      const about = { ...named, ...placeOf(request, served), ...target };
      return engine.open({ chat, maxOutputTokens, requestId, accountId, span, ...about }, stop);
    };
    const open = (stop: StopSignal) => {
      if (!counts) return ask(fitted, stop, { asked });
      return openChoices((n, end) => ask(choiceOf(fitted, n), end, targetOf(asked, n)), counts, stop);
    };
    const structured = path.structuredOutputs.answerOf(fitted, caller.accountId, (chat) => ask(chat, signal, {}));
    const about = { lease, span, record, asked, structured };
    const { events, input } = await meterAnswer(
      { open, request: fitted, counts },
      { requestId: caller.requestId, head, bounds, signal, isStreamed: fitted.stream, ...about, ...around },
    );
    return { ...head, replayed: false, events, ...(input && { input }), ...(tokenRate && { tokenRate }) };
  }

  return async (caller, request, run) => {
    const model = modelFor(request, caller, catalogue);
    try {
      return await answerBy(model, { caller, request, run });
    } catch (thrown) {
      const other = mayFallBack(thrown, run) ? fallbackFor(model, { caller, request, run }, path) : undefined;
      if (!other) throw thrown;
      // A request of its own in the ledger, so that each is held, charged and shown at the price of its own model.
      const requestId = requestIds.next(REQUEST_PREFIX);
      run.span.event('fallback', { 'gen_ai.request.model': other.id, 'boreal.request_id': requestId });
      const about = { model: model.id, fallback: other.id, requestId: caller.requestId, ...run.span.logFields };
      const message = 'no engine of the model answered: trying its fallback';
      log.warn({ ...about, nextRequestId: requestId, cause: thrown }, message);
      return answerBy(other, { caller: { ...caller, requestId }, request: { ...request, model: other.id }, run });
    }
  };
}

/** What the caller gets where it is not what was asked for, or was asked for by name. */
function givenOf(
  { maxOutputTokens = 0, tier }: ChatRequest,
  fitted: ReturnType<typeof fitToModel>,
  served: ServedTier | undefined,
): Pick<AnswerHead, 'loweredTo' | 'tier'> {
  return {
    ...(maxOutputTokens > fitted.maxOutputTokens && { loweredTo: fitted.maxOutputTokens }),
    ...(tier && { tier: served?.tier ?? 'default' }),
  };
}

/** One of several answers. It is streamed, so that the others can begin with it; equal seeds would make equal answers. */
const choiceOf = (chat: ChatRequest, choice: number): ChatRequest => ({
  ...chat,
  stream: true,
  ...(chat.seed !== undefined && { seed: chat.seed + choice }),
});

/** The others are asked of the engine that gives the first. */
const targetOf = (asked: NonNullable<EngineRequest['asked']>, choice: number): Pick<EngineRequest, 'asked' | 'only'> =>
  choice > 0 && asked.source ? { asked, only: asked.source } : { asked };

/** Nothing of an answer has come, and it was not the request's fault. */
const UNANSWERED: readonly string[] = ['upstream_failed', 'upstream_overloaded', 'no_engine'];

const mayFallBack = (thrown: unknown, { signal }: ChatRun): boolean =>
  !signal.aborted && thrown instanceof ServiceError && UNANSWERED.includes(thrown.code) && !thrown.details.endedEngine;

/** The model that may answer instead, where the operator has named one and this request and key can use it. */
function fallbackFor(model: Model, { caller, request, run }: Asking, path: ChatPath): Model | undefined {
  const { fallback } = model;
  if (fallback === undefined) return undefined;
  try {
    const other = modelFor({ ...request, model: fallback }, caller, path.catalogue);
    fitToModel(request, other, { ...path, isLimitHint: run.isLimitHint });
    return isDearer(priceAt(other, request), priceAt(model, request)) ? undefined : other;
  } catch {
    return undefined;
  }
}

/** Without a group, which may not make a fallback cost more either. */
function priceAt({ price, tiers }: Model, { tier }: ChatRequest): Price {
  const served = tierOf(tiers, tier);
  return served ? tierPrice(price, served.percent) : price;
}

export const createAdmit =
  ({ clock }: Pick<Platform, 'clock'>, path: AdmitPath): AdmitChat =>
  async (caller, request, { isLimitHint }) => {
    const model = modelFor(request, caller, path.catalogue);
    const fitted = fitToModel(request, model, { ...path, isLimitHint });
    const atMs = clock.nowMs();
    const served = tierOf(model.tiers, request.tier);
    const priced = await path.priceFor(caller.accountId, model, { atMs, served });
    const bound = inputTokensMax(fitted, model.contextTokens);
    // What a minute allows is asked when it runs, and waited for.
    const {
      tokenRate: _,
      requestRules: __,
      ...worstCase
    } = worstCaseOf(fitted, {
      caller,
      model,
      priced,
      served,
      atMs,
      inputTokensMax: bound,
    });
    await path.ledger.hold(worstCase);
    path.ledger.letGo(caller.requestId);
  };

type AdmitPath = Pick<ChatPath, 'catalogue' | 'priceFor' | 'maxTokensAboveLimit' | 'attachmentsMax'> & {
  readonly ledger: Pick<Ledger, 'hold' | 'letGo'>;
};

type Asked = {
  readonly caller: Caller;
  readonly model: Model;
  readonly priced: Priced;
  readonly served: ServedTier | undefined;
  readonly inputTokensMax: number;
  readonly atMs: number;
};

/** The most that a request can cost, which is held before an engine is asked. */
function worstCaseOf(
  fitted: ReturnType<typeof fitToModel>,
  { caller, model, priced, served, inputTokensMax, atMs }: Asked,
): HoldRequest {
  // Each of several answers has the input, a token at least, and what its engine may bill of a prediction.
  const { choices = 1, maxOutputTokens } = fitted;
  const predicted = predictionTokensMax(fitted);
  const { tokens, requests } = minuteRulesOf(caller, model.id);
  return {
    requestId: caller.requestId,
    accountId: caller.accountId,
    keyId: caller.key.id,
    model: model.id,
    price: priced.price,
    priceVersion: priced.priceVersion,
    inputTokensMax: inputTokensMax * choices,
    outputTokensMax: (maxOutputTokens + predicted) * choices,
    outputTokensMin: choices > 1 || predicted > 0 ? (1 + predicted) * choices : undefined,
    atMs,
    tierPercent: served?.percent,
    note: fitted.note,
    isBatch: fitted.tier === 'batch',
    // Only what has a limit of tokens is guessed.
    tokenRate: tokens.length > 0 ? { rules: tokens, tokens: estimateInputTokens(fitted) * choices } : undefined,
    requestRules: requests.length > 0 ? requests : undefined,
  };
}

/** Batches wait for what no other request wants, also where the model has no price for them. */
function placeOf({ tier }: ChatRequest, served: ServedTier | undefined): Pick<EngineRequest, 'tier'> | undefined {
  if (tier === 'batch') return { tier };
  return served && { tier: served.tier };
}

/** Most accounts have enough leased: then nothing is waited for. */
function hold(ledger: ChatPath['ledger'], worstCase: HoldRequest, span: Span): Hold | Promise<Hold> {
  const step = span.child('admission.hold');
  const held = ledger.hold(worstCase);
  if (held instanceof Promise) return traceStep(step, held);
  step.end();
  return held;
}

const noEngine = (model: string): ServiceError =>
  new ServiceError('no_engine', `The model ${model} is temporarily unavailable: no engine is connected to it.`);
