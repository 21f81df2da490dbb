/** Model id → its loaded model: which file belongs to it, how that file is found, measured, loaded and unloaded. */
import { BUILT_IN_MODEL } from '../domain/built-in-model.ts';
import { ServiceError } from '../domain/errors.ts';
import { QueueFull, ShareUsed } from './generate/slots.ts';
import { readModelShape } from './gguf/model-shape.ts';
import { memoryNeedBytes } from './memory-need.ts';
import { type LoadedModel, loadModel } from './model.ts';
import { createModelFiles, type FileProgress } from './model-file.ts';
import { type Lease, ModelNotInTime, ModelPool, type Patience } from './model-pool.ts';
import type { LlamaSettings, ModelSetting } from './settings.ts';

/** What the engine has to say to the gateway while it works. */
export type Said =
  | ({ readonly type: 'progress' } & FileProgress)
  | { readonly type: 'loading'; readonly model: string; readonly memoryMiB: number }
  | { readonly type: 'loaded'; readonly model: string }
  | { readonly type: 'unloaded'; readonly model: string }
  | { readonly type: 'unusable'; readonly model: string; readonly reason: string };

/** A loaded model with what the configuration says of the id that it was asked for. */
export type ModelLease = Lease<LoadedModel> & { readonly setting: ModelSetting };

export type Models = {
  /** The model of this id, loaded for as long as the lease lasts. */
  use(modelId: string, patience: Patience): Promise<ModelLease>;
  /** Fetches what is still on the hub. */
  fetchAhead(): Promise<void>;
  readonly waitingCount: number;
  /** The models that are in memory, in words. */
  readonly loaded: readonly string[];
};

/** How long a model that needs room lets others take requests first. */
const TURN_MS = 2000;

export function createModels(settings: LlamaSettings, say: (said: Said) => void): Models {
  const files = createModelFiles(settings, (progress) => say({ type: 'progress', ...progress }));
  /** Where each file was found, and what it needs. */
  const found = new Map<string, { readonly path: string; readonly bytes: number }>();

  async function measure(file: string): Promise<number> {
    const path = await files.locate(file);
    const bytes = memoryNeedBytes(await readModelShape(path), settings);
    found.set(file, { path, bytes });
    return bytes;
  }

  async function load(file: string): Promise<LoadedModel> {
    const { path, bytes } = found.get(file)!;
    const model = nameOf(file);
    say({ type: 'loading', model, memoryMiB: Math.ceil(bytes / 2 ** 20) });
    const onProgress = everySecond((fraction) => say({ type: 'progress', what: `loading ${model}`, fraction }));
    const loaded = await loadModel(path, settings, onProgress);
    say({ type: 'loaded', model });
    return loaded;
  }

  const pool = new ModelPool<LoadedModel>({
    memoryBytesMax: settings.memoryBytesMax,
    queueMax: settings.queueMax,
    turnMs: TURN_MS,
    measure,
    load,
    unload: async (file, loaded) => {
      await loaded.unload();
      say({ type: 'unloaded', model: nameOf(file) });
    },
  });

  async function use(modelId: string, patience: Patience): Promise<ModelLease> {
    const setting = settings.models[modelId];
    if (!setting) throw new ServiceError('model_not_found', 'The engine does not answer for this model.');
    try {
      return { ...(await pool.use(setting.file, patience)), setting };
    } catch (thrown) {
      if (patience.signal.aborted || isRefusal(thrown)) throw thrown;
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      say({ type: 'unusable', model: nameOf(setting.file), reason });
      throw new ServiceError('upstream_failed', `The model cannot be loaded: ${reason}`, { cause: thrown });
    }
  }

  return {
    use,
    fetchAhead: () => files.fetchAhead(Object.values(settings.models).map(({ file }) => file)),
    get waitingCount() {
      return pool.waitingCount;
    },
    get loaded() {
      return pool.loadedFiles.map(nameOf);
    },
  };
}

/** Nothing is wrong with the model: there are too many who ask. */
const isRefusal = (thrown: unknown): boolean =>
  thrown instanceof QueueFull || thrown instanceof ShareUsed || thrown instanceof ModelNotInTime;

/** The library tells of every tensor; a load that is over in a second needs no progress at all. */
function everySecond(tell: (fraction: number) => void): (fraction: number) => void {
  let toldAtMs = performance.now();
  return (fraction) => {
    if (performance.now() - toldAtMs < 1000) return;
    toldAtMs = performance.now();
    tell(fraction);
  };
}

const nameOf = (file: string): string => file || BUILT_IN_MODEL.fileName;
