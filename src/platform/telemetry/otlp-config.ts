/** The settings `traces` and `metricsExport`: receivers of OpenTelemetry, or none. */
import { z } from 'zod';
import { ms } from '../configuration/config-values.ts';
import { PROTOCOLS } from './otlp.ts';

const target = z.strictObject({
  url: z
    .string()
    .refine((text) => {
      const url = URL.parse(text);
      return url !== null && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password && !url.hash;
    }, 'must be an http or https address without user name or fragment')
    .describe('Takes OTLP over HTTP, such as `http://collector:4318/v1/traces`.'),
  headers: z
    .record(
      z.string().refine(isHeaderName, 'is not the name of a header'),
      z.string().refine(isHeaderValue, 'must be printable characters'),
    )
    .default({})
    .describe('Sent with each message, such as `{"authorization":"Bearer …"}`.'),
  protocol: z.enum(PROTOCOLS).default('http/json').describe('How messages are written.'),
  ca: z.string().optional().describe('PEM certificates of an authority of your own.'),
});

export const tracesSchema = target
  .extend({
    share: z
      .number()
      .min(0)
      .max(1)
      .default(1)
      .describe('Which part of the requests is recorded, where the caller has not chosen.'),
  })
  .nullable()
  .default(null);

export const metricsExportSchema = target
  .extend({ everyMs: ms(60_000).describe('How often.') })
  .nullable()
  .default(null);

export type TracesConfig = z.output<typeof tracesSchema>;
export type MetricsExportConfig = z.output<typeof metricsExportSchema>;

/** These are about the message itself, and not the operator's to choose. */
const OURS = ['connection', 'content-length', 'content-type', 'host', 'transfer-encoding'];
const NAME_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789-_.!#$%&'*+^`|~";

function isHeaderName(name: string): boolean {
  const lower = name.toLowerCase();
  return name !== '' && !OURS.includes(lower) && [...lower].every((character) => NAME_CHARACTERS.includes(character));
}

function isHeaderValue(value: string): boolean {
  return [...value].every((character) => character >= ' ' && character <= '~');
}
