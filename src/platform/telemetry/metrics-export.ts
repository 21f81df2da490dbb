/**
 * Metrics on their way to a receiver of OpenTelemetry: everything that has been counted since the start, now and then. What
 * did not arrive is in the next message, so nothing is kept, and a receiver that is slow or away costs no memory.
 */
import type { Family } from '../../lib/prometheus.ts';
import type { Platform } from '../platform.ts';
import { ENCODINGS, type Resource } from './otlp.ts';
import type { MetricsExportConfig } from './otlp-config.ts';
import { otlpSender } from './otlp-send.ts';

type Figures = { readonly resource: Resource; readonly read: () => Promise<readonly Family[]> };

type MetricsExport = {
  /** Sends the last figures, for a bounded time. */
  close(): Promise<void>;
};

const SEND_MS = 10_000;
const FLUSH_MS = 3000;

export function openMetricsExport(
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  config: MetricsExportConfig,
  { resource, read }: Figures,
): MetricsExport {
  if (!config) return { close: async () => {} };
  const encoding = ENCODINGS[config.protocol];
  const send = otlpSender(config);
  const sinceMs = clock.nowMs();
  let isFailing = false;
  let running: Promise<void> | undefined;

  async function sendOnce(withinMs: number): Promise<void> {
    const signal = AbortSignal.timeout(withinMs);
    try {
      const families = await read();
      const refused = await send(encoding.metrics(resource, { families, sinceMs, atMs: clock.nowMs() }), signal);
      if (refused > 0) throw new Error(`The receiver has refused ${refused} values.`);
      if (isFailing) log.info({}, 'metrics are exported again');
      isFailing = false;
    } catch (cause) {
      if (!isFailing) log.warn({ cause }, 'metrics cannot be exported; they are sent again with the next ones');
      isFailing = true;
    }
  }

  /** One at a time: while the receiver is slow, turns are left out. */
  const next = () => {
    running ??= sendOnce(SEND_MS).finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(next, config.everyMs).unref();
  return {
    close: async () => {
      clearInterval(timer);
      await Promise.race([running, Bun.sleep(FLUSH_MS)]);
      await sendOnce(FLUSH_MS);
    },
  };
}
