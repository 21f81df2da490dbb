/** The signs of a running server: its readiness, metrics, traces, and the live feed of requests. */
import { findModel } from '../core/model.ts';
import type { Clock, Ledger, Log, Metrics } from '../core/ports.ts';
import type { Tracer } from '../core/trace.ts';
import { createRequestFeed, type RequestFeed } from '../features/overview/request-feed.ts';
import { createStatusRecorder, type StatusRecorder } from '../features/site/status-recorder.ts';
import { createOutcomeRecorder } from '../gateway/outcome-recorder.ts';
import type { OpenRateLimits } from '../ledger/rate-limits.ts';
import type { Sealing } from '../ledger/sealing.ts';
import type { ClockCheck } from '../platform/clock-check.ts';
import { createMetrics, type MetricsText } from '../platform/telemetry/metrics.ts';
import { openTraces } from '../platform/telemetry/traces.ts';
import type { LiveCatalogue } from './catalogue.ts';
import type { Config } from './configuration/config.ts';
import { createReadiness } from './readiness.ts';
import type { OpenStorage } from './stores/sqlite-storage.ts';
import type { Stores } from './stores/stores.ts';

type TelemetryParts = {
  readonly storage: Pick<OpenStorage, 'checkWrite'> & { readonly stores: Pick<Stores, 'status' | 'responses'> };
  readonly ledger: Pick<Ledger, 'openHolds'>;
  readonly catalogue: Pick<LiveCatalogue, 'published' | 'engines' | 'engineProblems'>;
  readonly rateLimits: Pick<OpenRateLimits, 'check'>;
  readonly clockCheck: Pick<ClockCheck, 'problem' | 'movedMs'>;
  readonly sealing: Pick<Sealing, 'ageMs'>;
  readonly runningRequests: () => number;
  readonly isStopping: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
};

export type Telemetry = {
  readonly readiness: ReturnType<typeof createReadiness>;
  readonly metrics: MetricsText;
  /** For chats: what ends is counted, and shown in the live feed. */
  readonly chatMetrics: Metrics;
  readonly feed: RequestFeed;
  /** How each model is; recorded for the status page. */
  readonly status: StatusRecorder;
  readonly tracer: Tracer;
  /** Starts to record for the status page and the overview. */
  startRecording(): void;
  stopRecording(): Promise<void>;
  /** Sends what was traced and not sent yet, for a bounded time. */
  close(): Promise<void>;
};

export function createTelemetry(config: Config, parts: TelemetryParts): Telemetry {
  const { storage, ledger, catalogue, rateLimits, clockCheck, runningRequests, isStopping, clock, log } = parts;
  const { published, engines } = catalogue;
  const readiness = createReadiness({
    engines,
    isStopping,
    checkStore: async () => void (await Promise.all([storage.checkWrite(), rateLimits.check()])),
    clockProblem: clockCheck.problem,
    engineProblems: catalogue.engineProblems,
    clock,
  });
  const modelOf = (name: string) => findModel(name, published)?.id;
  const metrics = createMetrics({
    ledger,
    engines: readiness.engines,
    pools: engines,
    runningRequests,
    clockMovedMs: clockCheck.movedMs,
    sealAgeMs: parts.sealing.ageMs,
    modelOf,
  });
  const traces = openTraces(config.traces, {
    clock,
    log,
    onExported: (spans) => metrics.spansExported(spans),
    onDropped: (spans, reason) => metrics.spansDropped(spans, reason),
  });
  const feed = createRequestFeed(clock);
  const status = createStatusRecorder(
    { clock, log },
    { records: storage.stores.status, catalogue: published, engines },
  );
  const responses = createOutcomeRecorder({ clock, log }, { records: storage.stores.responses, modelOf });
  const stopWatching = metrics.watchLoop();
  return {
    readiness,
    metrics,
    chatMetrics: {
      ...metrics,
      firstEvent: (model, ms) => {
        metrics.firstEvent(model, ms);
        responses.firstEvent(model, ms);
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
        responses.requestEnded(request);
      },
    },
    status,
    tracer: traces.tracer,
    startRecording: () => {
      status.start();
      responses.start();
    },
    stopRecording: async () => {
      await status.stop();
      await responses.stop();
    },
    close: async () => {
      stopWatching();
      await traces.close();
    },
  };
}
