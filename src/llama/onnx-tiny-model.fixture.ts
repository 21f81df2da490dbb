/** A model with the names and the structure of MiniMind2-Small, small enough to be checked by hand. */
import type { ModelSource } from './convert-weights.ts';
import { FLOAT, floatBytes, INT8, nodeMessage, onnxFile, type TensorSpec, UINT8 } from './onnx-encoder.fixture.ts';

export const TINY_CONFIG = {
  hidden_size: 32,
  intermediate_size: 64,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  num_hidden_layers: 1,
  rms_norm_eps: 1e-5,
  rope_theta: 10_000,
  vocab_size: 4,
} as const;

/** Where each matrix is, with its inputs and outputs. */
export const TINY_MATRICES = {
  'model/layers.0/self_attn/q_proj': [32, 32],
  'model/layers.0/self_attn/k_proj': [32, 16],
  'model/layers.0/self_attn/v_proj': [32, 16],
  'model/layers.0/self_attn/o_proj': [32, 32],
  'model/layers.0/mlp/gate_proj': [32, 64],
  'model/layers.0/mlp/up_proj': [32, 64],
  'model/layers.0/mlp/down_proj': [64, 32],
  lm_head: [32, 4],
} as const;

/** The integer at an input and an output: different for every neighbour, and both signs occur. */
export function tinyInteger(input: number, output: number): number {
  return ((input * 7 + output * 3) % 255) - 127;
}

export function tinyTensors(): readonly TensorSpec[] {
  const matrices = Object.entries(TINY_MATRICES).flatMap(([place, [inputs, outputs]]) => {
    const integers = Int8Array.from({ length: inputs * outputs }, (_, i) =>
      tinyInteger(Math.floor(i / outputs), i % outputs),
    );
    return quantized(`onnx::${place}`, {
      type: INT8,
      dimensions: [inputs, outputs],
      raw: new Uint8Array(integers.buffer),
    });
  });
  const norms = ['layers.0.input_layernorm', 'layers.0.post_attention_layernorm', 'norm'].map((name, n) => ({
    name: `model.${name}.weight`,
    type: FLOAT,
    dimensions: [32],
    raw: floatBytes(Array.from({ length: 32 }, (_, i) => n + i / 32)),
  }));
  const rows = Uint8Array.from({ length: 4 * 32 }, (_, i) => (i * 5) % 256);
  const embedding = quantized('model.embed_tokens.weight', { type: UINT8, dimensions: [4, 32], raw: rows }, 128);
  return [...norms, ...embedding, ...matrices];
}

export function tinyNodes(): readonly Buffer[] {
  return Object.keys(TINY_MATRICES).map((place) =>
    nodeMessage(`/${place}/MatMul_quant`, 'MatMulInteger', [
      'x_quantized',
      `onnx::${place}_quantized`,
      'x_zero_point',
      `onnx::${place}_zero_point`,
    ]),
  );
}

export function tinySource(change: Partial<ModelSource> = {}): ModelSource {
  return {
    onnx: onnxFile(tinyNodes(), tinyTensors()),
    config: TINY_CONFIG,
    tokenizer: {
      added_tokens: [{ id: 0, content: '<|end|>' }],
      model: { vocab: { b: 2, a: 1, '<|end|>': 0, ab: 3 }, merges: [['a', 'b']] },
    },
    chatTemplate: '{{ messages }}',
    ...change,
  };
}

function quantized(name: string, tensor: Omit<TensorSpec, 'name'>, zeroPoint = 0): readonly TensorSpec[] {
  return [
    { name: `${name}_scale`, type: FLOAT, floats: [0.5] },
    { name: `${name}_zero_point`, type: tensor.type, int32s: [zeroPoint] },
    { ...tensor, name: `${name}_quantized` },
  ];
}
