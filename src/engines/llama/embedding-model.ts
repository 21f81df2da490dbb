/** A loaded model that turns texts into vectors: weights, and a context that reads one text at a time. */
import type { Token } from 'node-llama-cpp';
import { ServiceError } from '../../core/errors.ts';
import { promptReaderOf, sharedLlama, tokenBytesMaxOf } from './model.ts';
import type { LlamaSettings } from './settings.ts';

type Asked = { readonly account: string; readonly signal: AbortSignal };

export type EmbeddingModel = {
  /** The vector of a text or of its tokens, of length 1, and how many tokens were read. */
  embed(
    input: string | readonly number[],
    asked: Asked,
  ): Promise<{ readonly vector: readonly number[]; readonly tokens: number }>;
  /** Frees all of its memory. Nothing may use it any more. */
  unload(): Promise<void>;
};

export async function loadEmbeddingModel(
  path: string,
  settings: Pick<LlamaSettings, 'contextTokens' | 'threads'>,
  onProgress?: (fraction: number) => void,
): Promise<EmbeddingModel> {
  const llama = await sharedLlama();
  const model = await llama.loadModel({ modelPath: path, ...(onProgress && { onLoadProgress: onProgress }) });
  const contextTokens = Math.min(settings.contextTokens, model.trainContextSize);
  const context = await model
    // Models that look both ways need a whole text in one batch.
    // The library wants one place more than the text has tokens.
    .createEmbeddingContext({ contextSize: contextTokens + 1, batchSize: contextTokens + 1, threads: settings.threads })
    .catch(async (error) => {
      await model.dispose();
      throw error;
    });
  // Nothing is written, so a text may fill the context.
  const limits = { contextTokens: contextTokens + 1, tokenBytesMax: await tokenBytesMaxOf(path) };
  const readPrompt = promptReaderOf(model, limits);
  const readText = (text: string, asked: Asked) =>
    readPrompt([{ text, isTemplate: false }], asked).catch((thrown) => {
      throw isTooLong(thrown) ? tooLong(contextTokens) : thrown;
    });
  const vocabularySize = model.fileInfo.metadata.tokenizer.ggml.tokens.length;
  return {
    embed: async (input, asked) => {
      const tokens = typeof input === 'string' ? await readText(input, asked) : tokensIn(input, vocabularySize);
      const length = context.calculateInputLength(tokens);
      if (length > contextTokens) throw tooLong(contextTokens);
      asked.signal.throwIfAborted();
      const { vector } = await context.getEmbeddingFor(tokens);
      return { vector: normalize(vector), tokens: length };
    },
    unload: async () => {
      await context.dispose();
      await model.dispose();
      // As with every model: what the library read of the file is on our heap.
      Bun.gc(true);
    },
  };
}

/** The library does not look whether a token exists. */
function tokensIn(ids: readonly number[], vocabularySize: number): Token[] {
  const wrong = ids.find((id) => id >= vocabularySize);
  if (wrong === undefined) return ids as Token[];
  throw new ServiceError('invalid_request', `input has the token ${wrong}, but this model has ${vocabularySize}.`, {
    param: 'input',
  });
}

const isTooLong = (thrown: unknown): boolean =>
  thrown instanceof ServiceError && thrown.code === 'context_length_exceeded';

const tooLong = (contextTokens: number): ServiceError =>
  new ServiceError(
    'context_length_exceeded',
    `This model's maximum context length is ${contextTokens} tokens. However, an element of your input has more.`,
    { param: 'input' },
  );

function normalize(vector: readonly number[]): readonly number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((number) => number / length);
}
