import { PUBLISHED } from '../../src/core/catalogue.ts';
import type { Catalogue } from '../../src/core/model.ts';

/** A published variant as a server has it: every price with its version. */
export function catalogueOf(variant: 'A' | 'B'): Catalogue {
  const { defaultModel, models } = PUBLISHED[variant];
  const priced = models.map((model) => [model.id, { ...model, priceVersion: `${model.id}@1` }] as const);
  return { variant, defaultModel, models: new Map(priced), aliases: new Map() };
}
