import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GgufValue, writeGguf } from './gguf-writer.fixture.ts';
import { readModelShape } from './model-shape.ts';

const folder = mkdtempSync(join(tmpdir(), 'boreal-parts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const uint32 = (value: number): GgufValue => ({ type: 'uint32', value });

/** A first part whose metadata is of four layers, and whose tensors are of one. */
const FIRST_PART = Buffer.concat([
  ...writeGguf({
    metadata: {
      'general.architecture': { type: 'string', value: 'x' },
      'split.count': uint32(2),
      'x.block_count': uint32(4),
      'x.embedding_length': uint32(128),
      'x.attention.head_count': uint32(8),
      'x.attention.head_count_kv': uint32(2),
    },
    tensors: [
      { name: 'blk.0.attn_k.weight', type: 'F32', dimensions: [128, 32], data: () => new Uint8Array(128 * 32 * 4) },
    ],
  }),
]);

test('a model in parts has the size of all of them, and the cache of all its layers', async () => {
  const first = join(folder, 'm-00001-of-00002.gguf');
  writeFileSync(first, FIRST_PART);
  writeFileSync(join(folder, 'm-00002-of-00002.gguf'), new Uint8Array(1000));

  const shape = await readModelShape(first);

  expect(shape.fileBytes).toBe(FIRST_PART.length + 1000);
  expect(shape.cacheBytesPerToken).toBe(2 * 4 * 2 * (16 + 16));
});

test('a part that is missing is named', async () => {
  const first = join(folder, 'n-00001-of-00003.gguf');
  writeFileSync(first, FIRST_PART);
  writeFileSync(join(folder, 'n-00002-of-00003.gguf'), '');

  await expect(readModelShape(first)).rejects.toThrow(`${join(folder, 'n-00003-of-00003.gguf')} does not exist.`);
});
