/** The published variant with the operator's changes: other engines, limits or prices, and models of their own. */
import { PUBLISHED } from '../domain/catalogue.ts';
import type { Catalogue, DraftModel } from '../domain/model.ts';
import { priceFromCzkPerMillion } from '../domain/money.ts';
import type { ModelConfig, RawConfig } from './config-schema.ts';

/** The name of the built-in engine among engines. */
export const EMBEDDED = 'embedded';

type CatalogueConfig = Pick<RawConfig, 'catalogue' | 'engines' | 'models' | 'embedded'>;

/** Returns the catalogue and every problem found on the way. */
export function catalogueFrom(config: CatalogueConfig): { catalogue: Catalogue<DraftModel>; problems: string[] } {
  const { defaultModel, models: published } = PUBLISHED[config.catalogue];
  const problems: string[] = [];
  const models = new Map<string, DraftModel>(published.map((model) => [model.id, withOnlyEngine(model, config)]));
  for (const [id, changes] of Object.entries(config.models)) {
    const isKnown =
      changes.engine === EMBEDDED ? config.embedded.enabled : Object.hasOwn(config.engines, changes.engine ?? '');
    if (changes.engine !== undefined && !isKnown) {
      problems.push(`models.${id}.engine names "${changes.engine}", which is not among engines.`);
    }
    const base = models.get(id);
    if (!base) problems.push(...missingIn(id, changes));
    models.set(id, changed(base ?? blank(id), changes));
  }
  if (config.embedded.enabled) for (const [id, model] of models) models.set(id, withEmbedded(model, config));
  return { catalogue: { variant: config.catalogue, defaultModel, models }, problems };
}

/** With one engine and no word about models, that engine answers for all of them. */
function withOnlyEngine(model: DraftModel, config: CatalogueConfig): DraftModel {
  const names = Object.keys(config.engines);
  const isOnlyOne = names.length === 1 && Object.keys(config.models).length === 0;
  return isOnlyOne ? { ...model, engine: names[0]! } : model;
}

const BUILT_IN_NOTE =
  'Answered by MiniMind2-Small, the small model that is built in (26 million parameters): good for trying the service, not for facts.';

/** Whoever has no other engine is answered by the embedded one, which knows the models by their own ids. */
function withEmbedded(model: DraftModel, { embedded }: CatalogueConfig): DraftModel {
  if (model.engine !== undefined && model.engine !== EMBEDDED) return model;
  const contextTokens = model.contextTokens ?? embedded.contextTokens;
  const note = embedded.model ? {} : { note: BUILT_IN_NOTE };
  return { ...model, engine: EMBEDDED, engineModel: model.id, contextTokens, ...note };
}

/** A model of the operator's own has nothing to fall back on; above all it may not be served without a price. */
function missingIn(id: string, changes: ModelConfig): string[] {
  const needed = ['maxOutputTokens', 'price'] as const;
  return needed
    .filter((field) => changes[field] === undefined)
    .map((field) => `models.${id}.${field} is missing: ${id} is not in the published catalogue, so it must be given.`);
}

const FREE = priceFromCzkPerMillion({ input: '0', output: '0' });
const blank = (id: string): DraftModel => ({
  id,
  role: 'Model of the operator',
  maxOutputTokens: 1,
  isReasoning: false,
  takesTools: false,
  price: FREE,
});

function changed(model: DraftModel, changes: ModelConfig): DraftModel {
  return {
    ...model,
    ...(changes.engine !== undefined && { engine: changes.engine }),
    ...(changes.model !== undefined && { engineModel: changes.model }),
    ...(changes.role !== undefined && { role: changes.role }),
    ...(changes.maxOutputTokens !== undefined && { maxOutputTokens: changes.maxOutputTokens }),
    ...(changes.contextTokens !== undefined && { contextTokens: changes.contextTokens }),
    ...(changes.reasoning !== undefined && { isReasoning: changes.reasoning }),
    ...(changes.tools !== undefined && { takesTools: changes.tools }),
    ...(changes.temperature !== undefined && { temperatureDefault: changes.temperature }),
    ...(changes.price && { price: priceFromCzkPerMillion(changes.price) }),
  };
}
