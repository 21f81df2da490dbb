/** The model that ships with Boreal, as a file of the repository. Nothing is fetched or converted for it. */
import { join } from 'node:path';
import { BUILT_IN_MODEL } from '../../core/built-in-model.ts';
import { isIntact } from './gguf/gguf-file.ts';

export const BUILT_IN_MODEL_PATH = join(import.meta.dir, '../../../model', BUILT_IN_MODEL.fileName);

/** The path of the model's file, which is whole and right when this resolves. Takes some 50 ms. */
export async function locateBuiltInModel(path = BUILT_IN_MODEL_PATH): Promise<string> {
  if (await isIntact(path, BUILT_IN_MODEL.file)) return path;
  throw new Error(
    `${path} is missing or is not the file that belongs to this version: restore it, for example with \`git checkout model/${BUILT_IN_MODEL.fileName}\`.`,
  );
}
