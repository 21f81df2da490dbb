/** The server behind an engine, in the words of OpenTelemetry's conventions. */
import type { Peer } from '../platform/telemetry/gen-ai-metrics.ts';

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** The provider is the API that the engine speaks: many servers speak OpenAI's, and their address tells them apart. */
export function peerOf({ kind, baseUrl }: { readonly kind: string; readonly baseUrl: string }): Peer {
  const { hostname, port, protocol } = new URL(baseUrl);
  return { provider: kind, address: hostname, port: port === '' ? (PORTS[protocol] ?? 0) : Number(port) };
}
