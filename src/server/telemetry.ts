/** The signs of a running server: its readiness, metrics, traces, and the live feed of requests. */

import { findModel } from '../core/model.ts';
import type { Tracer } from '../core/trace.ts';
import { createRequestFeed, type RequestFeed } from '../features/overview/request-feed.ts';
import { createStatusRecorder, type StatusRecorder } from '../features/site/status-recorder.ts';
import { createOutcomeRecorder } from '../gateway/outcome-recorder.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { OpenRateLimits } from '../ledger/rate-limits.ts';
import type { Sealing } from '../ledger/sealing.ts';
import type { ClockCheck } from '../platform/clock-check.ts';
import type { Platform } from '../platform/platform.ts';
import { createGenAiMetrics, type GenAiMetrics } from '../platform/telemetry/gen-ai-metrics.ts';
import { createMetrics, type Metrics, type MetricsText } from '../platform/telemetry/metrics.ts';
import { openMetricsExport } from '../platform/telemetry/metrics-export.ts';
import { ownResource } from '../platform/telemetry/resource.ts';
import { openTraces } from '../platform/telemetry/traces.ts';
import type { LiveCatalogue } from './catalogue.ts';
import type { Config } from './configuration/config.ts';
import { createReadiness } from './readiness.ts';
import type { OpenStorage } from './stores/sqlite-storage.ts';
import type { Stores } from './stores/stores.ts';

type Observed = {
  readonly storage: Pick<OpenStorage, 'checkWrite' | 'logBackup'> & {
    readonly stores: Pick<Stores, 'status' | 'outcomes' | 'batches' | 'backgroundResponses'>;
  };
  readonly ledger: Pick<Ledger, 'openHolds'>;
  readonly catalogue: Pick<LiveCatalogue, 'published' | 'engines' | 'engineProblems' | 'peerOf'>;
  readonly rateLimits: Pick<OpenRateLimits, 'check'>;
  readonly clockCheck: Pick<ClockCheck, 'problem' | 'movedMs'>;
  readonly sealing: Pick<Sealing, 'ageMs'>;
  readonly runningRequests: () => number;
  readonly isStopping: () => boolean;
};

export type Telemetry = {
  readonly readiness: ReturnType<typeof createReadiness>;
  readonly metrics: MetricsText;
  /** Counts chats that end, and shows them in the live feed. */
  readonly chatMetrics: Metrics;
  readonly feed: RequestFeed;
  /** The state of each model; recorded for the status page. */
  readonly status: StatusRecorder;
  readonly tracer: Tracer;
  /** Starts to record for the status page and the overview. */
  startRecording(): void;
  stopRecording(): Promise<void>;
  /** Sends what was traced and not sent yet, for a bounded time. */
  close(): Promise<void>;
};

/** Figures of a database that is out of reach are missing, and the others are there. */
const figuresOf = ({ stores: { batches, backgroundResponses }, logBackup }: Observed['storage']) => ({
  openBatches: () => batches.counts().catch(() => []),
  openBackground: () => backgroundResponses.counts().catch(() => undefined),
  backupAgeMs: logBackup?.ageMs,
});

export function createTelemetry(config: Config, platform: Platform, observed: Observed): Telemetry {
  const { clock } = platform;
  const { storage, ledger, catalogue, rateLimits, clockCheck, runningRequests, isStopping } = observed;
  const { published, engines } = catalogue;
  const readiness = createReadiness(clock, {
    engines,
    isStopping,
    checkStore: async () => void (await Promise.all([storage.checkWrite(), rateLimits.check()])),
    clockProblem: clockCheck.problem,
    engineProblems: catalogue.engineProblems,
    hasModels: () => published.models.size > 0,
    backupAgeMs: storage.logBackup?.ageMs,
  });
  const modelOf = (name: string) => findModel(name, published)?.id;
  const genAi = config.metricsExport ? genAiMetricsOf(catalogue) : undefined;
  const metrics = createMetrics({
    ledger,
    engines: readiness.engines,
    pools: engines,
    runningRequests,
    ...figuresOf(storage),
    clockMovedMs: clockCheck.movedMs,
    sealAgeMs: observed.sealing.ageMs,
    modelOf,
    genAi,
  });
  const exported = openExports(config, platform, { metrics, genAi });
  const feed = createRequestFeed(clock);
  const status = createStatusRecorder(platform, { records: storage.stores.status, catalogue: published, engines });
  const outcomes = createOutcomeRecorder(platform, { records: storage.stores.outcomes, modelOf });
  const stopWatching = metrics.watchLoop();
  return {
    readiness,
    metrics,
    chatMetrics: {
      ...metrics,
      firstEvent: (model, ms) => {
        metrics.firstEvent(model, ms);
        outcomes.firstEvent(model, ms);
      },
      chatEnded: (chat) => {
        metrics.chatEnded(chat);
        feed.chatEnded(chat);
        status.chatEnded(chat);
      },
    },
    feed: {
      ...feed,
      requestEnded: (request) => {
        feed.requestEnded(request);
        outcomes.requestEnded(request);
      },
    },
    status,
    tracer: exported.tracer,
    startRecording: () => {
      status.start();
      outcomes.start();
    },
    stopRecording: async () => {
      await status.stop();
      await outcomes.stop();
    },
    close: async () => {
      stopWatching();
      await exported.close();
    },
  };
}

const genAiMetricsOf = ({ published, peerOf }: Observed['catalogue']): GenAiMetrics =>
  createGenAiMetrics({ kindOf: (model) => findModel(model, published)?.kind, peerOf });

type Exported = { readonly metrics: MetricsText; readonly genAi: GenAiMetrics | undefined };

/** Sends traces and metrics to where the configuration says, as one sender. */
function openExports(config: Config, { clock, log }: Platform, { metrics, genAi }: Exported) {
  const resource = ownResource(config.resourceAttributes);
  const metricsExport = openMetricsExport({ clock, log }, config.metricsExport, {
    resource,
    read: async () => [...(await metrics.families()), ...((await genAi?.families()) ?? [])],
  });
  const traces = openTraces({ clock, log }, config.traces, {
    resource,
    onExported: (spans) => metrics.spansExported(spans),
    onDropped: (spans, reason) => metrics.spansDropped(spans, reason),
  });
  return {
    tracer: traces.tracer,
    close: async () => void (await Promise.all([traces.close(), metricsExport.close()])),
  };
}
