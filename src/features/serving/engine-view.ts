/** Engines and models, as the pages of operators see them. */

import type { Declared } from '../../core/declared.ts';
import type { EngineChange, EngineSettings, ModelEngines, WholeEngineSettings } from '../../core/engine-changes.ts';
import { DEFAULT_ENGINE_MS } from '../../core/limits.ts';
import { EMBEDDED_ENGINE } from '../../core/model.ts';
import { sentencesOf } from '../../platform/configuration/problem.ts';
import type { ModelEnginesView, ServingView } from './contract.ts';
import type { EngineOutlook } from './engine-desk.ts';

type Desk = {
  readonly served: EngineOutlook;
  readonly declared: Declared;
  readonly changes: readonly EngineChange[];
  readonly revision: number;
};

/** `holding` are the changes that hold now. */
export function servingToView(
  { served, declared, changes, revision }: Desk,
  holding: readonly EngineChange[],
  nowMs: number,
): ServingView {
  const isCounting = ({ kind, name }: EngineChange) => !declared[kind === 'engine' ? 'engines' : 'models'].has(name);
  const planned = changes
    .filter((change) => change.fromMs > nowMs && isCounting(change))
    .toSorted((a, b) => a.fromMs - b.fromMs);
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
  const isRouted = (id: string) =>
    holding.some(
      (change) => change.kind === 'model' && change.name === id && change.value?.engines && isCounting(change),
    );
  return {
    revision,
    engines: [...names].map((name) => ({
      name,
      settings: served.engines.get(name)?.settings ?? null,
      hasKey: served.engines.get(name)?.hasKey ?? false,
      isFromFile: declared.engines.has(name),
      models: [...uses].flatMap(([id, engines]) => (engines.has(name) ? [id] : [])),
      planned: plannedOf('engine', name).map((change) => ({
        ...change,
        value: settingsToView(change.value as WholeEngineSettings | null),
      })),
    })),
    models: [...served.models].map(([id, model]) => ({
      id,
      kind: model.kind,
      isDemonstration: model.isDemonstration ?? false,
      ...modelToView(model),
      isFromFile: declared.models.has(id),
      isSetHere: isRouted(id),
      planned: plannedOf('model', id).map((change) => ({
        ...change,
        value: change.kind === 'model' && change.value?.engines ? modelToView(change.value as ModelEngines) : null,
      })),
    })),
    choices: [...names, ...(served.hasEmbedded ? [EMBEDDED_ENGINE] : [])],
    defaults: DEADLINES,
    problems: sentencesOf(served.problems),
    exported: served.exported,
  };
}

const DEADLINES = {
  connectMs: DEFAULT_ENGINE_MS.connect,
  firstByteMs: DEFAULT_ENGINE_MS.firstByte,
  idleMs: DEFAULT_ENGINE_MS.idle,
  totalMs: DEFAULT_ENGINE_MS.total,
};

/** Settings that only files have are no part of the page. */
function settingsToView(value: WholeEngineSettings | null): EngineSettings | null {
  if (!value) return null;
  const { beside: _, ...settings } = value;
  return settings;
}

const modelToView = ({ engines, fallback, choose = 'share' }: ModelEngines): ModelEnginesView => ({
  engines: engines.map(({ engine, weight, engineModel }) => ({ engine, weight, model: engineModel ?? null })),
  fallback,
  choose,
});
