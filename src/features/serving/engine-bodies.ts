/** What operators send of engines. Only the shape is checked here: what is right is what is right in the configuration. */
import { z } from 'zod';
import { EXTRA_NAMES } from '../../core/chat.ts';
import { CACHE_ISOLATIONS } from '../../core/engine-changes.ts';
import { DEFAULT_ENGINE_MS } from '../../core/limits.ts';

const deadline = (value: number) => z.number().default(value);

/** What is left out has the default. */
const settings = z.strictObject({
  baseUrl: z.string().trim().max(2000),
  model: z.string().trim().max(200),
  maxTokensField: z.enum(['max_tokens', 'max_completion_tokens']).default('max_tokens'),
  connectMs: deadline(DEFAULT_ENGINE_MS.connect),
  firstByteMs: deadline(DEFAULT_ENGINE_MS.firstByte),
  idleMs: deadline(DEFAULT_ENGINE_MS.idle),
  totalMs: deadline(DEFAULT_ENGINE_MS.total),
  concurrencyMax: z.number().nullable().default(null),
  /** Left out: as the configuration has it. */
  cacheIsolation: z.enum(CACHE_ISOLATIONS).optional(),
  /** So is this. */
  supports: z.array(z.enum(EXTRA_NAMES)).max(EXTRA_NAMES.length).optional(),
});

const share = z.strictObject({
  engine: z.string().min(1).max(64),
  weight: z.number().min(0.001).max(1000).default(1),
  model: z.string().trim().min(1).max(200).nullable().default(null),
});

type Order<Fields extends z.ZodRawShape> = { readonly order: Fields; readonly fromMs: z.ZodType<number | null> };

const engineName = z.string().trim().max(64);
/** Left out, the key stays as it is; empty, there is none. */
const apiKey = z.string().trim().max(4000).optional();

/** `order` is what every change of operators has. */
export const servingBodies = <Fields extends z.ZodRawShape>({ order, fromMs }: Order<Fields>) => {
  const change = { ...order, revision: z.int().min(0) };
  return {
    engine: z.strictObject({ ...change, name: engineName, settings: settings.nullable(), apiKey, fromMs }),
    test: z.strictObject({ name: engineName, settings, apiKey, kind: z.enum(['chat', 'embedding']).default('chat') }),
    model: z.strictObject({
      ...change,
      model: z.string().min(1).max(128),
      /** Null gives the word back to the configuration. */
      engines: z.array(share).min(1).max(20).nullable(),
      fallback: z.string().min(1).max(128).nullable().default(null),
      fromMs,
    }),
    withdrawal: z.strictObject(change),
  };
};
