/** A model file of the kind that makes vectors: a BERT of one small layer of random weights, and a vocabulary of words. */
import { writeFileSync } from 'node:fs';
import { type GgufModel, type GgufTensor, writeGguf } from '../../src/engines/llama/gguf/gguf-writer.fixture.ts';
import { seeded } from './random.ts';
import { tensor, uint32 } from './tiny-gguf.ts';

const WIDTH = 32;
const INNER_WIDTH = 64;
const CONTEXT_TOKENS = 128;
const TOKEN_NORMAL = 1;
const TOKEN_CONTROL = 3;

/** As such vocabularies spell them in this format: marks as they are, and a sign before the beginning of a word. */
const MARKS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
const WORDS = ['the', 'cat', 'sleeps', 'dog', 'runs', 'tax', 'law', '.', 'a', 'b', 'c'].map((word) => `▁${word}`);

type TinyBert = {
  /** The pooling of the vectors of all tokens. */
  readonly pooling?: keyof typeof POOLINGS;
};

const POOLINGS = { none: 0, mean: 1, first: 2, last: 3, rank: 4 } as const;

/** Writes the file and returns its path. */
export function writeTinyBert(path: string, { pooling = 'mean' }: TinyBert = {}): string {
  writeFileSync(path, Buffer.concat([...writeGguf(tinyBert(pooling))]));
  return path;
}

function tinyBert(pooling: keyof typeof POOLINGS): GgufModel {
  const tokens = [...MARKS, ...WORDS];
  return {
    metadata: {
      'general.architecture': { type: 'string', value: 'bert' },
      'general.name': { type: 'string', value: 'Tiny' },
      'bert.vocab_size': uint32(tokens.length),
      'bert.context_length': uint32(CONTEXT_TOKENS),
      'bert.embedding_length': uint32(WIDTH),
      'bert.block_count': uint32(1),
      'bert.feed_forward_length': uint32(INNER_WIDTH),
      'bert.attention.head_count': uint32(4),
      'bert.attention.layer_norm_epsilon': { type: 'float32', value: 1e-12 },
      'bert.attention.causal': { type: 'bool', value: false },
      'bert.pooling_type': uint32(POOLINGS[pooling]),
      'tokenizer.ggml.model': { type: 'string', value: 'bert' },
      'tokenizer.ggml.pre': { type: 'string', value: 'default' },
      'tokenizer.ggml.token_type_count': uint32(2),
      'tokenizer.ggml.tokens': { type: 'strings', value: tokens },
      'tokenizer.ggml.token_type': {
        type: 'int32s',
        value: [...MARKS.map(() => TOKEN_CONTROL), ...WORDS.map(() => TOKEN_NORMAL)],
      },
      'tokenizer.ggml.padding_token_id': uint32(0),
      'tokenizer.ggml.unknown_token_id': uint32(1),
      'tokenizer.ggml.cls_token_id': uint32(2),
      'tokenizer.ggml.bos_token_id': uint32(2),
      'tokenizer.ggml.seperator_token_id': uint32(3),
      'tokenizer.ggml.eos_token_id': uint32(3),
      'tokenizer.ggml.mask_token_id': uint32(4),
    },
    tensors: tensorsOf(tokens.length),
  };
}

function tensorsOf(vocabulary: number): readonly GgufTensor[] {
  const random = seeded(1);
  const withBias = (name: string, dimensions: readonly number[]) => [
    tensor(`${name}.weight`, dimensions, random),
    tensor(`${name}.bias`, [dimensions.at(-1)!], random),
  ];
  return [
    tensor('token_embd.weight', [WIDTH, vocabulary], random),
    tensor('token_types.weight', [WIDTH, 2], random),
    tensor('position_embd.weight', [WIDTH, CONTEXT_TOKENS], random),
    ...withBias('token_embd_norm', [WIDTH]),
    ...['attn_q', 'attn_k', 'attn_v', 'attn_output'].flatMap((name) => withBias(`blk.0.${name}`, [WIDTH, WIDTH])),
    ...withBias('blk.0.attn_output_norm', [WIDTH]),
    ...withBias('blk.0.ffn_up', [WIDTH, INNER_WIDTH]),
    ...withBias('blk.0.ffn_down', [INNER_WIDTH, WIDTH]),
    ...withBias('blk.0.layer_output_norm', [WIDTH]),
  ];
}
