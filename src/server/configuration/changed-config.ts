/**
 * The configuration with what the database decides beside it. It can always be served: what is wrong is named, and a model
 * whose engine is missing answers 502 rather than by another engine than was meant.
 */
import type { EngineSettings, ModelEngines, ModelSettings, WholeEngineSettings } from '../../core/engine-changes.ts';

import { formatPerMillion, type Price } from '../../core/money.ts';
import type { Preset } from '../../core/preset.ts';
import { type ConfigProblem, problemAt } from '../../platform/configuration/problem.ts';
import { type CatalogueConfig, catalogueFrom, EMBEDDED, onlyEngineOf } from './catalogue.ts';
import { type Config, type EngineConfig, problemsOf } from './config.ts';
import { type ModelConfig, modelSchema } from './config-schema.ts';
import { engine as engineSchema } from './engine-config.ts';

/** The database's word on names that the configuration does not declare. */
type DatabaseSays = {
  readonly engines: ReadonlyMap<
    string,
    { readonly settings: WholeEngineSettings; readonly apiKey?: string | undefined }
  >;
  readonly models: ReadonlyMap<string, ModelSettings>;
  /** Prices of models that only the database has. */
  readonly prices: ReadonlyMap<string, Price>;
};

/** The database's word on what a service begins with. */
export type BasicWords = {
  readonly preset: Preset | null;
  readonly defaultModel: string | null;
};

/**
 * The configuration with the preset and the default model that the database says, where it declares none. A model of the
 * file that is no whole model with that preset is named, and not served.
 */
export function withBasics(file: Config, said: BasicWords): ChangedConfig {
  const { settings } = file.declared;
  const catalogue = settings.has('catalogue') ? file.catalogue : (said.preset ?? file.catalogue);
  const defaultModel = settings.has('defaultModel') ? file.defaultModel : (said.defaultModel ?? file.defaultModel);
  if (catalogue === file.catalogue && defaultModel === file.defaultModel) return { config: file, problems: [] };
  const parts = { ...file.catalogueParts, catalogue, defaultModel };
  // Whether there is such a default is known when all models are.
  const problems = catalogueFrom(parts).problems.filter(({ path }) => path[0] !== 'defaultModel');
  const right = withoutWrong(parts, { problems, isOfFile: () => false });
  const { catalogue: models, embeddedModels } = catalogueFrom(right);
  return { config: { ...file, catalogue, defaultModel, models, catalogueParts: right, embeddedModels }, problems };
}

export type ChangedConfig = { readonly config: Config; readonly problems: readonly ConfigProblem[] };

export function changedConfig(file: Config, says: DatabaseSays): ChangedConfig {
  const problems: ConfigProblem[] = [];
  const written = file.catalogueParts;
  const engines: Record<string, EngineConfig> = { ...written.engines };
  for (const [name, { settings, apiKey }] of says.engines) {
    const made = engineFrom(name, settings, apiKey);
    problems.push(...made.problems);
    if (made.engine) engines[name] = made.engine;
  }
  const models: Record<string, ModelConfig> = { ...written.models };
  for (const [id, said] of says.models) {
    const made = modelFrom(id, said, { file, price: says.prices.get(id) });
    problems.push(...made.problems);
    if (made.model) models[id] = made.model;
  }
  const parts = { ...written, engines, models, aliases: aliasesWith(written.aliases, says.models) };
  const found = catalogueFrom(parts, written).problems;
  problems.push(...found);
  const right = withoutWrong(parts, { problems: found, isOfFile: (id) => file.models.models.has(id) });
  const { catalogue, embeddedModels } = catalogueFrom(right, written);
  return { config: { ...file, engines, models: catalogue, catalogueParts: right, embeddedModels }, problems };
}

/** An alias of the configuration leads where the configuration says. */
function aliasesWith(written: CatalogueConfig['aliases'], models: DatabaseSays['models']): CatalogueConfig['aliases'] {
  const said = [...models].flatMap(([id, { aliases = [] }]) => aliases.map((alias) => [alias, id] as const));
  return { ...Object.fromEntries(said), ...written };
}

type Wrong = { readonly problems: readonly ConfigProblem[]; readonly isOfFile: (id: string) => boolean };

/** No request may cost more than the model it asked for; and what is not a whole model, or leads to none, is not served. */
function withoutWrong(parts: CatalogueConfig, { problems, isOfFile }: Wrong): CatalogueConfig {
  const wrongOf = (id: string) =>
    problems.flatMap(({ path }) => (path[0] === 'models' && path[1] === id ? [path[2]] : []));
  const models = Object.entries(parts.models).flatMap(([id, model]) => {
    const wrong = wrongOf(id);
    if (!isOfFile(id) && wrong.some((field) => field !== 'engine' && field !== 'fallback')) return [];
    const { fallback: _, ...rest } = model;
    return [[id, wrong.includes('fallback') ? rest : model] as const];
  });
  const wrongAliases = new Set(problems.flatMap(({ path }) => (path[0] === 'aliases' ? [path[1]] : [])));
  const aliases = Object.entries(parts.aliases).filter(([alias]) => !wrongAliases.has(alias));
  return { ...parts, models: Object.fromEntries(models), aliases: Object.fromEntries(aliases) };
}

type EngineMade = { readonly engine?: EngineConfig; readonly problems: readonly ConfigProblem[] };

function engineFrom(name: string, settings: WholeEngineSettings, apiKey: string | undefined): EngineMade {
  const problems =
    name === EMBEDDED
      ? [problemAt(['engines', name], 'is the name of the built-in engine: choose another.')]
      : nameProblems(name);
  const { concurrencyMax, beside, ...given } = settings;
  const result = engineSchema.safeParse({
    ...beside,
    kind: 'openai',
    ...given,
    ...(concurrencyMax !== null && { concurrencyMax }),
    ...(apiKey !== undefined && { apiKey }),
  });
  if (result.success) return problems.length > 0 ? { problems } : { engine: result.data, problems };
  const named = result.error.issues.map((issue) => ({ ...issue, path: ['engines', name, ...issue.path] }));
  return { problems: [...problems, ...named.flatMap((issue) => problemsOf(issue))] };
}

const NAME_MAX = 64;

/** A name is a part of addresses and of names of metrics. */
const nameProblems = (name: string): ConfigProblem[] =>
  name.length <= NAME_MAX && !name.includes('/') && /^[\w.:/-]{1,128}$/.test(name)
    ? []
    : [problemAt(['engines', name], 'must be 1 to 64 letters, digits or any of _ - . :')];

type ModelMade = { readonly model?: ModelConfig; readonly problems: readonly ConfigProblem[] };
type Around = { readonly file: Config; readonly price: Price | undefined };

/** The price that the configuration declares stays beside what the database says of the model. */
function modelFrom(id: string, said: ModelSettings, { file, price }: Around): ModelMade {
  const { engines, fallback, choose, described, removed } = said;
  if (removed) return { model: { removed }, problems: [] };
  const isOfFile = file.models.models.has(id);
  if (!isOfFile && !described) {
    return {
      problems: [problemAt(['models', id], 'is not a model any more: describe it, or end what was set of it.')],
    };
  }
  const { file: path, template, ...own } = described ?? {};
  const isEmbedded = engines === null || engines.some(({ engine }) => engine === EMBEDDED);
  const kind = own.kind === 'embedding' ? 'embedding' : 'chat';
  const prices = isOfFile ? file.catalogueParts.models[id]?.price : price && writtenPrice(price, kind);
  const result = modelSchema.safeParse({
    ...own,
    ...(isEmbedded && { file: path, template }),
    ...routingOf({ engines: engines ?? [], fallback, choose }),
    ...(prices && { price: prices }),
  });
  const problems = engines?.length === 0 ? [problemAt(['models', id, 'engine'], 'names no engine.')] : [];
  if (!result.success) {
    const named = result.error.issues.map((issue) => ({ ...issue, path: ['models', id, ...issue.path] }));
    return { problems: [...problems, ...named.flatMap((issue) => problemsOf(issue))] };
  }
  // A list of no engine: no engine is better than another one than was meant.
  return { model: { ...result.data, ...(engines?.length === 0 && { engine: [] }) }, problems };
}

/** Engines and fallback of a model, as a file says them. */
export function routingOf({ engines, fallback, choose }: ModelEngines) {
  const [only] = engines.length === 1 ? engines : [];
  const shares = engines.map(({ engine, weight, engineModel }) => ({
    engine,
    weight,
    ...(engineModel !== undefined && { model: engineModel }),
  }));
  return {
    ...(engines.length > 0 && { engine: only ? only.engine : shares }),
    ...(only?.engineModel !== undefined && { model: only.engineModel }),
    ...(fallback !== null && { fallback }),
    ...(choose !== undefined && { choose }),
  };
}

/** CZK per million tokens, as the setting `price`. */
export const writtenPrice = (
  { input, cachedInput, output, reasoning, cacheWrite5m, cacheWrite1h }: Price,
  kind: 'chat' | 'embedding',
) => ({
  input: formatPerMillion(input),
  cachedInput: formatPerMillion(cachedInput),
  ...(kind === 'chat' && { output: formatPerMillion(output), reasoning: formatPerMillion(reasoning) }),
  ...(cacheWrite5m !== undefined && { cacheWrite5m: formatPerMillion(cacheWrite5m) }),
  ...(cacheWrite1h !== undefined && { cacheWrite1h: formatPerMillion(cacheWrite1h) }),
});

/** The settings of an engine that an operator can set on the page. */
export const settingsOf = (engine: EngineConfig): EngineSettings => ({
  kind: engine.kind,
  baseUrl: engine.baseUrl,
  model: engine.model,
  maxTokensField: engine.maxTokensField,
  connectMs: engine.connectMs,
  firstByteMs: engine.firstByteMs,
  idleMs: engine.idleMs,
  totalMs: engine.totalMs,
  concurrencyMax: engine.concurrencyMax ?? null,
  cacheIsolation: engine.cacheIsolation,
  supports: engine.supports,
});

/** An engine as a file says it: without its key, and without what is the default. */
export function writtenEngine({ apiKey: _, ca, ...engine }: EngineConfig): Readonly<Record<string, unknown>> {
  const { kind, baseUrl, model } = engine;
  const defaults = engineSchema.parse({ kind, baseUrl, model }) as Readonly<Record<string, unknown>>;
  const isDefault = (key: string, value: unknown) => JSON.stringify(defaults[key]) === JSON.stringify(value);
  const said = Object.entries(engine).filter(([key, value]) => key in REQUIRED || !isDefault(key, value));
  return { ...Object.fromEntries(said), ...(ca !== undefined && { ca }) };
}

/** The parts `engines` and `models` of a file that says what is served now. Keys are left out. */
export function exportOf({ catalogueParts, models }: Config, file: Config): Readonly<Record<string, unknown>> {
  const engines = Object.entries(catalogueParts.engines).map(([name, engine]) => [name, writtenEngine(engine)]);
  // Where the only engine answered for all models without a word, the word is needed now.
  const only = onlyEngineOf(file.catalogueParts);
  const unsaid = only === undefined || onlyEngineOf(catalogueParts) === only ? [] : [...models.models.keys()];
  const spoken = Object.fromEntries(unsaid.map((id) => [id, { engine: only }]));
  return { engines: Object.fromEntries(engines), models: { ...spoken, ...catalogueParts.models } };
}

const REQUIRED = { kind: true, baseUrl: true, model: true };
