import type { Model } from '../domain/model.ts';
import type { Engine, Engines } from '../domain/ports.ts';

/** Model id → Engine. A model without one is served with 502 until the operator connects it. */
export function createEngines(models: Iterable<Model>, engines: ReadonlyMap<string, Engine>): Engines {
  const byModel = new Map<string, Engine>();
  for (const model of models) {
    const engine = model.engine === undefined ? undefined : engines.get(model.engine);
    if (engine) byModel.set(model.id, engine);
  }
  return { of: (modelId) => byModel.get(modelId), all: () => engines };
}
