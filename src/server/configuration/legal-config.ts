/** The setting `legal`: which version of the terms and of the privacy text customers accept, and where they read it. */
import { z } from 'zod';
import type { Legal } from '../../core/legal.ts';
import { type ConfigProblem, problemAt } from '../../platform/configuration/problem.ts';

const address = z.string().regex(/^https?:\/\/[!-~]{1,500}$/, 'must be an http or https address');
const addresses = z.strictObject({ cs: address, en: address }).optional();

export const legalSchema = z
  .strictObject({
    version: z
      .string()
      .regex(/^[!-~]{1,40}$/, 'must be 1 to 40 visible ASCII characters, such as 2026-11-01')
      .describe('Kept with what was accepted, such as `2026-11-01`. Change it with the texts.'),
    terms: addresses.describe(
      'Addresses in `cs` and `en`; without them the pages of the front, whose texts must be yours then.',
    ),
    privacy: addresses.describe('The same, in `cs` and `en`.'),
  })
  .nullable()
  .default(null);

type LegalConfig = z.output<typeof legalSchema>;
type Texts = 'terms' | 'privacy';
type Front = { readonly enabled: boolean; readonly terms?: unknown; readonly privacy?: unknown };

/** An example of ours binds no one: it cannot be accepted. */
export function legalProblems(legal: LegalConfig, front: Front): ConfigProblem[] {
  if (!legal) return [];
  return (['terms', 'privacy'] as const).flatMap((name) =>
    legal[name] || (front.enabled && front[name])
      ? []
      : [problemAt(['legal'], `needs legal.${name}, or front.${name} and the pages for visitors.`)],
  );
}

const pageOf = (name: Texts) => ({ cs: `/cs/${name}`, en: `/en/${name}` });

export const legalFrom = (legal: LegalConfig): Legal | null =>
  legal && {
    version: legal.version,
    terms: legal.terms ?? pageOf('terms'),
    privacy: legal.privacy ?? pageOf('privacy'),
  };
