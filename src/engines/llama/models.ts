/** Model id → its loaded model: which file belongs to it, how that file is found, measured, loaded and unloaded. */
import { BUILT_IN_MODEL } from '../../core/built-in-model.ts';
import { ServiceError } from '../../core/errors.ts';
import { type EmbeddingModel, loadEmbeddingModel } from './embedding-model.ts';
import { QueueFull, ShareUsed } from './generate/slots.ts';
import { readModelShape } from './gguf/model-shape.ts';
import { EMBEDDING_SLOTS, memoryNeedBytes, misuseOf } from './memory-need.ts';
import { type LoadedModel, loadModel } from './model.ts';
import { createModelFiles, type FileProgress, type ModelFiles } from './model-file.ts';
import { type Lease, ModelNotInTime, ModelPool, type Patience } from './model-pool.ts';
import type { LlamaSettings, ModelSetting } from './settings.ts';

/** The engine says these to the gateway while it works. */
type Said =
  | ({ readonly type: 'progress' } & FileProgress)
  | { readonly type: 'loading'; readonly model: string; readonly memoryMiB: number }
  | { readonly type: 'loaded'; readonly model: string }
  | { readonly type: 'unloaded'; readonly model: string }
  | { readonly type: 'unusable'; readonly model: string; readonly reason: string };

type Loaded = LoadedModel | EmbeddingModel;

/** A loaded model with what the configuration says of the id that it was asked for. */
export type ModelLease = Lease<LoadedModel> & { readonly setting: ModelSetting };

export type Models = {
  /** The model of this id, loaded for as long as the lease lasts. */
  use(modelId: string, patience: Patience): Promise<ModelLease>;
  /** The same for a model that makes vectors. */
  leaseEmbedding(modelId: string, patience: Patience): Promise<Lease<EmbeddingModel>>;
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
  const pool = new ModelPool<Loaded>({
    memoryBytesMax: settings.memoryBytesMax,
    queueMax: settings.queueMax,
    turnMs: TURN_MS,
    ...createLoading(settings, files, say),
  });

  async function useAny(modelId: string, patience: Patience, isEmbedding: boolean) {
    const setting = settings.models[modelId];
    if (!setting || (setting.isEmbedding ?? false) !== isEmbedding) {
      throw new ServiceError('model_not_found', 'The engine does not answer for this model.');
    }
    try {
      return { ...(await pool.use(keyOf(setting), patience)), setting };
    } catch (thrown) {
      if (patience.signal.aborted || isRefusal(thrown)) throw thrown;
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      say({ type: 'unusable', model: nameOf(setting.file), reason });
      throw new ServiceError('upstream_failed', `The model cannot be loaded: ${reason}`, { cause: thrown });
    }
  }

  return {
    use: async (modelId, patience) => (await useAny(modelId, patience, false)) as ModelLease,
    leaseEmbedding: async (modelId, patience) =>
      (await useAny(modelId, patience, true)) as Lease<EmbeddingModel> & { readonly setting: ModelSetting },
    fetchAhead: () => files.fetchAhead(Object.values(settings.models).map(({ file }) => file)),
    get waitingCount() {
      return pool.waitingCount;
    },
    get loaded() {
      return pool.loadedFiles.map(nameOf);
    },
  };
}

/** A file on its way into memory and out of it: it is measured before it is loaded. */
function createLoading(settings: LlamaSettings, files: ModelFiles, say: (said: Said) => void) {
  const measured = new Map<string, { readonly path: string; readonly bytes: number; readonly architecture: string }>();
  return {
    measure: async (key: string): Promise<number> => {
      const path = await files.locate(fileOf(key));
      const slots = isEmbedding(key) ? EMBEDDING_SLOTS : settings.slots;
      const shape = await readModelShape(path);
      // A file that was fetched could not be looked at before the start.
      const misuse = misuseOf(shape, isEmbedding(key) ? 'embedding' : 'chat');
      if (misuse !== undefined) throw new Error(`It ${misuse}`);
      const bytes = memoryNeedBytes(shape, { ...settings, slots });
      measured.set(key, { path, bytes, architecture: shape.architecture });
      return bytes;
    },
    load: async (key: string): Promise<Loaded> => {
      const { path, bytes, architecture } = measured.get(key)!;
      const model = nameOf(key);
      say({ type: 'loading', model, memoryMiB: Math.ceil(bytes / 2 ** 20) });
      const onProgress = everySecond((fraction) => say({ type: 'progress', what: `loading ${model}`, fraction }));
      const loading = (isEmbedding(key) ? loadEmbeddingModel : loadModel)(path, settings, onProgress);
      const loaded: Loaded = await loading.catch((cause: unknown) => {
        const said = cause instanceof Error ? cause.message : String(cause);
        const hint = `the architecture ${architecture} may be one that this engine does not know`;
        throw new Error(`${said}: ${hint}, or the file may be damaged.`, { cause });
      });
      say({ type: 'loaded', model });
      return loaded;
    },
    unload: async (key: string, loaded: Loaded): Promise<void> => {
      await loaded.unload();
      say({ type: 'unloaded', model: nameOf(key) });
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

/** A file that is used in both ways is loaded twice. No path holds the character. */
const EMBEDDING_KEY = '\0';
const keyOf = ({ file, isEmbedding }: ModelSetting): string => (isEmbedding ? EMBEDDING_KEY + file : file);
const isEmbedding = (key: string): boolean => key.startsWith(EMBEDDING_KEY);
const fileOf = (key: string): string => (isEmbedding(key) ? key.slice(EMBEDDING_KEY.length) : key);

const nameOf = (key: string): string => fileOf(key) || BUILT_IN_MODEL.fileName;
