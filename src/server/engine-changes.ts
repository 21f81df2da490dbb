/** What is served: the configuration, and on top what operators have changed of engines, with their keys opened. */
import {
  type EngineChange,
  KEYS_SEALED_FOR,
  type ModelEngines,
  sealedKeyOf,
  type WholeEngineSettings,
} from '../core/engine-changes.ts';
import type { Vault } from '../core/vault.ts';
import { type ChangedConfig, changedConfig } from './configuration/changed-config.ts';
import type { Config } from './configuration/config.ts';
import { modelProblemsOf } from './engines.ts';

export type ServedConfig = ChangedConfig & {
  /** Those that it was made with. */
  readonly changes: readonly EngineChange[];
};

/** `changes` are those that hold. Whatever is wrong with them, the rest can be served. */
export async function servedConfig(
  file: Config,
  changes: readonly EngineChange[],
  vault: Pick<Vault, 'open'>,
): Promise<ServedConfig> {
  const problems: string[] = [];
  const engines = new Map<string, { readonly settings: WholeEngineSettings; readonly apiKey?: string }>();
  const models = new Map<string, ModelEngines>();
  for (const change of changes) {
    if (change.value === null) continue;
    if (change.kind === 'model') models.set(change.name, change.value);
    else {
      const apiKey = await openKey(change.name, change.sealedKey, vault);
      if (apiKey === null) problems.push(lostKey(change.name));
      // Without its key it is asked in vain, and says so: better than another engine in its place.
      engines.set(change.name, { settings: change.value, ...(apiKey !== undefined && { apiKey: apiKey ?? '' }) });
    }
  }
  const changed = changedConfig(file, { engines, models });
  problems.push(...changed.problems);
  const isNewHere = [...changed.config.embeddedModels.keys()].some((id) => !file.embeddedModels.has(id));
  if (isNewHere) problems.push(...(await modelProblemsOf(changed.config)));
  return { config: changed.config, problems, changes };
}

const lostKey = (name: string): string =>
  `engines.${name}.apiKey cannot be read: the secret of the server was changed. Enter the key again.`;

/** Null where it cannot be opened; undefined where the change has none of its own. */
async function openKey(
  name: string,
  sealed: string | null,
  vault: Pick<Vault, 'open'>,
): Promise<string | null | undefined> {
  if (sealed === null) return undefined;
  return vault.open(KEYS_SEALED_FOR, sealedKeyOf(name), sealed).catch(() => null);
}
