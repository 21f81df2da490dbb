/** Tracing as the configuration wants it: where spans go, and as whose. Without the setting there is none. */
import { hostname } from 'node:os';
import { version } from '../../../package.json';
import { NO_TRACER, type Tracer } from '../../core/trace.ts';
import type { Platform } from '../platform.ts';
import { createTraceExport, type TraceReceiver } from './trace-export.ts';
import { createTracer } from './tracer.ts';
import type { TracesConfig } from './traces-config.ts';

type Traces = {
  readonly tracer: Tracer;
  /** Sends what still waits, for a bounded time. */
  close(): Promise<void>;
};

type Counts = Pick<TraceReceiver, 'onExported' | 'onDropped' | 'limits'>;

const OFF: Traces = { tracer: NO_TRACER, close: async () => {} };
const ANSWER_CHARACTERS_MAX = 64 * 1024;

export function openTraces(platform: Pick<Platform, 'clock' | 'log'>, config: TracesConfig, counts: Counts): Traces {
  if (!config) return OFF;
  const resource = [
    ['service.name', 'boreal'],
    ['service.version', version],
    ['service.instance.id', crypto.randomUUID()],
    ['host.name', hostname()],
  ] as const;
  const out = createTraceExport(platform, {
    ...counts,
    resource,
    send: (body, signal) => send(config, body, signal),
  });
  return {
    tracer: createTracer(platform, config.share, out.add),
    close: out.close,
  };
}

/** Resolves with how many spans the receiver has refused. Its words stay out of the log: it may repeat our headers. */
async function send(config: NonNullable<TracesConfig>, body: string, signal: AbortSignal): Promise<number> {
  const answer = await fetch(config.url, {
    method: 'POST',
    headers: { 'user-agent': 'boreal', ...config.headers, 'content-type': 'application/json' },
    body,
    signal,
    // A redirect would send spans, and the headers that go with them, to a host that was not configured.
    redirect: 'manual',
    // Written out, because a variable of the environment could turn it off.
    tls: { rejectUnauthorized: true, ...(config.ca !== undefined && { ca: config.ca }) },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The receiver answered with status ${answer.status}.`);
  return text.length > ANSWER_CHARACTERS_MAX ? 0 : countRefused(text);
}

function countRefused(text: string): number {
  try {
    const { partialSuccess } = JSON.parse(text) as { readonly partialSuccess?: { readonly rejectedSpans?: unknown } };
    const refused = Number(partialSuccess?.rejectedSpans ?? 0);
    return Number.isSafeInteger(refused) && refused > 0 ? refused : 0;
  } catch {
    // Not every receiver says something, and some say it in other words.
    return 0;
  }
}
