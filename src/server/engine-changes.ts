/** The configuration that is served: the file, and beside it what the database says of engines and models, with keys opened. */
import {
  type EngineChange,
  KEYS_SEALED_FOR,
  type ModelSettings,
  sealedKeyOf,
  type WholeEngineSettings,
} from '../core/engine-changes.ts';
import type { Price } from '../core/money.ts';
import { type PriceVersion, priceAt } from '../core/price-versions.ts';
import type { Vault } from '../core/vault.ts';
import { changesAt } from '../features/serving/changes-at.ts';
import { type ConfigProblem, problemAt } from '../platform/configuration/problem.ts';
import { type BasicWords, type ChangedConfig, changedConfig, withBasics } from './configuration/changed-config.ts';
import type { Config } from './configuration/config.ts';
import { modelProblemsOf } from './engines.ts';

export type ServedConfig = ChangedConfig & {
  /** The configuration, with the preset and the default model that hold; without models of the database. */
  readonly base: Config;
  /** The words that were heard: others mean that something else is to be served. */
  readonly heard: BasicWords & { readonly changes: readonly EngineChange[]; readonly unpriced: readonly string[] };
};

/** The announcements that decide what is served. */
export type ServingWords = BasicWords & {
  readonly engineChanges: readonly EngineChange[];
  readonly prices: readonly PriceVersion[];
};

/** The part of the announcements that decides what is served at a time. */
export function heardAt(
  { engineChanges, prices, preset, defaultModel }: ServingWords,
  atMs: number,
): ServedConfig['heard'] {
  const changes = changesAt(engineChanges, atMs);
  const priced = new Set(prices.map(({ model }) => model));
  // A model may be read a moment before its first price, without which it is not served.
  const unpriced = changes.filter(({ kind, name }) => kind === 'model' && !priced.has(name)).map(({ name }) => name);
  return { preset, defaultModel, changes, unpriced };
}

type At = { readonly atMs: number; readonly vault: Pick<Vault, 'open'> };

/** Whatever is wrong with what the database says, the rest can be served. */
export async function servedConfig(written: Config, said: ServingWords, { atMs, vault }: At): Promise<ServedConfig> {
  const { config: file, problems: found } = withBasics(written, said);
  const problems: ConfigProblem[] = [...found];
  const engines = new Map<string, { readonly settings: WholeEngineSettings; readonly apiKey?: string }>();
  const models = new Map<string, ModelSettings>();
  const heard = heardAt(said, atMs);
  for (const change of heard.changes) {
    const { name } = change;
    if (change.kind === 'model') {
      if (change.value && !file.declared.models.has(name)) models.set(name, change.value);
    } else if (change.value && !file.declared.engines.has(name)) {
      const apiKey = await openKey(name, change.sealedKey, vault);
      if (apiKey === null) problems.push(lostKey(name));
      // Without its key it is asked in vain, and says so: better than another engine in its place.
      engines.set(name, { settings: change.value, ...(apiKey !== undefined && { apiKey: apiKey ?? '' }) });
    }
  }
  const added = [...models.keys()].filter((id) => !file.models.models.has(id));
  const changed = changedConfig(file, { engines, models, prices: pricesOf(added, said.prices, atMs) });
  problems.push(...changed.problems);
  const isNewHere = [...changed.config.embeddedModels.keys()].some((id) => !written.embeddedModels.has(id));
  if (isNewHere) {
    const wrong = await modelProblemsOf(changed.config);
    problems.push(...wrong.map((sentence) => ({ path: ['embedded'], sentence })));
  }
  return { config: changed.config, base: file, problems, heard };
}

/** The prices of models at a time; before the first, the one to come. */
function pricesOf(ids: readonly string[], versions: readonly PriceVersion[], atMs: number): ReadonlyMap<string, Price> {
  const prices = new Map<string, Price>();
  for (const id of ids) {
    const own = versions.filter(({ model }) => model === id);
    const [first] = own.toSorted((one, other) => one.fromMs - other.fromMs || one.version - other.version);
    const held = priceAt(own, false, atMs) ?? first;
    if (held) prices.set(id, held.price);
  }
  return prices;
}

const lostKey = (name: string): ConfigProblem =>
  problemAt(['engines', name, 'apiKey'], 'cannot be read: the secret of the server was changed. Enter the key again.');

/** Null where it cannot be opened; undefined where the engine has none. */
async function openKey(
  name: string,
  sealed: string | null,
  vault: Pick<Vault, 'open'>,
): Promise<string | null | undefined> {
  if (sealed === null) return undefined;
  return vault.open(KEYS_SEALED_FOR, sealedKeyOf(name), sealed).catch(() => null);
}
