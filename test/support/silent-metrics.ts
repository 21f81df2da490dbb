import type { Metrics } from '../../src/platform/telemetry/metrics.ts';

/** For tests that are not about what is counted. */
export const SILENT_METRICS: Metrics = {
  requestEnded() {},
  firstEvent() {},
  anomaly() {},
  structuredOutput() {},
  chatEnded() {},
};
