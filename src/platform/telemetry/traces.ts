/** Tracing as the configuration wants it: where spans go, and as whose. Without the setting there is none. */
import { NO_TRACER, type Tracer } from '../../core/trace.ts';
import type { Platform } from '../platform.ts';
import { ENCODINGS } from './otlp.ts';
import type { TracesConfig } from './otlp-config.ts';
import { otlpSender } from './otlp-send.ts';
import { createTraceExport, type TraceReceiver } from './trace-export.ts';
import { createTracer } from './tracer.ts';

type Traces = {
  readonly tracer: Tracer;
  /** Sends what still waits, for a bounded time. */
  close(): Promise<void>;
};

type Receiver = Omit<TraceReceiver, 'send' | 'encoding'>;

const OFF: Traces = { tracer: NO_TRACER, close: async () => {} };

export function openTraces(
  platform: Pick<Platform, 'clock' | 'log'>,
  config: TracesConfig,
  receiver: Receiver,
): Traces {
  if (!config) return OFF;
  const out = createTraceExport(platform, {
    ...receiver,
    send: otlpSender(config),
    encoding: ENCODINGS[config.protocol],
  });
  return {
    tracer: createTracer(platform, config.share, out.add),
    close: out.close,
  };
}
