/** The shape of the model in a file, or in several: large models come in parts, `…-00001-of-00003.gguf`. */
import { stat } from 'node:fs/promises';
import { type ModelShape, shapeOf } from '../memory-need.ts';
import { InvalidGguf, readGgufHeader } from './gguf-reader.ts';

const PART = /-00001-of-(\d{5})\.gguf$/;

/** Rejects with an InvalidGguf when the file, or another part of it, is not there or not whole. */
export async function readModelShape(path: string): Promise<ModelShape> {
  const shape = shapeOf(await readGgufHeader(path));
  let fileBytes = shape.fileBytes;
  for (const part of otherPartsOf(path)) fileBytes += await bytesOf(part);
  return { ...shape, fileBytes };
}

function otherPartsOf(path: string): readonly string[] {
  const count = Number(PART.exec(path)?.[1] ?? 1);
  return Array.from({ length: count - 1 }, (_, i) =>
    path.replace(PART, (_all, total) => `-${String(i + 2).padStart(5, '0')}-of-${total}.gguf`),
  );
}

async function bytesOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new InvalidGguf(`${path} does not exist.`);
    throw error;
  }
}
