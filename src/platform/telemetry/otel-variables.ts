/**
 * The variables of the environment that every program with OpenTelemetry knows, as our settings `traces` and
 * `metricsExport`. Where those are set, they win. Nothing is exported unless a variable says where to, or that it should be.
 */
import { readFileSync } from 'node:fs';
import { PROTOCOLS, type Protocol } from './otlp.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Signal = 'traces' | 'metrics';

type OtelSettings = {
  /** As they would be written in the file. */
  readonly settings: { readonly traces?: object; readonly metricsExport?: object };
  readonly resourceAttributes: Readonly<Record<string, string>>;
};

const DEFAULT_ENDPOINT = 'http://localhost:4318';

/** Adds to `problems` what is wrong with them. */
export function otelSettings(env: Environment, problems: string[]): OtelSettings {
  const { OTEL_SDK_DISABLED, OTEL_RESOURCE_ATTRIBUTES, OTEL_SERVICE_NAME, OTEL_METRIC_EXPORT_INTERVAL } = env;
  const resourceAttributes = {
    ...pairsOf({ name: 'OTEL_RESOURCE_ATTRIBUTES', text: OTEL_RESOURCE_ATTRIBUTES }, problems),
    ...(OTEL_SERVICE_NAME && { 'service.name': OTEL_SERVICE_NAME }),
  };
  if (OTEL_SDK_DISABLED?.toLowerCase() === 'true') return { settings: {}, resourceAttributes };
  const traces = targetOf('traces', env, problems);
  const metrics = targetOf('metrics', env, problems);
  const share = shareOf(env);
  const everyMs = OTEL_METRIC_EXPORT_INTERVAL ? { everyMs: OTEL_METRIC_EXPORT_INTERVAL } : {};
  return {
    settings: {
      ...(traces && { traces: { ...traces, ...share } }),
      ...(metrics && { metricsExport: { ...metrics, ...everyMs } }),
    },
    resourceAttributes,
  };
}

function targetOf(signal: Signal, env: Environment, problems: string[]): object | undefined {
  const upper = signal.toUpperCase();
  const exporters = env[`OTEL_${upper}_EXPORTER`] || undefined;
  const own = env[`OTEL_EXPORTER_OTLP_${upper}_ENDPOINT`];
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const isWanted = exporters ? exporters.split(',').some((one) => one.trim() === 'otlp') : Boolean(own || base);
  if (!isWanted) return undefined;
  /** The variable of this signal, or else the one for all signals. */
  const found = (name: string) => {
    const names = [`OTEL_EXPORTER_OTLP_${upper}_${name}`, `OTEL_EXPORTER_OTLP_${name}`];
    const variable = names.find((one) => env[one]) ?? names[1]!;
    return { name: variable, text: env[variable] || undefined };
  };
  return {
    url: own || `${(base || DEFAULT_ENDPOINT).replace(/\/+$/, '')}/v1/${signal}`,
    headers: pairsOf(found('HEADERS'), problems),
    protocol: protocolOf(found('PROTOCOL'), problems),
    ...certificateOf(found('CERTIFICATE'), problems),
  };
}

type Variable = { readonly name: string; readonly text: string | undefined };

function protocolOf({ name, text }: Variable, problems: string[]): Protocol {
  const known = PROTOCOLS.find((one) => one === (text ?? 'http/protobuf'));
  const problem = `${name} must be ${PROTOCOLS.join(' or ')}; gRPC is not spoken here.`;
  if (!known && !problems.includes(problem)) problems.push(problem);
  return known ?? 'http/protobuf';
}

/** `a=1,b=two%20words`. The text is not repeated in a problem: it may be a token. */
function pairsOf({ name, text }: Variable, problems: string[]): Record<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '');
  try {
    return Object.fromEntries(pairs.map(pairOf));
  } catch {
    problems.push(`${name} must be pairs such as key=value, with commas between them.`);
    return {};
  }
}

function pairOf(pair: string): [string, string] {
  const at = pair.indexOf('=');
  if (at < 1) throw new Error('A pair has no name.');
  return [decodeURIComponent(pair.slice(0, at).trim()), decodeURIComponent(pair.slice(at + 1).trim())];
}

function certificateOf({ name, text }: Variable, problems: string[]): { readonly ca?: string } {
  if (!text) return {};
  try {
    return { ca: readFileSync(text, 'utf8') };
  } catch {
    problems.push(`${name} names a file that cannot be read.`);
    return {};
  }
}

/** Of the samplers that the standard names; the caller's choice goes first with each of ours. */
function shareOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share }: Environment): object {
  if (sampler?.endsWith('always_off')) return { share: 0 };
  return sampler?.endsWith('traceidratio') && share ? { share: Number(share) } : {};
}
