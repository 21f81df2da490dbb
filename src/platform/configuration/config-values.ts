/** The kinds of values that settings have. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { parseModelReference } from '../../core/model-reference.ts';
import { parseCzk } from '../../core/money.ts';

/** The environment gives numbers as digits. Anything else, above all an empty text, is not taken for one. */
export const whole = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
    z.number().int().min(min).max(max),
  );
export const ms = (value: number) => whole(1, 86_400_000).default(value);
export const count = (value: number, max = 2 ** 31) => whole(1, max).default(value);

/** The environment gives words. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], 'must be true or false')
  .default(false);

const czk = z
  .union([z.string(), z.number().transform(String)])
  .refine(
    (text) => /^\d{1,7}(\.\d{1,3})?$/.test(text) && Number(text) <= 1_000_000,
    'must be CZK per million tokens, 0 to 1000000, at most 3 decimals',
  );

/** An amount that is given away. */
export const gift = z
  .union([z.string(), z.number().transform(String)])
  .refine(
    (text) => /^\d{1,5}(\.\d{1,2})?$/.test(text) && Number(text) > 0 && Number(text) <= 10_000,
    'must be CZK, above 0 and up to 10000, at most 2 decimals',
  )
  .transform(parseCzk);

/** Output is priced where anything is: the catalogue asks for `output` of every model that answers chats. */
export const price = z.strictObject({
  input: czk,
  cachedInput: czk.optional(),
  output: czk.optional(),
  reasoning: czk.optional(),
  cacheWrite5m: czk.optional(),
  cacheWrite1h: czk.optional(),
});

export const httpUrl = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
}, 'must be an http or https address without user name, query or fragment');

/** An address that may hold a password: nothing of it is ever repeated in a message. */
export const serverUrl = (protocol: RegExp, form: string) =>
  z.string().refine((text) => {
    const url = URL.parse(text);
    return text === '' || (url !== null && protocol.test(url.protocol) && url.hostname !== '');
  }, `must be empty or ${form}`);

/** A path, or a reference to the hub; empty means the built-in model. */
export const modelReference = z.string().superRefine((text, context) => {
  const reference = text === '' ? undefined : parseModelReference(text);
  if (reference?.kind !== 'problem') return;
  context.addIssue({ code: 'custom', message: `is not valid: ${reference.problem.replace(/\.$/, '')}` });
});

/** An engine among several of a model, by its name or with its part of the work. */
export const engineShare = z.union([
  z
    .string()
    .min(1)
    .transform((engine) => ({ engine, weight: 1 })),
  z.strictObject({
    engine: z.string().min(1),
    weight: z.number().min(0.001).max(1000).default(1),
    model: z.string().min(1).optional(),
  }),
]);

export function isNameServer(text: string): boolean {
  const { hostname } = URL.parse(`http://${text}`) ?? { hostname: '' };
  return isIP(text) !== 0 || (isIP(hostname.replace('[', '').replace(']', '')) !== 0 && !text.includes('/'));
}

export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(text.toLowerCase());
}
