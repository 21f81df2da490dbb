/** The published variant with the operator's changes: other engines, limits or prices, and models of their own. */
import { basename } from 'node:path';
import { PUBLISHED } from '../domain/catalogue.ts';
import type { Catalogue, DraftModel } from '../domain/model.ts';
import { priceFromCzkPerMillion } from '../domain/money.ts';
import type { ModelConfig, RawConfig } from './config-schema.ts';

/** The name of the built-in engine among engines. */
export const EMBEDDED = 'embedded';

type CatalogueConfig = Pick<RawConfig, 'catalogue' | 'engines' | 'models' | 'embedded'>;

/** What the embedded engine needs to know of a model that it answers for. An empty file is the built-in model. */
export type EmbeddedModel = { readonly file: string; readonly template?: NonNullable<ModelConfig['template']> };

export type CatalogueFound = {
  readonly catalogue: Catalogue<DraftModel>;
  readonly embeddedModels: ReadonlyMap<string, EmbeddedModel>;
  readonly problems: readonly string[];
};

/** Returns the catalogue and every problem found on the way. */
export function catalogueFrom(config: CatalogueConfig): CatalogueFound {
  const { defaultModel, models: published } = PUBLISHED[config.catalogue];
  const problems: string[] = [];
  const models = new Map<string, DraftModel>(published.map((model) => [model.id, withOnlyEngine(model, config)]));
  for (const [id, changes] of Object.entries(config.models)) {
    const isKnown =
      changes.engine === EMBEDDED ? config.embedded.enabled : Object.hasOwn(config.engines, changes.engine ?? '');
    if (changes.engine !== undefined && !isKnown) {
      problems.push(`models.${id}.engine names "${changes.engine}", which is not among engines.`);
    }
    problems.push(...misplacedIn(id, changes, config));
    const base = models.get(id);
    if (!base) problems.push(...missingIn(id, changes));
    models.set(id, changed(base ?? blank(id), changes));
  }
  const embeddedModels = new Map<string, EmbeddedModel>();
  for (const [id, model] of config.embedded.enabled ? models : []) {
    if (model.engine !== undefined && model.engine !== EMBEDDED) continue;
    embeddedModels.set(id, embeddedModelOf(id, config));
    models.set(id, withEmbedded(model, config, embeddedModels.get(id)!));
  }
  return { catalogue: { variant: config.catalogue, defaultModel, models }, embeddedModels, problems };
}

/** A file and a template are for the embedded engine and mean nothing elsewhere. */
function misplacedIn(id: string, { engine, file, template }: ModelConfig, { embedded }: CatalogueConfig): string[] {
  const field = file !== undefined ? 'file' : template !== undefined ? 'template' : undefined;
  if (field === undefined) return [];
  if (!embedded.enabled) return [`models.${id}.${field} needs the embedded engine, but embedded.enabled is false.`];
  if (engine === undefined || engine === EMBEDDED) return [];
  return [
    `models.${id}.${field} is for the embedded engine, but models.${id}.engine is "${engine}": remove one of them.`,
  ];
}

function embeddedModelOf(id: string, { models, embedded }: CatalogueConfig): EmbeddedModel {
  const own = models[id];
  // A template of all models is for their file: a model with a file of its own has its own template too.
  const template = own?.template ?? (own?.file === undefined ? embedded.template : undefined);
  return { file: own?.file ?? embedded.model, ...(template && { template }) };
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
function withEmbedded(model: DraftModel, { embedded }: CatalogueConfig, { file }: EmbeddedModel): DraftModel {
  const contextTokens = model.contextTokens ?? embedded.contextTokens;
  const note = file === '' ? BUILT_IN_NOTE : `Answered by the model file ${basename(file)}.`;
  return { ...model, engine: EMBEDDED, engineModel: model.id, contextTokens, note };
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
    ...(changes.file !== undefined && { engine: EMBEDDED }),
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
