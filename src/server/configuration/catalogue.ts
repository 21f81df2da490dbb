/** The published variant with the operator's changes: other engines, limits or prices, and models of their own. */
import { basename } from 'node:path';
import { BUILT_IN_MODEL } from '../../core/built-in-model.ts';
import { modelsOfPreset } from '../../core/catalogue.ts';
import {
  type Catalogue,
  type DraftModel,
  EMBEDDED_ENGINE,
  type EngineShare,
  modalitiesOf,
  sharesOf,
} from '../../core/model.ts';
import { isDearer, priceFromCzkPerMillion } from '../../core/money.ts';
import { type ConfigProblem, problemAt } from '../../platform/configuration/problem.ts';
import type { ModelConfig, RawConfig } from './config-schema.ts';

export const EMBEDDED = EMBEDDED_ENGINE;

export type CatalogueConfig = Pick<
  RawConfig,
  'catalogue' | 'defaultModel' | 'engines' | 'models' | 'aliases' | 'embedded'
>;

/** Whether an engine is there; what it is like makes no difference to the catalogue. */
type CatalogueNames = Omit<CatalogueConfig, 'engines'> & { readonly engines: Readonly<Record<string, unknown>> };

/** A model as the embedded engine needs to know it. An empty file is the built-in model. */
export type EmbeddedModel = {
  readonly file: string;
  readonly template?: NonNullable<ModelConfig['template']>;
  /** It makes vectors, so it is loaded in another way. */
  readonly isEmbedding?: true;
};

type CatalogueFound = {
  readonly catalogue: Catalogue<DraftModel>;
  readonly embeddedModels: ReadonlyMap<string, EmbeddedModel>;
  readonly problems: readonly ConfigProblem[];
};

/**
 * Returns the catalogue and every problem found on the way. `written` is the configuration itself where `config` also has
 * what the database decides: an engine that is added does not take models from the only one that is written.
 */
export function catalogueFrom(config: CatalogueNames, written: CatalogueNames = config): CatalogueFound {
  const { defaultModel: ofPreset, models: published } = modelsOfPreset(config.catalogue);
  const problems: ConfigProblem[] = [];
  const models = new Map<string, DraftModel>(published.map((model) => [model.id, withOnlyEngine(model, written)]));
  for (const [id, changes] of Object.entries(config.models)) {
    if (changes.removed) {
      problems.push(...besideRemoved(id, changes));
      models.delete(id);
      continue;
    }
    problems.push(...enginesMistakenIn(id, changes, config), ...misplacedIn(id, changes, config));
    const base = models.get(id);
    problems.push(...(base ? [] : missingIn(id, changes)), ...kindProblems(id, changes, base));
    models.set(id, applyChanges(base ?? withOnlyEngine(blank(id), written), changes));
  }
  problems.push(
    ...fallbackProblems(models),
    ...modalityProblems(models, config),
    ...embeddedProblems(models, config),
    ...aliasProblems(config.aliases, models),
    ...defaultProblems(config.defaultModel, models),
  );
  const embeddedModels = new Map<string, EmbeddedModel>();
  for (const [id, model] of config.embedded.enabled ? models : []) {
    if (model.engine !== undefined && !hasEmbedded(model)) continue;
    embeddedModels.set(id, embeddedModelOf(id, config));
    models.set(id, withEmbedded(model, config, embeddedModels.get(id)!));
  }
  const aliases = new Map(Object.entries(config.aliases));
  const defaultModel = defaultOf([config.defaultModel, ofPreset], models);
  return { catalogue: { variant: config.catalogue, defaultModel, models, aliases }, embeddedModels, problems };
}

/** Without the word of anyone that counts, the first model that could be it. */
const defaultOf = (wanted: readonly string[], models: ReadonlyMap<string, DraftModel>): string =>
  wanted.find((id) => isFitAsDefault(models.get(id))) ??
  [...models.values()].find((model) => isFitAsDefault(model))?.id ??
  '';

const isFitAsDefault = (model: DraftModel | undefined): boolean => model?.kind === 'chat' && !model.isHidden;

function defaultProblems(id: string, models: ReadonlyMap<string, DraftModel>): ConfigProblem[] {
  if (id === '') return [];
  const model = models.get(id);
  if (!model) return [problemAt(['defaultModel'], `names "${id}", which is not a model.`)];
  if (model.kind !== 'chat') return [problemAt(['defaultModel'], `names "${id}", which makes embeddings.`)];
  return model.isHidden ? [problemAt(['defaultModel'], `names "${id}", which is hidden.`)] : [];
}

const besideRemoved = (id: string, { removed: _, ...beside }: ModelConfig): ConfigProblem[] =>
  Object.keys(beside).map((field) =>
    problemAt(['models', id, field], `says something of ${id}, which models.${id}.removed takes away.`),
  );

const hasEmbedded = (model: Pick<DraftModel, 'engine'>): boolean =>
  sharesOf(model).some(({ engine }) => engine === EMBEDDED);

function enginesMistakenIn(id: string, { engine }: ModelConfig, config: CatalogueNames): ConfigProblem[] {
  const names = engine === undefined ? [] : sharesIn(engine).map((share) => share.engine);
  const isKnown = (name: string) => (name === EMBEDDED ? config.embedded.enabled : Object.hasOwn(config.engines, name));
  const unknown = names.filter((name) => !isKnown(name));
  const twice = new Set(names.filter((name, at) => names.indexOf(name) < at));
  return [
    ...unknown.map((name) => problemAt(['models', id, 'engine'], `names "${name}", which is not among engines.`)),
    ...[...twice].map((name) =>
      problemAt(['models', id, 'engine'], `names "${name}" twice: give it a weight instead.`),
    ),
  ];
}

/** A file and a template are for the embedded engine and mean nothing elsewhere. */
function misplacedIn(id: string, changes: ModelConfig, { embedded }: CatalogueNames): ConfigProblem[] {
  const { engine, file, template } = changes;
  const field = file !== undefined ? 'file' : template !== undefined ? 'template' : undefined;
  if (field === undefined) return [];
  const path = ['models', id, field];
  if (!embedded.enabled) return [problemAt(path, 'needs the embedded engine, but embedded.enabled is false.')];
  if (engine === undefined) return [];
  const names = sharesIn(engine).map((share) => share.engine);
  if (names.includes(EMBEDDED)) return [];
  const named = names.map((name) => `"${name}"`).join(', ');
  return [problemAt(path, `is for the embedded engine, but models.${id}.engine is ${named}: remove one of them.`)];
}

/** The embedded engine reads text only; and of a document nothing is known before it is read but the room for it. */
function modalityProblems(models: ReadonlyMap<string, DraftModel>, config: CatalogueNames): ConfigProblem[] {
  return [...models.values()].flatMap((model) => {
    const { id, kind, contextTokens, fileTokens } = model;
    const modalities = modalitiesOf(model);
    if (modalities.length === 1) return [];
    const isEmbedded = hasEmbedded(model) || (model.engine === undefined && config.embedded.enabled);
    const path = ['models', id, 'modalities'];
    if (kind === 'embedding') return [problemAt(path, 'must be ["text"]: the model makes embeddings.')];
    if (isEmbedded) return [problemAt(path, 'must be ["text"]: the embedded engine reads text only.')];
    const isUnbounded = modalities.includes('file') && contextTokens === undefined && fileTokens === undefined;
    const missing = 'is missing: how many tokens can a document be? contextTokens would do as well.';
    return isUnbounded ? [problemAt(['models', id, 'fileTokens'], missing)] : [];
  });
}

/** A request may not cost more than the model it asked for, or be sent from model to model. */
function fallbackProblems(models: ReadonlyMap<string, DraftModel>): ConfigProblem[] {
  return [...models.values()].flatMap(({ id, fallback, price }) => {
    if (fallback === undefined) return [];
    const wrong = (about: string) => [problemAt(['models', id, 'fallback'], about)];
    const other = models.get(fallback);
    if (!other) return wrong(`names "${fallback}", which is not a model.`);
    if (other.kind !== 'chat') return wrong(`names "${fallback}", which makes embeddings.`);
    if (fallback === id) return wrong('names the model itself.');
    return isDearer(other.price, price) ? [dearFallback(id, fallback)] : [];
  });
}

export const dearFallback = (id: string, fallback: string): ConfigProblem =>
  problemAt(['models', id, 'fallback'], `names "${fallback}", which costs more than ${id}.`);

/** An alias leads to a model, never to another alias, and never hides a model. */
function aliasProblems(aliases: RawConfig['aliases'], models: ReadonlyMap<string, DraftModel>): ConfigProblem[] {
  return Object.entries(aliases).flatMap(([alias, target]) => [
    ...(models.has(alias) ? [problemAt(['aliases', alias], 'is the id of a model: choose another name.')] : []),
    ...(models.has(target) ? [] : [problemAt(['aliases', alias], `names "${target}", which is not a model.`)]),
  ]);
}

export const sharesIn = (engine: NonNullable<ModelConfig['engine']>): readonly EngineShare[] =>
  typeof engine === 'string'
    ? [{ engine, weight: 1 }]
    : engine.map((share) => ({
        engine: share.engine,
        weight: share.weight,
        ...('model' in share && share.model !== undefined && { engineModel: share.model }),
      }));

function embeddedModelOf(id: string, { models, embedded }: CatalogueNames): EmbeddedModel {
  const own = models[id];
  // A template of all models is for their file: a model with a file of its own has its own template too.
  const template = own?.template ?? (own?.file === undefined ? embedded.template : undefined);
  const isEmbedding = own?.kind === 'embedding';
  return { file: own?.file ?? embedded.model, ...(template && { template }), ...(isEmbedding && { isEmbedding }) };
}

/** With one engine and no word about models, that engine answers for all of them. */
const withOnlyEngine = (model: DraftModel, config: CatalogueNames): DraftModel => {
  const engine = onlyEngineOf(config);
  return engine === undefined ? model : { ...model, engine };
};

export function onlyEngineOf(config: CatalogueNames): string | undefined {
  const names = Object.keys(config.engines);
  return names.length === 1 && Object.keys(config.models).length === 0 ? names[0] : undefined;
}

/** Models without an engine are answered by the embedded one, which knows the models by their own ids. */
function withEmbedded(model: DraftModel, { embedded }: CatalogueNames, { file }: EmbeddedModel): DraftModel {
  const contextTokensMax = file === '' ? BUILT_IN_MODEL.contextTokens : Number.POSITIVE_INFINITY;
  const contextTokens = model.contextTokens ?? Math.min(embedded.contextTokens, contextTokensMax);
  // Beside other engines it is one of several that answer, so nothing can be said of all answers.
  if (typeof model.engine === 'object') {
    const engine = model.engine.map((one) => (one.engine === EMBEDDED ? { ...one, engineModel: model.id } : one));
    return { ...model, engine, contextTokens };
  }
  const note = file === '' ? BUILT_IN_MODEL.note : `Answered by the model file ${basename(file)}.`;
  const isDemonstration = file === '';
  return { ...model, engine: EMBEDDED, engineModel: model.id, contextTokens, note, isDemonstration };
}

/** A model of the operator's own has nothing to fall back on; above all it may not be served without a price. */
function missingIn(id: string, changes: ModelConfig): ConfigProblem[] {
  const needed = changes.kind === 'embedding' ? (['price'] as const) : (['maxOutputTokens', 'price'] as const);
  return needed
    .filter((field) => changes[field] === undefined)
    .map((field) =>
      problemAt(['models', id, field], `is missing: ${id} is not in the published catalogue, so it must be given.`),
    );
}

/** Settings that mean something only where a model writes. */
const FOR_CHATS = [
  ...(['fallback', 'template', 'maxOutputTokens', 'reasoning', 'tools', 'temperature'] as const),
  ...(['imageTokens', 'fileTokens', 'urls'] as const),
];

/** Vectors of two models cannot be compared, so a model never changes its kind, and nothing falls back. */
function kindProblems(id: string, changes: ModelConfig, base: DraftModel | undefined): ConfigProblem[] {
  if (changes.kind !== 'embedding') {
    const isUnpriced = changes.price && changes.price.output === undefined;
    return isUnpriced
      ? [problemAt(['models', id, 'price', 'output'], 'is missing: it must be given for a model that answers chats.')]
      : [];
  }
  if (base) {
    return [problemAt(['models', id, 'kind'], `cannot be "embedding": the published catalogue has ${id} for chats.`)];
  }
  return FOR_CHATS.filter((field) => changes[field] !== undefined).map((field) =>
    problemAt(['models', id, field], `is for models that answer chats, but models.${id}.kind is "embedding".`),
  );
}

/** The built-in model writes; what makes vectors needs a file for it. */
function embeddedProblems(models: ReadonlyMap<string, DraftModel>, config: CatalogueNames): ConfigProblem[] {
  return [...models.values()]
    .filter((model) => model.kind === 'embedding' && config.models[model.id]?.file === undefined)
    .filter((model) => config.embedded.enabled && (model.engine === undefined || hasEmbedded(model)))
    .map(({ id }) =>
      problemAt(['models', id, 'file'], 'is missing: the embedded engine needs a file that makes embeddings.'),
    );
}

const FREE = priceFromCzkPerMillion({ input: '0', output: '0' });
const blank = (id: string): DraftModel => ({
  id,
  kind: 'chat',
  role: 'Model of the operator',
  maxOutputTokens: 1,
  isReasoning: false,
  takesTools: false,
  price: FREE,
});

const engineOf = (engine: NonNullable<ModelConfig['engine']>): NonNullable<DraftModel['engine']> =>
  typeof engine === 'string' ? engine : sharesIn(engine);

/** Words in one language are shown in both; ours, which are known, are translated. */
const roleOf = (role: NonNullable<ModelConfig['role']>): Pick<DraftModel, 'role' | 'roleCs'> =>
  typeof role === 'string' ? { role } : { role: role.en, roleCs: role.cs };

function applyChanges(model: DraftModel, changes: ModelConfig): DraftModel {
  return {
    ...model,
    ...(changes.kind !== undefined && { kind: changes.kind }),
    ...(changes.file !== undefined && { engine: EMBEDDED }),
    ...(changes.engine !== undefined && { engine: engineOf(changes.engine) }),
    ...(changes.fallback !== undefined && { fallback: changes.fallback }),
    ...(changes.choose !== undefined && { choose: changes.choose }),
    ...(changes.model !== undefined && { engineModel: changes.model }),
    ...(changes.role !== undefined && roleOf(changes.role)),
    ...(changes.modalities !== undefined && { modalities: changes.modalities }),
    ...(changes.imageTokens !== undefined && { imageTokens: changes.imageTokens }),
    ...(changes.fileTokens !== undefined && { fileTokens: changes.fileTokens }),
    ...(changes.urls !== undefined && { takesUrls: changes.urls }),
    ...(changes.quantization !== undefined && { quantization: changes.quantization }),
    ...(changes.hidden !== undefined && { isHidden: changes.hidden }),
    ...(changes.maxOutputTokens !== undefined && { maxOutputTokens: changes.maxOutputTokens }),
    ...(changes.contextTokens !== undefined && { contextTokens: changes.contextTokens }),
    ...(changes.reasoning !== undefined && { isReasoning: changes.reasoning }),
    ...(changes.tools !== undefined && { takesTools: changes.tools }),
    ...(changes.temperature !== undefined && { temperatureDefault: changes.temperature }),
    ...(changes.tiers !== undefined && { tiers: changes.tiers }),
    ...(changes.price && { price: priceFromCzkPerMillion({ ...changes.price, output: changes.price.output ?? '0' }) }),
  };
}
