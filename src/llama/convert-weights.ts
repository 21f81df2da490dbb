/**
 * MiniMind2-Small as published for ONNX → the same model as GGUF, for llama.cpp. Nothing is trained or guessed: the
 * weights are already 8-bit integers with one scale a matrix, which Q8_0 holds as they are. What changes:
 * 1. a matrix [in, out] is stored as rows of inputs, one row an output;
 * 2. the rows of queries and keys change places: llama.cpp rotates neighbours where the original rotates halves;
 * 3. the embedding, which has a zero point, becomes numbers and is quantised anew.
 */

import type { GgufModel, GgufTensor } from './gguf/gguf-writer.ts';
import { type ModelConfig, type ModelDescription, modelMetadata } from './gguf-model-metadata.ts';
import { packQ8, quantizeQ8 } from './gguf-q8.ts';
import { floatsOf, type OnnxGraph, type OnnxTensor, readOnnx } from './onnx-reader.ts';

export type ModelSource = ModelDescription & { readonly onnx: Uint8Array };

/** One quantised matrix: `integers` is [inputs, outputs], and each stands for itself times the scale. */
type Weight = {
  readonly integers: Int8Array;
  readonly inputs: number;
  readonly outputs: number;
  readonly scale: number;
};

/** The matrices of a layer: their names in GGUF and in ONNX, in the order of the file. */
const LAYER_MATRICES = [
  ['attn_q', 'self_attn.q_proj'],
  ['attn_k', 'self_attn.k_proj'],
  ['attn_v', 'self_attn.v_proj'],
  ['attn_output', 'self_attn.o_proj'],
  ['ffn_gate', 'mlp.gate_proj'],
  ['ffn_up', 'mlp.up_proj'],
  ['ffn_down', 'mlp.down_proj'],
] as const;

/** The whole model. The work on a tensor is done when its data is asked for. */
export function convertWeights(source: ModelSource): GgufModel {
  return { metadata: modelMetadata(source), tensors: tensors(readOnnx(source.onnx), source.config) };
}

function tensors(graph: OnnxGraph, config: ModelConfig): readonly GgufTensor[] {
  const weights = quantizedWeights(graph);
  const layers = Array.from({ length: config.num_hidden_layers }, (_, layer) => {
    const to = `blk.${layer}`;
    const from = `model.layers.${layer}`;
    return [
      norm(`${to}.attn_norm.weight`, find(graph.tensors, `${from}.input_layernorm.weight`)),
      norm(`${to}.ffn_norm.weight`, find(graph.tensors, `${from}.post_attention_layernorm.weight`)),
      ...LAYER_MATRICES.map(([name, source]) => {
        const weight = find(weights, `${from}.${source}`);
        return matrix(`${to}.${name}.weight`, weight, rowOrder(name, weight.outputs, config));
      }),
    ];
  });
  return [
    embedding(graph),
    ...layers.flat(),
    norm('output_norm.weight', find(graph.tensors, 'model.norm.weight')),
    matrix('output.weight', find(weights, 'lm_head')),
  ];
}

/** The matrices by the place they have in the model, which only the nodes that use them tell. */
function quantizedWeights({ tensors, products }: OnnxGraph): ReadonlyMap<string, Weight> {
  return new Map(
    products.map((product) => {
      const tensor = find(tensors, product.weight);
      const [inputs = 0, outputs = 0] = tensor.dimensions;
      const scale = only(floatsOf(find(tensors, product.weight.replace(/_quantized$/, '_scale'))), tensor.name);
      // Q8_0 has no zero point, so a matrix with one would come out wrong without a word.
      if (tensor.type !== 'int8' || only(find(tensors, product.zeroPoint).data, tensor.name) !== 0) {
        throw new Error(`The ONNX tensor ${tensor.name} is not quantised symmetrically.`);
      }
      const integers = new Int8Array(tensor.data.buffer, tensor.data.byteOffset, tensor.data.length);
      return [placeOf(product.name), { integers, inputs, outputs, scale }];
    }),
  );
}

/** `/model/layers.0/mlp/up_proj/MatMul_quant` is at `model.layers.0.mlp.up_proj`. */
function placeOf(node: string): string {
  return node.replace(/^\//, '').replace('/MatMul_quant', '').replaceAll('/', '.');
}

function embedding({ tensors }: OnnxGraph): GgufTensor {
  const quantized = find(tensors, 'model.embed_tokens.weight_quantized');
  const scale = only(floatsOf(find(tensors, 'model.embed_tokens.weight_scale')), quantized.name);
  const zeroPoint = only(find(tensors, 'model.embed_tokens.weight_zero_point').data, quantized.name);
  if (quantized.type !== 'uint8') throw new Error(`The ONNX tensor ${quantized.name} holds ${quantized.type}.`);
  return {
    name: 'token_embd.weight',
    type: 'Q8_0',
    dimensions: quantized.dimensions.toReversed(),
    data: () => {
      const numbers = new Float32Array(quantized.data);
      for (let i = 0; i < numbers.length; i++) numbers[i] = (numbers[i]! - zeroPoint) * scale;
      return quantizeQ8(numbers);
    },
  };
}

function norm(name: string, tensor: OnnxTensor): GgufTensor {
  if (tensor.type !== 'float32') throw new Error(`The ONNX tensor ${tensor.name} holds ${tensor.type}, not float32.`);
  return { name, type: 'F32', dimensions: tensor.dimensions, data: () => tensor.data };
}

function matrix(name: string, weight: Weight, order?: readonly number[]): GgufTensor {
  return {
    name,
    type: 'Q8_0',
    dimensions: [weight.inputs, weight.outputs],
    data: () => packQ8(rows(weight, order), weight.scale),
  };
}

/** Turns columns into rows; row `i` is column `order[i]`. */
function rows({ integers, inputs, outputs }: Weight, order?: readonly number[]): Int8Array {
  const turned = new Int8Array(integers.length);
  for (let row = 0; row < outputs; row++) {
    const column = order?.[row] ?? row;
    for (let i = 0; i < inputs; i++) turned[row * inputs + i] = integers[i * outputs + column]!;
  }
  return turned;
}

function rowOrder(name: string, outputs: number, config: ModelConfig): readonly number[] | undefined {
  if (name === 'attn_q') return neighbours(outputs, config.num_attention_heads);
  if (name === 'attn_k') return neighbours(outputs, config.num_key_value_heads);
  return undefined;
}

/** Brings what is rotated together next to each other: in each head, row k of the first half, then of the second. */
function neighbours(count: number, heads: number): readonly number[] {
  const headRows = count / heads;
  return Array.from({ length: count }, (_, row) => {
    const inHead = row % headRows;
    return row - inHead + (inHead % 2) * (headRows / 2) + Math.floor(inHead / 2);
  });
}

function only(values: Float32Array | Uint8Array, name: string): number {
  if (values.length !== 1)
    throw new Error(`The ONNX tensor ${name} has ${values.length} scales or zero points, not one.`);
  return values[0]!;
}

function find<T>(things: ReadonlyMap<string, T>, name: string): T {
  const thing = things.get(name);
  if (thing === undefined) throw new Error(`The ONNX file has no ${name}.`);
  return thing;
}
