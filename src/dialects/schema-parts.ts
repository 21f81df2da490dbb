/** Parts of the schemas of several dialects. */
import { z } from 'zod';
import type { ReasoningEffort } from '../core/chat.ts';

/** A field that may be absent, as it is when it is there. */
export const WHEN_PRESENT = new WeakMap<z.ZodType, z.ZodType>();

/** A null is read as if the field were not there. */
export function optional<T extends z.ZodType>(schema: T) {
  const either = schema.nullish().transform((value) => value ?? undefined) as z.ZodType<z.output<T> | undefined>;
  WHEN_PRESENT.set(either, schema);
  return either;
}

/** How long a model that thinks may think, in the words of all dialects. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** The newest word is one more than engines know. */
export const engineEffort = (effort: (typeof EFFORTS)[number] | undefined): ReasoningEffort | undefined =>
  effort === 'max' ? 'xhigh' : effort;

/** A field for which this service has nothing, so that using it would be a silent lie. */
export const absent = (why: string) => optional(z.never({ error: `is not supported here: ${why}` }));

/** Text parts of one message. Checking stops at no error, so every list has an end. */
export const TEXT_PARTS_MAX = 256;

export const jsonObject = z.record(z.string(), z.unknown());

export const functionName = z
  .string()
  .regex(/^[\w.:/-]{1,128}$/, 'must be 1 to 128 letters, digits or any of _ - . : /');

/** A value short enough for a sentence. */
export const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** A JSON Schema that an answer has to keep to. */
export const jsonSchemaFields = {
  name: z.string().min(1).max(128),
  description: optional(z.string()),
  schema: optional(jsonObject),
  strict: optional(z.boolean()),
};
