/** What the pages send, checked. The types that pages use come from the same schemas. */
import { z } from 'zod';
import { describe, invalidRequest } from '../../platform/http/validation-sentence.ts';

const profileBody = z.strictObject({ name: z.string().trim().max(100), language: z.enum(['cs', 'en']) }).partial();
export type ProfileBody = z.input<typeof profileBody>;

/** What each route takes. A route that is missing here takes nothing. */
export const SETTINGS_INPUTS = { 'PATCH /api/me': { body: reading(profileBody) } } as const;

type Reading<Schema extends z.ZodType> = {
  (value: unknown): z.output<Schema>;
  /** For the description of the API. */
  readonly schema: Schema;
};

/** Returns the value as the schema gives it, or refuses it in one sentence. */
export function reading<Schema extends z.ZodType>(schema: Schema): Reading<Schema> {
  const read = (value: unknown): z.output<Schema> => {
    const result = schema.safeParse(value, { error: describe });
    if (result.success) return result.data;
    throw invalidRequest(result.error);
  };
  return Object.assign(read, { schema });
}
