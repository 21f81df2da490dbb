import { type LoadedModel, loadModel } from '../../src/engines/llama/model.ts';

/** A model in this very process, with one small place; it is unloaded at the end of the block that uses it. */
export async function loadModelForTest(path: string): Promise<LoadedModel & AsyncDisposable> {
  const loaded = await loadModel(path, { contextTokens: 2048, slots: 1, threads: 1, queueMax: 1 });
  return { ...loaded, [Symbol.asyncDispose]: () => loaded.unload() };
}
