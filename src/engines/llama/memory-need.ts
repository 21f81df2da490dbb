/** How much memory a model takes once it is loaded: an estimate from its file's header, before anything is loaded. */
import type { GgufHeader } from './gguf/gguf-reader.ts';

/** The facts of a model that the estimate needs. */
export type ModelShape = {
  readonly fileBytes: number;
  /** The bytes that one token takes in the cache of keys and values, in all layers together. */
  readonly cacheBytesPerToken: number;
  readonly vocabularySize: number;
  /** The length that the model was trained for; no context is longer. */
  readonly contextLength: number;
  readonly architecture: string;
  /** The product of the model. One that writes has vectors, too. */
  readonly makes: 'text' | 'vectors' | 'scores';
};

type ContextShape = { readonly slots: number; readonly contextTokens: number };

/** How many tokens are computed at once. */
export const BATCH_TOKENS = 512;

/** A model that makes vectors reads one text at a time. */
export const EMBEDDING_SLOTS = 1;

/** Keys and values are kept as 16-bit floats, the results for a batch as 32-bit ones. */
const CACHE_VALUE_BYTES = 2;
const RESULT_BYTES = 4;
/** Contexts are made in steps of this many tokens. */
const CONTEXT_STEP_TOKENS = 256;
/** Graphs, tokenizer and buffers besides; measured on small models. */
const OTHER_BYTES = 48 * 2 ** 20;

export function memoryNeedBytes(model: ModelShape, { slots, contextTokens }: ContextShape): number {
  const context = Math.ceil(Math.min(contextTokens, model.contextLength) / CONTEXT_STEP_TOKENS) * CONTEXT_STEP_TOKENS;
  const cache = slots * context * model.cacheBytesPerToken;
  return model.fileBytes + cache + BATCH_TOKENS * model.vocabularySize * RESULT_BYTES + OTHER_BYTES;
}

export function shapeOf(header: GgufHeader): ModelShape {
  return {
    fileBytes: header.fileBytes,
    cacheBytesPerToken: cacheValuesPerToken(header) * CACHE_VALUE_BYTES,
    vocabularySize: header.tensors.find(({ name }) => name === 'token_embd.weight')?.dimensions[1] ?? 0,
    contextLength: header.contextLength ?? Number.POSITIVE_INFINITY,
    architecture: header.architecture,
    makes: productOf(header),
  };
}

/** The number that this format has for models that judge how well two texts fit together. */
const POOLING_RANK = 4;

function productOf({ architecture, metadata }: GgufHeader): ModelShape['makes'] {
  if (metadata.get(`${architecture}.pooling_type`) === POOLING_RANK) return 'scores';
  // What looks at a text both ways cannot go on with it.
  return metadata.get(`${architecture}.attention.causal`) === false ? 'vectors' : 'text';
}

/** Why a model cannot be used in this way, in words that follow the name of its file. */
export function misuseOf({ makes }: ModelShape, kind: 'chat' | 'embedding'): string | undefined {
  if (makes === 'scores') return 'is a reranker: it makes scores, and neither answers nor vectors.';
  if (makes === 'text' || kind === 'embedding') return undefined;
  return 'makes vectors and cannot write answers: name it for a model of the kind "embedding".';
}

/**
 * The projections tell exactly, layer by layer. A model that has them in another form, or in other files, is judged by
 * its metadata.
 */
function cacheValuesPerToken(header: GgufHeader): number {
  const isWhole = Number(header.metadata.get('split.count') ?? 1) <= 1;
  const projections = header.tensors.filter(({ name }) => /^blk\.\d+\.attn_[kv]\.weight$/.test(name));
  if (isWhole && projections.length > 0)
    return projections.reduce((sum, { dimensions }) => sum + (dimensions[1] ?? 0), 0);
  const count = (key: string): number | undefined => {
    const value = header.metadata.get(`${header.architecture}.${key}`);
    return typeof value === 'number' ? value : undefined;
  };
  const heads = count('attention.head_count') ?? 1;
  const headLength = (count('embedding_length') ?? 0) / heads;
  const keyAndValue = (count('attention.key_length') ?? headLength) + (count('attention.value_length') ?? headLength);
  return (count('block_count') ?? 0) * (count('attention.head_count_kv') ?? heads) * keyAndValue;
}
