import { describe, expect, test } from 'bun:test';
import { convertWeights } from './convert-weights.ts';
import { type GgufHeader, parseGgufHeader } from './gguf/gguf-reader.ts';
import { writeGguf } from './gguf/gguf-writer.ts';
import { onnxFile, type TensorSpec } from './onnx-encoder.fixture.ts';
import { tinyInteger, tinyNodes, tinySource, tinyTensors } from './onnx-tiny-model.fixture.ts';

/** Half-precision 0.5, the scale of every tiny matrix. */
const HALF = [0x00, 0x38];

describe('a converted model', () => {
  const file = Buffer.concat([...writeGguf(convertWeights(tinySource()))]);
  const header = parseGgufHeader(file, file.length)!;

  test('has all tensors, with rows first', () => {
    expect(header.tensors.map(({ name, typeId, dimensions }) => `${name} ${typeId} ${dimensions.join('x')}`)).toEqual([
      'token_embd.weight 8 32x4',
      'blk.0.attn_norm.weight 0 32',
      'blk.0.ffn_norm.weight 0 32',
      'blk.0.attn_q.weight 8 32x32',
      'blk.0.attn_k.weight 8 32x16',
      'blk.0.attn_v.weight 8 32x16',
      'blk.0.attn_output.weight 8 32x32',
      'blk.0.ffn_gate.weight 8 32x64',
      'blk.0.ffn_up.weight 8 32x64',
      'blk.0.ffn_down.weight 8 64x32',
      'output_norm.weight 0 32',
      'output.weight 8 32x4',
    ]);
  });

  test('describes itself', () => {
    expect(header).toMatchObject({
      version: 3,
      architecture: 'llama',
      name: 'MiniMind2-Small',
      contextLength: 2048,
      tokenizerModel: 'gpt2',
      tokenizerPre: 'gpt-2',
      chatTemplate: '{{ messages }}',
    });
    expect(Object.fromEntries(header.metadata)).toMatchObject({
      'general.license': 'apache-2.0',
      'general.file_type': 7,
      'llama.vocab_size': 4,
      'llama.embedding_length': 32,
      'llama.block_count': 1,
      'llama.feed_forward_length': 64,
      'llama.attention.head_count': 4,
      'llama.attention.head_count_kv': 2,
      'llama.rope.dimension_count': 8,
      'llama.rope.freq_base': 10_000,
      'llama.attention.layer_norm_rms_epsilon': Math.fround(1e-5),
      'tokenizer.ggml.bos_token_id': 1,
      'tokenizer.ggml.eos_token_id': 2,
      'tokenizer.ggml.padding_token_id': 0,
      'tokenizer.ggml.add_bos_token': false,
    });
  });

  test('has a row for every output, and the integers unchanged', () => {
    const rows = matrixRows(file, header, 'blk.0.attn_v.weight');
    expect(rows).toEqual(outputs(16, (row) => row));
    expect(matrixRows(file, header, 'output.weight')).toEqual(outputs(4, (row) => row));
  });

  test('a row longer than a block has its scale before each block', () => {
    const data = dataOf(file, header, 'blk.0.ffn_down.weight');
    expect([...data.subarray(0, 2), ...data.subarray(34, 36)]).toEqual([...HALF, ...HALF]);
    expect([...Int8Array.from(data.subarray(36, 68))]).toEqual(
      Array.from({ length: 32 }, (_, i) => tinyInteger(32 + i, 0)),
    );
  });

  test.each([
    ['blk.0.attn_q.weight', 32],
    ['blk.0.attn_k.weight', 16],
  ])('%s has the halves of each head interleaved', (name, count) => {
    const order = [0, 4, 1, 5, 2, 6, 3, 7];
    expect(matrixRows(file, header, name)).toEqual(outputs(count, (row) => row - (row % 8) + order[row % 8]!));
  });

  test('has the norms as they were', () => {
    const data = dataOf(file, header, 'output_norm.weight');
    expect([data.readFloatLE(0), data.readFloatLE(4), data.readFloatLE(124)]).toEqual([2, 2 + 1 / 32, 2 + 31 / 32]);
  });

  test('has the embedding around zero, each block with a scale of its own', () => {
    const data = dataOf(file, header, 'token_embd.weight');
    // The first block is 0, 5, 10, … less the zero point 128, halved: its largest magnitude, 64, comes first.
    expect([...Int8Array.from(data.subarray(2, 5))]).toEqual([-127, -122, -117]);
    expect([...data.subarray(0, 2)]).toEqual([0x08, 0x38]);
  });
});

describe('a conversion stops', () => {
  const changed = (name: string, change: Partial<TensorSpec>) =>
    tinySource({
      onnx: onnxFile(
        tinyNodes(),
        tinyTensors().map((tensor) => (tensor.name === name ? { ...tensor, ...change } : tensor)),
      ),
    });

  test.each<[string, string, Partial<TensorSpec>, string]>([
    [
      'a matrix has a zero point',
      'onnx::lm_head_zero_point',
      { int32s: [1] },
      'lm_head_quantized is not quantised symmetrically',
    ],
    [
      'a matrix is unsigned',
      'onnx::lm_head_quantized',
      { type: 2 },
      'lm_head_quantized is not quantised symmetrically',
    ],
    ['a matrix has many scales', 'onnx::lm_head_scale', { dimensions: [2], floats: [1, 2] }, 'has 2 scales'],
    ['a norm is missing', 'model.norm.weight', { name: 'other' }, 'The ONNX file has no model.norm.weight.'],
    ['a norm is not of floats', 'model.norm.weight', { type: 3, raw: Buffer.alloc(32) }, 'holds int8, not float32'],
    ['the embedding is signed', 'model.embed_tokens.weight_quantized', { type: 3 }, 'holds int8'],
  ])('when %s', (_what, name, change, message) => {
    expect(() => convertWeights(changed(name, change))).toThrow(message);
  });

  test('when a node is missing', () => {
    const onnx = onnxFile(tinyNodes().slice(1), tinyTensors());
    expect(() => convertWeights(tinySource({ onnx }))).toThrow('The ONNX file has no model.layers.0.self_attn.q_proj.');
  });
});

function dataOf(file: Buffer, header: GgufHeader, name: string): Buffer {
  const { offset, bytes } = header.tensors.find((tensor) => tensor.name === name)!;
  return file.subarray(offset, offset + bytes!);
}

/** The rows of a matrix with 32 inputs: a block each. */
function matrixRows(file: Buffer, header: GgufHeader, name: string): readonly (readonly number[])[] {
  const data = dataOf(file, header, name);
  return Array.from({ length: data.length / 34 }, (_, row) => {
    const block = data.subarray(row * 34, (row + 1) * 34);
    expect([...block.subarray(0, 2)]).toEqual(HALF);
    return [...Int8Array.from(block.subarray(2))];
  });
}

/** Row by row the integers of an original column. */
function outputs(count: number, columnOf: (row: number) => number): readonly (readonly number[])[] {
  return Array.from({ length: count }, (_, row) => Array.from({ length: 32 }, (_, i) => tinyInteger(i, columnOf(row))));
}
