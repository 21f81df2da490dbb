/**
 * The configuration with what operators have changed on top. It can always be served: what is wrong is named, and a model
 * whose engine is missing answers 502 rather than by another engine than was meant.
 */
import {
  type EngineSettings,
  isSameOrigin,
  type ModelEngines,
  type WholeEngineSettings,
} from '../../core/engine-changes.ts';
import { type CatalogueConfig, catalogueFrom, EMBEDDED, onlyEngineOf } from './catalogue.ts';
import { type Config, type EngineConfig, sentences } from './config.ts';
import type { ModelConfig } from './config-schema.ts';
import { engine as engineSchema } from './engine-config.ts';

type ConfigChanges = {
  /** Without a key of its own, an engine has that of the configuration, as long as it is at the same address. */
  readonly engines: ReadonlyMap<
    string,
    { readonly settings: WholeEngineSettings; readonly apiKey?: string | undefined }
  >;
  readonly models: ReadonlyMap<string, ModelEngines>;
};

export type ChangedConfig = { readonly config: Config; readonly problems: readonly string[] };

export function changedConfig(
  file: Config,
  { engines: changedEngines, models: changedModels }: ConfigChanges,
): ChangedConfig {
  const problems: string[] = [];
  const written = file.catalogueParts;
  const engines: Record<string, EngineConfig> = { ...written.engines };
  for (const [name, change] of changedEngines) {
    const made = engineWith(name, written.engines[name], change);
    problems.push(...made.problems);
    if (made.engine) engines[name] = made.engine;
    else delete engines[name];
  }
  const models: Record<string, ModelConfig> = { ...written.models };
  for (const [id, change] of changedModels) {
    // Without the configuration it would be a model without a price.
    if (change.engines.length === 0) problems.push(`models.${id}.engine names no engine.`);
    if (file.models.models.has(id)) models[id] = modelWith(written.models[id], change);
    else problems.push(`models.${id} is not a model of the configuration any more.`);
  }
  const parts = { ...written, engines, models };
  const found = catalogueFrom(parts, written).problems;
  problems.push(...found);
  const { catalogue, embeddedModels } = catalogueFrom(withoutWrongFallbacks(parts, found), written);
  return { config: { ...file, engines, models: catalogue, catalogueParts: parts, embeddedModels }, problems };
}

/** No request may cost more than the model it asked for. */
function withoutWrongFallbacks(parts: CatalogueConfig, problems: readonly string[]): CatalogueConfig {
  const models = Object.entries(parts.models).map(([id, model]) => {
    const { fallback: _, ...rest } = model;
    return [id, problems.some((problem) => problem.startsWith(`models.${id}.fallback `)) ? rest : model];
  });
  return { ...parts, models: Object.fromEntries(models) as CatalogueConfig['models'] };
}

type EngineMade = { readonly engine?: EngineConfig; readonly problems: readonly string[] };
type EngineChanged = ConfigChanges['engines'] extends ReadonlyMap<string, infer Change> ? Change : never;

function engineWith(name: string, file: EngineConfig | undefined, { settings, apiKey }: EngineChanged): EngineMade {
  const problems =
    name === EMBEDDED ? [`engines.${name} is the name of the built-in engine: choose another.`] : nameProblems(name);
  const { apiKey: fileKey, concurrencyMax: _, ...rest } = file ?? {};
  const { concurrencyMax, beside = rest, ...given } = settings;
  const key = apiKey ?? (file && isSameOrigin(file.baseUrl, settings.baseUrl) ? fileKey : undefined);
  const result = engineSchema.safeParse({
    ...beside,
    kind: 'openai',
    ...given,
    ...(concurrencyMax !== null && { concurrencyMax }),
    ...(key !== undefined && { apiKey: key }),
  });
  if (result.success) return problems.length > 0 ? { problems } : { engine: result.data, problems };
  const named = result.error.issues.map((issue) => ({ ...issue, path: ['engines', name, ...issue.path] }));
  return { problems: [...problems, ...named.flatMap((issue) => sentences(issue, {}))] };
}

const NAME_MAX = 64;

/** It is a part of addresses and of names of metrics. */
const nameProblems = (name: string): string[] =>
  name.length <= NAME_MAX && !name.includes('/') && /^[\w.:/-]{1,128}$/.test(name)
    ? []
    : [`engines.${name} must be 1 to 64 letters, digits or any of _ - . :`];

/** Which engines answer and what they call the model is replaced; what is the model's own stays. */
function modelWith(file: ModelConfig | undefined, { engines, fallback }: ModelEngines): ModelConfig {
  const { engine: _, fallback: __, model: ___, file: path, template, ...own } = file ?? {};
  const [only] = engines.length === 1 ? engines : [];
  const shares = engines.map(({ engine, weight, engineModel }) => ({
    engine,
    weight,
    ...(engineModel !== undefined && { model: engineModel }),
  }));
  return {
    ...own,
    ...(engines.some(({ engine }) => engine === EMBEDDED) && { file: path, template }),
    engine: only ? only.engine : shares,
    ...(only?.engineModel !== undefined && { model: only.engineModel }),
    ...(fallback !== null && { fallback }),
  };
}

/** What an operator can set of an engine, as it is. */
export const settingsOf = (engine: EngineConfig): EngineSettings => ({
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
