/** Looks at the model files before anything starts, so that a wrong one is reported as a mistake of the configuration. */
import { BUILT_IN_MODEL_PATH } from './built-in-model.ts';
import { InvalidGguf } from './gguf/gguf-reader.ts';
import { readModelShape } from './gguf/model-shape.ts';
import { EMBEDDING_SLOTS, type ModelShape, memoryNeedBytes, misuseOf } from './memory-need.ts';
import { pathIn } from './model-file.ts';
import type { LlamaSettings } from './settings.ts';

type CheckedSettings = Pick<LlamaSettings, 'models' | 'memoryBytesMax' | 'slots' | 'contextTokens'>;

/** Every file that cannot be used, in a sentence each. A file that is still to be fetched cannot be judged yet. */
export async function modelFileProblems(settings: CheckedSettings): Promise<readonly string[]> {
  const idsOf = new Map<string, string[]>();
  for (const [id, { file }] of Object.entries(settings.models)) idsOf.set(file, [...(idsOf.get(file) ?? []), id]);
  const problems: string[] = [];
  for (const [file, ids] of idsOf) {
    const whose = `The model file of ${ids.join(', ')}`;
    try {
      const shape = await (file === '' ? readModelShape(BUILT_IN_MODEL_PATH) : shapeIn(file));
      const slots = ids.every((id) => settings.models[id]?.isEmbedding) ? EMBEDDING_SLOTS : settings.slots;
      if (!shape) continue;
      problems.push(...tooLarge(shape, { ...settings, slots }).map((problem) => `${whose} ${problem}`));
      const kinds = new Set(ids.map((id) => (settings.models[id]?.isEmbedding ? 'embedding' : 'chat')));
      const misuse = [...kinds].map((kind) => misuseOf(shape, kind)).find((problem) => problem !== undefined);
      if (misuse !== undefined) problems.push(`${whose} cannot be used: ${file} ${misuse}`);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const what = error instanceof InvalidGguf ? error.message : `${file} cannot be read: ${error.message}.`;
      problems.push(`${whose} cannot be used: ${what}`);
    }
  }
  return problems;
}

async function shapeIn(file: string): Promise<ModelShape | undefined> {
  const path = pathIn(file);
  return path === undefined ? undefined : readModelShape(path);
}

function tooLarge(shape: ModelShape, { memoryBytesMax, slots, contextTokens }: CheckedSettings): readonly string[] {
  const need = memoryNeedBytes(shape, { slots, contextTokens });
  if (need <= memoryBytesMax) return [];
  return [
    `needs about ${mib(need)} MiB (its file has ${mib(shape.fileBytes)}, the rest is for ${slots} slots of ${contextTokens} tokens), ` +
      `but models may take ${mib(memoryBytesMax)} MiB: raise embedded.memoryMaxMiB, or lower embedded.slots or embedded.contextTokens.`,
  ];
}

const mib = (bytes: number): number => Math.ceil(bytes / 2 ** 20);
