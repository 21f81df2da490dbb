/** A model file that loads and answers at once: one small layer of random weights, and a vocabulary of bytes and marks. */
import { writeFileSync } from 'node:fs';
import {
  type GgufModel,
  type GgufTensor,
  type GgufValue,
  writeGguf,
} from '../../src/engines/llama/gguf/gguf-writer.fixture.ts';
import { type Random, seeded } from './random.ts';

export type TinyModel = {
  readonly architecture?: 'llama' | 'qwen2';
  /** Special tokens, besides a token for each byte. The last one ends an answer. */
  readonly marks: readonly string[];
  readonly template?: string;
  /** True where the tokenizer puts the first mark before every text. */
  readonly addsBeginning?: boolean;
  /** The purpose that it was trained for. */
  readonly contextTokens?: number;
};

const WIDTH = 32;
const HEADS = 4;
const KEY_VALUE_WIDTH = 16;
const INNER_WIDTH = 64;
const TOKEN_NORMAL = 1;
const TOKEN_CONTROL = 3;

/** Writes the file and returns its path. */
export function writeTinyModel(path: string, model: TinyModel): string {
  const file = Buffer.concat([...writeGguf(tinyModel(model))]);
  writeFileSync(path, file);
  return path;
}

function tinyModel(model: TinyModel): GgufModel {
  const { architecture = 'llama', marks, template, addsBeginning = false, contextTokens = 2048 } = model;
  const bytes = byteTokens();
  const tokens = [...bytes, ...marks];
  const types = [...bytes.map(() => TOKEN_NORMAL), ...marks.map(() => TOKEN_CONTROL)];
  const keys = (entries: Readonly<Record<string, GgufValue>>) =>
    Object.fromEntries(Object.entries(entries).map(([key, value]) => [`${architecture}.${key}`, value]));
  return {
    metadata: {
      'general.architecture': { type: 'string', value: architecture },
      'general.name': { type: 'string', value: 'Tiny' },
      ...keys({
        vocab_size: uint32(tokens.length),
        context_length: uint32(contextTokens),
        embedding_length: uint32(WIDTH),
        block_count: uint32(1),
        feed_forward_length: uint32(INNER_WIDTH),
        'attention.head_count': uint32(HEADS),
        'attention.head_count_kv': uint32(KEY_VALUE_WIDTH / (WIDTH / HEADS)),
        'rope.dimension_count': uint32(WIDTH / HEADS),
        'attention.layer_norm_rms_epsilon': { type: 'float32', value: 1e-5 },
        'rope.freq_base': { type: 'float32', value: 10_000 },
      }),
      'tokenizer.ggml.model': { type: 'string', value: 'gpt2' },
      'tokenizer.ggml.pre': { type: 'string', value: 'gpt-2' },
      'tokenizer.ggml.tokens': { type: 'strings', value: tokens },
      'tokenizer.ggml.token_type': { type: 'int32s', value: types },
      // The format wants at least one.
      'tokenizer.ggml.merges': { type: 'strings', value: ['a b'] },
      'tokenizer.ggml.bos_token_id': uint32(bytes.length),
      'tokenizer.ggml.eos_token_id': uint32(tokens.length - 1),
      'tokenizer.ggml.add_bos_token': { type: 'bool', value: addsBeginning },
      ...(template !== undefined && { 'tokenizer.chat_template': { type: 'string', value: template } as const }),
    },
    tensors: tensorsOf(architecture, tokens.length),
  };
}

function tensorsOf(architecture: string, vocabulary: number): readonly GgufTensor[] {
  const random = seeded(1);
  const layer = (name: string) => `blk.0.${name}`;
  const tensors = [
    tensor('token_embd.weight', [WIDTH, vocabulary], random),
    tensor('output_norm.weight', [WIDTH], random),
    tensor('output.weight', [WIDTH, vocabulary], random),
    tensor(layer('attn_norm.weight'), [WIDTH], random),
    tensor(layer('attn_q.weight'), [WIDTH, WIDTH], random),
    tensor(layer('attn_k.weight'), [WIDTH, KEY_VALUE_WIDTH], random),
    tensor(layer('attn_v.weight'), [WIDTH, KEY_VALUE_WIDTH], random),
    tensor(layer('attn_output.weight'), [WIDTH, WIDTH], random),
    tensor(layer('ffn_norm.weight'), [WIDTH], random),
    tensor(layer('ffn_gate.weight'), [WIDTH, INNER_WIDTH], random),
    tensor(layer('ffn_up.weight'), [WIDTH, INNER_WIDTH], random),
    tensor(layer('ffn_down.weight'), [INNER_WIDTH, WIDTH], random),
  ];
  if (architecture !== 'qwen2') return tensors;
  const biases = [
    tensor(layer('attn_q.bias'), [WIDTH], random),
    tensor(layer('attn_k.bias'), [KEY_VALUE_WIDTH], random),
    tensor(layer('attn_v.bias'), [KEY_VALUE_WIDTH], random),
  ];
  return [...tensors, ...biases];
}

export function tensor(name: string, dimensions: readonly number[], random: Random): GgufTensor {
  const length = dimensions.reduce((product, dimension) => product * dimension, 1);
  const values = Float32Array.from({ length }, () => random.fraction() - 0.5);
  return { name, type: 'F32', dimensions, data: () => new Uint8Array(values.buffer) };
}

/** A byte as it is spelt in vocabularies of this kind: visible ones as they are, the others shifted behind them. */
function byteTokens(): readonly string[] {
  let shifted = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const isVisible = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    return String.fromCharCode(isVisible ? byte : shifted++);
  });
}

export const uint32 = (value: number): GgufValue => ({ type: 'uint32', value });
