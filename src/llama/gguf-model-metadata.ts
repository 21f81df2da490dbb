/** What a GGUF file says about MiniMind2-Small besides its weights: its shape, its vocabulary, its chat template. */
import type { GgufValue } from './gguf/gguf-writer.ts';

/** The parts of config.json that the file format wants to know. */
export type ModelConfig = {
  readonly hidden_size: number;
  readonly intermediate_size: number;
  readonly num_attention_heads: number;
  readonly num_key_value_heads: number;
  readonly num_hidden_layers: number;
  readonly rms_norm_eps: number;
  readonly rope_theta: number;
  readonly vocab_size: number;
};

/** The parts of tokenizer.json: a byte-level BPE. */
export type ModelTokenizer = {
  readonly added_tokens: readonly { readonly id: number; readonly content: string }[];
  readonly model: {
    readonly vocab: Readonly<Record<string, number>>;
    readonly merges: readonly (readonly [string, string])[];
  };
};

export type ModelDescription = {
  readonly config: ModelConfig;
  readonly tokenizer: ModelTokenizer;
  readonly chatTemplate: string;
};

type Metadata = Readonly<Record<string, GgufValue>>;

/**
 * A choice, far below the 32768 of the configuration: a model this small gains nothing from more, and engines reserve
 * memory by this length.
 */
const CONTEXT_LENGTH = 2048;

const FILE_TYPE_MOSTLY_Q8_0 = 7;
const TOKEN_NORMAL = 1;
const TOKEN_CONTROL = 3;

/** The special tokens of this tokenizer, by id. */
const END_OF_TEXT = 0;
const TURN_START = 1;
const TURN_END = 2;

export function modelMetadata({ config, tokenizer, chatTemplate }: ModelDescription): Metadata {
  return { ...architecture(config), ...vocabulary(tokenizer), 'tokenizer.chat_template': string(chatTemplate) };
}

function architecture(config: ModelConfig): Metadata {
  return {
    'general.architecture': string('llama'),
    'general.name': string('MiniMind2-Small'),
    'general.license': string('apache-2.0'),
    'general.file_type': uint32(FILE_TYPE_MOSTLY_Q8_0),
    'llama.vocab_size': uint32(config.vocab_size),
    'llama.context_length': uint32(CONTEXT_LENGTH),
    'llama.embedding_length': uint32(config.hidden_size),
    'llama.block_count': uint32(config.num_hidden_layers),
    'llama.feed_forward_length': uint32(config.intermediate_size),
    'llama.attention.head_count': uint32(config.num_attention_heads),
    'llama.attention.head_count_kv': uint32(config.num_key_value_heads),
    'llama.rope.dimension_count': uint32(config.hidden_size / config.num_attention_heads),
    'llama.attention.layer_norm_rms_epsilon': { type: 'float32', value: config.rms_norm_eps },
    'llama.rope.freq_base': { type: 'float32', value: config.rope_theta },
  };
}

function vocabulary({ model, added_tokens }: ModelTokenizer): Metadata {
  const tokens: string[] = [];
  const types: number[] = [];
  for (const [content, id] of Object.entries(model.vocab)) {
    tokens[id] = content;
    types[id] = TOKEN_NORMAL;
  }
  for (const { id, content } of added_tokens) {
    tokens[id] = content;
    types[id] = TOKEN_CONTROL;
  }
  return {
    'tokenizer.ggml.model': string('gpt2'),
    'tokenizer.ggml.pre': string('gpt-2'),
    'tokenizer.ggml.tokens': { type: 'strings', value: tokens },
    'tokenizer.ggml.token_type': { type: 'int32s', value: types },
    'tokenizer.ggml.merges': { type: 'strings', value: model.merges.map((pair) => pair.join(' ')) },
    'tokenizer.ggml.bos_token_id': uint32(TURN_START),
    'tokenizer.ggml.eos_token_id': uint32(TURN_END),
    'tokenizer.ggml.padding_token_id': uint32(END_OF_TEXT),
    'tokenizer.ggml.add_bos_token': { type: 'bool', value: false },
  };
}

function string(value: string): GgufValue {
  return { type: 'string', value };
}

function uint32(value: number): GgufValue {
  return { type: 'uint32', value };
}
