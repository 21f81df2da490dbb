import { describe, expect, test } from 'bun:test';
import { type GgufHeader, parseGgufHeader } from './gguf/gguf-reader.ts';
import { type GgufTensor, type GgufValue, writeGguf } from './gguf/gguf-writer.fixture.ts';
import { memoryNeedBytes, shapeOf } from './memory-need.ts';

const MIB = 2 ** 20;
const uint32 = (value: number): GgufValue => ({ type: 'uint32', value });

function headerOf(metadata: Readonly<Record<string, GgufValue>>, dimensions: Readonly<Record<string, number[]>>) {
  const tensors = Object.entries(dimensions).map(
    ([name, of]): GgufTensor => ({
      name,
      type: 'F32',
      dimensions: of,
      data: () => new Uint8Array(4 * of.reduce((product, dimension) => product * dimension, 1)),
    }),
  );
  const file = Buffer.concat([
    ...writeGguf({ metadata: { 'general.architecture': { type: 'string', value: 'x' }, ...metadata }, tensors }),
  ]);
  return parseGgufHeader(file, file.length) as GgufHeader;
}

describe('the shape of a model', () => {
  test('is read from its projections, layer by layer, where they differ too', () => {
    const header = headerOf(
      { 'x.context_length': uint32(4096), 'x.attention.head_count': uint32(99), 'x.block_count': uint32(99) },
      {
        'token_embd.weight': [64, 1000],
        'blk.0.attn_k.weight': [64, 16],
        'blk.0.attn_v.weight': [64, 16],
        'blk.0.attn_q.weight': [64, 64],
        'blk.1.attn_k.weight': [64, 32],
        'blk.1.attn_v.weight': [64, 8],
      },
    );

    expect(shapeOf(header)).toEqual({
      fileBytes: header.fileBytes,
      cacheBytesPerToken: 2 * (16 + 16 + 32 + 8),
      vocabularySize: 1000,
      contextLength: 4096,
      architecture: 'x',
      makes: 'text',
    });
  });

  test.each([
    ['heads of their own for keys and values', { 'x.attention.head_count_kv': uint32(2) }, 2 * 4 * 2 * (16 + 16)],
    ['as many heads as for the questions', {}, 2 * 4 * 8 * (16 + 16)],
    [
      'heads of a length of their own',
      {
        'x.attention.head_count_kv': uint32(2),
        'x.attention.key_length': uint32(40),
        'x.attention.value_length': uint32(24),
      },
      2 * 4 * 2 * (40 + 24),
    ],
  ])('is read from the metadata where the projections are in one piece: %s', (_, more, expected) => {
    const header = headerOf(
      {
        'x.block_count': uint32(4),
        'x.embedding_length': uint32(128),
        'x.attention.head_count': uint32(8),
        ...more,
      },
      { 'blk.0.attn_qkv.weight': [128, 384] },
    );

    expect(shapeOf(header)).toMatchObject({ cacheBytesPerToken: expected, contextLength: Number.POSITIVE_INFINITY });
  });
});

describe('the memory that a model needs', () => {
  const SHAPE = {
    ...{ fileBytes: 100 * MIB, cacheBytesPerToken: 4096, vocabularySize: 6400, contextLength: 2048 },
    ...{ architecture: 'x', makes: 'text' as const },
  };

  test('grows by its cache with each place', () => {
    const needOf = (slots: number) => memoryNeedBytes(SHAPE, { slots, contextTokens: 2048 });

    expect(needOf(33) - needOf(32)).toBe(8 * MIB);
    expect(needOf(1)).toBeGreaterThan(108 * MIB);
  });

  test('does not grow beyond the context that the model was trained for, and grows in steps', () => {
    const needOf = (contextTokens: number) => memoryNeedBytes(SHAPE, { slots: 4, contextTokens });

    expect(needOf(100_000)).toBe(needOf(2048));
    expect(needOf(257)).toBe(needOf(512));
    expect(needOf(256)).toBeLessThan(needOf(257));
  });
});
