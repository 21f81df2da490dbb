/** Parameters beyond the published ones, which only an engine that declares them gets. */
import { z } from 'zod';
import { EXTRA_NAMES, type ExtraName, type Extras, type Prediction } from '../core/chat.ts';
import type { Supported } from '../core/engine-changes.ts';
import { optional } from './schema-parts.ts';

const OPTIONS_MAX = 16;
const OPTION_CHARS_MAX = 64;

/** A template reads these beside the messages: short values, so that a prompt does not become longer than it was held for. */
const templateOptions = z
  .record(
    z.string().max(OPTION_CHARS_MAX),
    z.union([z.string().max(OPTION_CHARS_MAX), z.number(), z.boolean()], {
      error: `must be a number, true, false or a text of at most ${OPTION_CHARS_MAX} characters`,
    }),
  )
  .refine((options) => Object.keys(options).length <= OPTIONS_MAX, `must have at most ${OPTIONS_MAX} options`);

export const verbosity = optional(z.string().max(OPTION_CHARS_MAX));

export const cacheKey = optional(z.string().max(512));

/** How long clients of OpenAI want a prompt to be cached: for longer than usual, or not. */
export const cacheRetention = optional(z.string().max(OPTION_CHARS_MAX));

const PREDICTION_CHARS_MAX = 262_144;
const PREDICTION_PARTS_MAX = 256;

/** It is written for the engine by the thread that serves all requests. */
const prediction = z
  .object({
    type: z.literal('content'),
    content: z.union(
      [z.string(), z.array(z.object({ type: z.literal('text'), text: z.string() })).max(PREDICTION_PARTS_MAX)],
      { error: `must be a string or an array of text parts, at most ${PREDICTION_PARTS_MAX}` },
    ),
  })
  .refine((sent) => charactersOf(sent) <= PREDICTION_CHARS_MAX, {
    error: `must have at most ${PREDICTION_CHARS_MAX} characters`,
  });

const charactersOf = ({ content }: Prediction): number =>
  typeof content === 'string' ? content.length : content.reduce((sum, { text }) => sum + text.length, 0);

/** As they are in the body of a chat. */
export const extraFields = {
  top_k: optional(z.int().min(-1)),
  min_p: optional(z.number().min(0).max(1)),
  repetition_penalty: optional(z.number().min(0.01).max(10)),
  chat_template_kwargs: optional(templateOptions),
  verbosity,
  prompt_cache_key: cacheKey,
  prompt_cache_retention: cacheRetention,
  prediction: optional(prediction),
};

/** Those that were sent; undefined where there are none. */
export function extrasFrom(sent: { readonly [Name in ExtraName]?: Extras[Name] | undefined }): Extras | undefined {
  const given = EXTRA_NAMES.filter((name) => sent[name] !== undefined);
  return given.length > 0 ? Object.fromEntries(given.map((name) => [name, sent[name]])) : undefined;
}

export function extrasToWire(extras: Extras | undefined, supported: readonly Supported[] = []): Extras | undefined {
  if (!extras) return undefined;
  const taken = EXTRA_NAMES.filter((name) => extras[name] !== undefined && supported.includes(name));
  return Object.fromEntries(taken.map((name) => [name, extras[name]]));
}
