/** Engines that operators have set, as their pages see them. */

import type { EngineChange, EngineSettings, ModelEngines } from '../../core/engine-changes.ts';
import { DEFAULT_ENGINE_MS } from '../../core/limits.ts';
import { EMBEDDED_ENGINE } from '../../core/model.ts';
import type { ModelEnginesView, ServingView } from './contract.ts';

type Shown = {
  readonly engines: ReadonlyMap<string, { readonly settings: EngineSettingsOf; readonly hasKey: boolean }>;
  readonly models: ReadonlyMap<string, ModelEngines & { readonly kind: 'chat' | 'embedding' }>;
  readonly hasEmbedded: boolean;
  readonly problems: readonly string[];
};
type EngineSettingsOf = NonNullable<(EngineChange & { readonly kind: 'engine' })['value']>;

type Desk = {
  readonly file: Shown;
  readonly served: Shown;
  readonly exported: Readonly<Record<string, unknown>>;
  readonly changes: readonly EngineChange[];
  readonly revision: number;
};

/** `holding` are the changes that hold now. */
export function servingToView(
  { file, served, exported, changes, revision }: Desk,
  holding: readonly EngineChange[],
  nowMs: number,
): ServingView {
  const isSetHere = (kind: EngineChange['kind'], name: string) =>
    holding.some((change) => change.kind === kind && change.name === name);
  const planned = changes.filter(({ fromMs }) => fromMs > nowMs).toSorted((a, b) => a.fromMs - b.fromMs);
  const plannedOf = (kind: EngineChange['kind'], name: string) =>
    planned.filter((change) => change.kind === kind && change.name === name);
  const names = new Set([
    ...served.engines.keys(),
    ...planned.flatMap((change) => (change.kind === 'engine' && change.value ? [change.name] : [])),
  ]);
  const usesOf = (model: string): ReadonlySet<string> => {
    const later = plannedOf('model', model).map(({ value }) => value as ModelEngines | null);
    const all = [served.models.get(model), ...later].flatMap((one) => one?.engines ?? []);
    return new Set(all.map(({ engine }) => engine));
  };
  const uses = new Map([...served.models.keys()].map((id) => [id, usesOf(id)]));
  return {
    revision,
    engines: [...names].map((name) => ({
      name,
      settings: served.engines.get(name)?.settings ?? null,
      hasKey: served.engines.get(name)?.hasKey ?? false,
      isSetHere: isSetHere('engine', name),
      configured: file.engines.get(name)?.settings ?? null,
      models: [...uses].flatMap(([id, engines]) => (engines.has(name) ? [id] : [])),
      planned: plannedOf('engine', name).map((change) => ({
        ...change,
        value: settingsToView(change.value as EngineSettingsOf | null),
      })),
    })),
    models: [...served.models].map(([id, model]) => ({
      id,
      kind: model.kind,
      ...modelToView(model),
      isSetHere: isSetHere('model', id),
      configured: modelToView(file.models.get(id) ?? model),
      planned: plannedOf('model', id).map((change) => ({
        ...change,
        value: change.value && modelToView(change.value as ModelEngines),
      })),
    })),
    choices: [...names, ...(served.hasEmbedded ? [EMBEDDED_ENGINE] : [])],
    defaults: DEADLINES,
    problems: served.problems,
    exported,
  };
}

const DEADLINES = {
  connectMs: DEFAULT_ENGINE_MS.connect,
  firstByteMs: DEFAULT_ENGINE_MS.firstByte,
  idleMs: DEFAULT_ENGINE_MS.idle,
  totalMs: DEFAULT_ENGINE_MS.total,
};

/** What only files say of an engine is no part of the page. */
function settingsToView(value: EngineSettingsOf | null): EngineSettings | null {
  if (!value) return null;
  const { beside: _, ...settings } = value;
  return settings;
}

const modelToView = ({ engines, fallback }: ModelEngines): ModelEnginesView => ({
  engines: engines.map(({ engine, weight, engineModel }) => ({ engine, weight, model: engineModel ?? null })),
  fallback,
});
