/** The sender of traces and metrics, as OpenTelemetry names it. */
import { hostname } from 'node:os';
import { version } from '../../../package.json';
import type { Resource } from './otlp.ts';

/** `attributes` are the operator's, and win. Each process of a server is an instance of its own. */
export const ownResource = (attributes: Readonly<Record<string, string>>): Resource =>
  Object.entries({
    'service.name': 'boreal',
    'service.version': version,
    'service.instance.id': crypto.randomUUID(),
    'host.name': hostname(),
    ...attributes,
  });
