/** All metrics and their names. The page `docs/reference/metrics.md` describes each; a test compares them. */

import { writesOf } from '../../core/cache-writes.ts';
import type { StructuredResult } from '../../core/chat.ts';
import type { Nanos } from '../../core/money.ts';
import { paced } from '../../lib/paced.ts';
import { createRegistry, type Family, type Reading, type Registry, type Tally } from '../../lib/prometheus.ts';
import type { EndedAttempt, EndedChat, GenAiMetrics } from './gen-ai-metrics.ts';

/** Events for metrics and logs. Cheap, and it never fails. */
export interface Metrics {
  requestEnded(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    /** As the caller wrote it. */
    readonly model: string | undefined;
    readonly durationMs: number;
  }): void;
  /** An engine's first event, this long after the request was admitted. */
  firstEvent(model: string, ms: number): void;
  /** An engine of this model has reported what cannot be true, or has gone on past its limit. */
  anomaly(model: string): void;
  /** An answer of this model was held against the schema of its caller. */
  structuredOutput(model: string, result: StructuredResult): void;
  /** `settled` is missing where nothing was charged. */
  chatEnded(
    chat: EndedChat & {
      readonly requestId: string;
      /** Where the answer was held against a schema. */
      readonly structured?: StructuredResult;
    },
  ): void;
}

type MetricSources = {
  readonly ledger: { openHolds(): { readonly count: number; readonly held: Nanos } };
  readonly engines: () => Promise<readonly { readonly name: string; readonly ok: boolean }[]>;
  /** The engines that share a model or have a limit, and who waits for them. */
  readonly pools: {
    states(): readonly {
      readonly name: string;
      readonly running?: number;
      readonly circuit?: keyof typeof CIRCUIT_NUMBERS;
    }[];
    queues(): readonly { readonly model: string; readonly waiting: number }[];
  };
  readonly runningRequests: () => number;
  /** Batches that have not ended, and their requests that have not. */
  readonly openBackground?: () => Promise<{ readonly queued: number; readonly running: number } | undefined>;
  readonly openBatches?: () => Promise<readonly { status: string; batches: number; lines: number }[]>;
  /** How far the clock of this machine has moved; 0 while it is right. */
  readonly clockMovedMs: () => number;
  /** How long ago all that could be sealed was. */
  readonly sealAgeMs: () => number;
  /** Where the log is backed up. */
  readonly backupAgeMs?: (() => number) | undefined;
  /** The model of a name that a caller wrote. Unknown names are counted as one, so that callers cannot make up series. */
  readonly modelOf: (name: string) => string | undefined;
  /** Where metrics are exported, those of the conventions for generative AI. */
  readonly genAi?: GenAiMetrics | undefined;
};

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
const LAG_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1];
/** Often enough that the loop cannot be held for 40 ms unseen. */
export const LAG_CHECK_MS = 20;
/** While nothing is asked: to look more often would be most of what an idle server does. */
const IDLE_LAG_CHECK_MS = 1000;
/** So many looks without a request, and nothing is asked. */
const IDLE_LOOKS = 50;
const CZK = 1e9;
const CIRCUIT_NUMBERS = { closed: 0, 'half-open': 1, open: 2 } as const;

/** The counts of what was sold of one model. */
type Sold = Readonly<
  Record<'input' | 'cachedInput' | 'cacheWrite5m' | 'cacheWrite1h' | 'output' | 'reasoning' | 'czk', Tally>
>;

export type MetricsText = Metrics & {
  engineFailed(engine: string, kind: string): void;
  /** A question to an engine is over. */
  attemptEnded(attempt: EndedAttempt): void;
  /** A request for this model is asked of another engine. */
  engineRetried(model: string): void;
  spansExported(spans: number): void;
  spansDropped(spans: number, reason: string): void;
  logLinesDropped(lines: number): void;
  text(): Promise<string>;
  /** The same as plain values, to be put together with those of other processes. */
  families(): Promise<readonly Family[]>;
  /** Begins to watch the loop that serves; returns how to stop. */
  watchLoop(): () => void;
};

export function createMetrics(sources: MetricSources): MetricsText {
  const registry = createRegistry();
  const { requests, durations, firstTokens, tokens, charged, chats, anomalies, structured } = chatMetrics(registry);
  const { failures, retries, spansExported, spansDropped, linesDropped, lags } = machineMetrics(registry);
  addGauges(registry, sources);
  addPoolGauges(registry, sources.pools);
  addBatchGauges(registry, sources.openBatches);
  addBackgroundGauge(registry, sources.openBackground);
  const soldOf = createSold(tokens, charged);
  const modelLabel = (model: string) => sources.modelOf(model) ?? 'other';
  let hasEnded = false;
  /** Something is asked, or was since this was asked last. */
  const wasAsked = () => {
    const was = hasEnded || sources.runningRequests() > 0;
    hasEnded = false;
    return was;
  };

  return {
    requestEnded: ({ method, route, status, model, durationMs }) => {
      hasEnded = true;
      const labels = { method, route, status: String(status), model: model === undefined ? '' : modelLabel(model) };
      requests.add(labels);
      durations.observe({ route }, durationMs / 1000);
    },
    firstEvent: (model, ms) => firstTokens.observe({ model: modelLabel(model) }, ms / 1000),
    chatEnded: (chat) => {
      const { model: id, outcome, settled } = chat;
      sources.genAi?.chatEnded(chat);
      const model = modelLabel(id);
      chats.add({ model, outcome });
      if (!settled) return;
      const { usage, cost } = settled;
      const sold = soldOf(model);
      const [fiveMinutes, hour] = writesOf(usage);
      sold.input.add(usage.inputTokens - usage.cachedInputTokens - fiveMinutes - hour);
      sold.cacheWrite5m.add(fiveMinutes);
      sold.cacheWrite1h.add(hour);
      sold.cachedInput.add(usage.cachedInputTokens);
      sold.output.add(usage.outputTokens - usage.reasoningTokens);
      sold.reasoning.add(usage.reasoningTokens);
      // Only shown: the ledger keeps the exact amount.
      sold.czk.add(Number(cost) / CZK);
    },
    anomaly: (model) => anomalies.add({ model: modelLabel(model) }),
    structuredOutput: (model, result) => structured.add({ model: modelLabel(model), result }),
    engineFailed: (engine, kind) => failures.add({ engine, kind }),
    engineRetried: (model) => retries.add({ model }),
    attemptEnded: (attempt) => sources.genAi?.attemptEnded(attempt),
    spansExported: (spans) => spansExported.add({}, spans),
    spansDropped: (spans, reason) => spansDropped.add({ reason }, spans),
    logLinesDropped: (lines) => linesDropped.add(lines),
    text: registry.text,
    families: registry.families,
    watchLoop: () => watchLoop((seconds) => lags.observe({}, seconds), wasAsked),
  };
}

const chatMetrics = (registry: Registry) => ({
  requests: registry.counter('boreal_requests_total', 'HTTP requests answered, by route, model and status.'),
  durations: registry.histogram(
    'boreal_request_seconds',
    'Time from the request to the last byte of its answer.',
    SECONDS,
  ),
  firstTokens: registry.histogram(
    'boreal_first_token_seconds',
    'Time from admission to the first event of the engine.',
    SECONDS,
  ),
  tokens: registry.counter('boreal_tokens_total', 'Tokens charged, by model and type.'),
  charged: registry.counter('boreal_charged_czk_total', 'Money taken from credit, by model.'),
  chats: registry.counter('boreal_chats_total', 'Chats that have ended, by model and outcome.'),
  anomalies: registry.counter(
    'boreal_usage_anomalies_total',
    'Charged chats whose engine reported impossible usage or went on past its limit, by model.',
  ),
  structured: registry.counter(
    'boreal_structured_outputs_total',
    'Answers held against the JSON schema of their request, by model and result.',
  ),
});

const machineMetrics = (registry: Registry) => ({
  lags: registry.histogram(
    'boreal_event_loop_lag_seconds',
    'How much later than asked the serving loop came back to a timer.',
    LAG_SECONDS,
  ),
  failures: registry.counter('boreal_engine_failures_total', 'Requests that an engine has failed, by kind.'),
  retries: registry.counter('boreal_engine_retries_total', 'Requests asked of another engine, by model.'),
  spansExported: registry.counter('boreal_trace_spans_exported_total', 'Spans that the receiver has taken.'),
  spansDropped: registry.counter('boreal_trace_spans_dropped_total', 'Spans that were lost, by reason.'),
  linesDropped: registry
    .counter('boreal_log_lines_dropped_total', 'Lines of the log that its reader did not take in time.')
    .series({}),
});

type Counter = ReturnType<Registry['counter']>;

/** The counts of a model are found once, not with every chat. */
function createSold(tokens: Counter, charged: Counter): (model: string) => Sold {
  const byModel = new Map<string, Sold>();
  return (model) => {
    const known = byModel.get(model);
    if (known) return known;
    const sold = {
      input: tokens.series({ model, type: 'input' }),
      cachedInput: tokens.series({ model, type: 'cached_input' }),
      cacheWrite5m: tokens.series({ model, type: 'cache_write_5m' }),
      cacheWrite1h: tokens.series({ model, type: 'cache_write_1h' }),
      output: tokens.series({ model, type: 'output' }),
      reasoning: tokens.series({ model, type: 'reasoning' }),
      czk: charged.series({ model }),
    };
    byModel.set(model, sold);
    return sold;
  };
}

function addGauges(registry: Registry, sources: MetricSources): void {
  const { ledger, engines, runningRequests, clockMovedMs, sealAgeMs, backupAgeMs } = sources;
  registry.gauge('boreal_workers', 'Serving processes that these figures are of.', () => [[{}, 1]]);
  registry.gauge('boreal_running_requests', 'Requests that are being answered now.', () => [[{}, runningRequests()]]);
  registry.gauge('boreal_clock_moved_seconds', "How far this machine's clock has jumped; 0 while it is right.", {
    together: 'largest',
    read: () => [[{}, Math.round(clockMovedMs() / 1000)]],
  });
  registry.gauge('boreal_seal_age_seconds', 'How long ago the whole ledger was sealed.', {
    together: 'largest',
    read: () => [[{}, Math.round(sealAgeMs() / 1000)]],
  });
  registry.gauge('boreal_backup_age_seconds', 'How long ago everything was in the folder of backupTo.', {
    together: 'largest',
    read: () => (backupAgeMs ? [[{}, Math.round(backupAgeMs() / 1000)]] : []),
  });
  registry.gauge('boreal_open_holds', 'Requests that hold credit or tokens now.', () => [
    [{}, ledger.openHolds().count],
  ]);
  registry.gauge('boreal_held_czk', 'Credit held by running requests.', () => [
    [{}, Number(ledger.openHolds().held) / CZK],
  ]);
  registry.gauge('boreal_engine_up', 'Whether an engine answers (1) or not (0).', {
    together: 'smallest',
    read: async () => (await engines()).map(({ name, ok }): Reading => [{ engine: name }, ok ? 1 : 0]),
  });
  registry.gauge('boreal_resident_memory_bytes', 'Memory of the serving process.', () => [
    [{}, process.memoryUsage.rss()],
  ]);
}

/** All servers of a database see the same. */
function addBatchGauges(registry: Registry, openBatches: MetricSources['openBatches'] = async () => []): void {
  registry.gauge('boreal_batches_open', 'Batches that have not ended, by status.', {
    together: 'largest',
    read: async () => (await openBatches()).map(({ status, batches }): Reading => [{ status }, batches]),
  });
  registry.gauge('boreal_batch_lines_open', 'Requests of batches that have not ended, by status of the batch.', {
    together: 'largest',
    read: async () => (await openBatches()).map(({ status, lines }): Reading => [{ status }, lines]),
  });
}

function addBackgroundGauge(registry: Registry, open: MetricSources['openBackground'] = async () => undefined): void {
  registry.gauge('boreal_background_responses_open', 'Responses in the background that have not ended, by status.', {
    together: 'largest',
    read: async () => {
      const counts = await open();
      if (!counts) return [];
      return [
        [{ status: 'queued' }, counts.queued],
        [{ status: 'in_progress' }, counts.running],
      ];
    },
  });
}

function addPoolGauges(registry: Registry, { states, queues }: MetricSources['pools']): void {
  registry.gauge('boreal_engine_running', 'Answers that an engine gives now, of engines in a pool.', () =>
    states().flatMap(({ name, running }): Reading[] => (running === undefined ? [] : [[{ engine: name }, running]])),
  );
  registry.gauge('boreal_engine_circuit', 'Whether an engine is asked: 0 always, 1 on trial, 2 not now.', {
    together: 'largest',
    read: () =>
      states().flatMap(({ name, circuit }): Reading[] =>
        circuit === undefined ? [] : [[{ engine: name }, CIRCUIT_NUMBERS[circuit]]],
      ),
  });
  registry.gauge('boreal_engine_queue', 'Requests that wait for a place at an engine, by model.', () =>
    queues().map(({ model, waiting }): Reading => [{ model }, waiting]),
  );
}

export function watchLoop(observe: (lagSeconds: number) => void, wasAsked: () => boolean): () => void {
  let idleLooks = 0;
  const paceMs = () => (idleLooks < IDLE_LOOKS ? LAG_CHECK_MS : IDLE_LAG_CHECK_MS);
  let dueMs = performance.now() + paceMs();
  const { end } = paced(() => {
    const nowMs = performance.now();
    observe(Math.max(0, nowMs - dueMs) / 1000);
    idleLooks = wasAsked() ? 0 : idleLooks + 1;
    dueMs = nowMs + paceMs();
  }, paceMs);
  return end;
}
