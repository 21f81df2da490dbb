import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GgufHeader, InvalidGguf, parseGgufHeader, readGgufHeader } from './gguf-reader.ts';
import { type GgufModel, writeGguf } from './gguf-writer.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'boreal-gguf-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MODEL: GgufModel = {
  metadata: {
    'general.architecture': { type: 'string', value: 'llama' },
    'general.name': { type: 'string', value: 'Tiny' },
    'llama.context_length': { type: 'uint32', value: 2048 },
    'tokenizer.ggml.model': { type: 'string', value: 'gpt2' },
    'tokenizer.ggml.pre': { type: 'string', value: 'gpt-2' },
    'tokenizer.ggml.tokens': { type: 'strings', value: ['a', 'č', ''] },
    'tokenizer.ggml.token_type': { type: 'int32s', value: [1, 1, 3] },
    'tokenizer.chat_template': { type: 'string', value: '{{ x }}' },
  },
  tensors: [
    { name: 'norm', type: 'F32', dimensions: [4], data: () => new Uint8Array(16) },
    { name: 'matrix', type: 'Q8_0', dimensions: [64, 2], data: () => new Uint8Array(136) },
  ],
};

describe('a whole file', () => {
  test('tells what it is', () => {
    const header = parseWhole(fileOf(MODEL));
    expect(header).toMatchObject({
      version: 3,
      architecture: 'llama',
      name: 'Tiny',
      contextLength: 2048,
      tokenizerModel: 'gpt2',
      chatTemplate: '{{ x }}',
    });
    expect(header.tensors).toEqual([
      { name: 'norm', typeId: 0, dimensions: [4], offset: expect.any(Number), bytes: 16 },
      { name: 'matrix', typeId: 8, dimensions: [64, 2], offset: expect.any(Number), bytes: 136 },
    ]);
    expect(header.metadata.has('tokenizer.ggml.tokens')).toBe(false);
  });

  test('has its tensors where it says', () => {
    const file = fileOf({
      ...MODEL,
      tensors: MODEL.tensors.map((tensor, i) => ({ ...tensor, data: () => tensor.data().fill(i + 1) })),
    });
    for (const [i, { offset, bytes }] of parseWhole(file).tensors.entries()) {
      expect(offset % 32).toBe(0);
      expect(file.subarray(offset, offset + bytes!).every((byte) => byte === i + 1)).toBe(true);
    }
  });

  test('may leave out its name, its context length and its template', () => {
    const header = parseWhole(fileOf({ metadata: architecture('x'), tensors: [] }));
    expect(header).toMatchObject({
      architecture: 'x',
      name: undefined,
      contextLength: undefined,
      chatTemplate: undefined,
    });
  });

  test('may have every type of value', () => {
    const values = [
      ...[entry('u8', 0, [255]), entry('i8', 1, [255]), entry('u16', 2, [1, 1]), entry('i16', 3, [255, 255])],
      ...[entry('u32', 4, [0, 0, 0, 128]), entry('i32', 5, [254, 255, 255, 255]), entry('f32', 6, [0, 0, 0, 63])],
      ...[entry('no', 7, [0]), entry('yes', 7, [1]), entry('u64', 10, [0, 0, 0, 0, 1, 0, 0, 0])],
      ...[entry('i64', 11, Array(8).fill(255)), entry('f64', 12, [0, 0, 0, 0, 0, 0, 0xe0, 0x3f])],
    ];
    expect(Object.fromEntries(parseWhole(handmade(values)).metadata)).toEqual({
      'general.architecture': 'x',
      ...{ u8: 255, i8: -1, u16: 257, i16: -1, u32: 2 ** 31, i32: -2, f32: 0.5 },
      ...{ no: false, yes: true, u64: 2 ** 32, i64: -1, f64: 0.5 },
    });
  });

  test('may have an alignment of its own', () => {
    const metadata = { ...MODEL.metadata, 'general.alignment': { type: 'uint32', value: 1024 } } as const;
    const file = Buffer.concat([fileOf({ ...MODEL, metadata }), Buffer.alloc(2048)]);
    expect(parseWhole(file).tensors[0]?.offset).toBe(1024);
  });

  test('may have a tensor type that is not known yet', () => {
    const file = withTensorType(fileOf(MODEL), 999);
    expect(parseWhole(file).tensors[0]).toMatchObject({ typeId: 999, bytes: undefined });
  });

  test('may be of version 2', () => {
    expect(parseWhole(withVersion(fileOf(MODEL), [2, 0, 0, 0])).version).toBe(2);
  });
});

describe('a file that ends early', () => {
  test('is refused, wherever it ends', () => {
    const file = fileOf(MODEL);
    for (let length = 0; length < endOf(file); length++) {
      const message = length < 4 ? 'is not a GGUF file' : `is cut off: ${length} of `;
      expect(() => parseWhole(file.subarray(0, length)), `${length} bytes`).toThrow(message);
    }
  });

  test('says how long it should be', () => {
    const file = fileOf(MODEL);
    const end = endOf(file);
    expect(parseWhole(file.subarray(0, end)).tensors.length).toBe(2);
    expect(() => parseWhole(file.subarray(0, end - 1))).toThrow(`is cut off: ${end - 1} of ${end} bytes`);
  });

  test('is not confused with a beginning of which there is more', () => {
    const file = fileOf(MODEL);
    expect(parseGgufHeader(file.subarray(0, 100), file.length)).toBeUndefined();
  });
});

describe('a wrong file is refused', () => {
  test.each<[string, Buffer, string]>([
    ['text', Buffer.from('version https://git-lfs.github.com/spec/v1\n'), 'is not a GGUF file'],
    ['an empty file', Buffer.alloc(0), 'is not a GGUF file'],
    ['version 1', withVersion(fileOf(MODEL), [1, 0, 0, 0]), 'has the GGUF version 1, not 2 or 3'],
    ['a future version', withVersion(fileOf(MODEL), [4, 0, 0, 0]), 'has the GGUF version 4, not 2 or 3'],
    ['the other byte order', withVersion(fileOf(MODEL), [0, 0, 0, 3]), 'is a big-endian GGUF file'],
    ['no architecture', fileOf({ metadata: {}, tensors: [] }), 'it does not name its architecture'],
    ['an unknown value type', handmade([entry('k', 13, [])]), 'its metadata has the unknown type 13'],
    ['a list of lists', handmade([entry('k', 9, [9, 0, 0, 0, ...Array(8).fill(0)])]), 'a list of lists'],
    ['an endless list', handmade([entry('k', 9, [8, 0, 0, 0, ...Array(6).fill(255), 0, 0])]), 'is cut off'],
    ['an impossible size', handmade([entry('k', 8, Array(8).fill(255))]), 'claims a size of 18446744073709551615'],
    ['an alignment of 0', handmade([entry('general.alignment', 4, [0, 0, 0, 0])]), 'its alignment is 0'],
    ['an alignment of 24', handmade([entry('general.alignment', 4, [24, 0, 0, 0])]), 'its alignment is 24'],
    ['too many dimensions', withDimensions(fileOf(MODEL), 5), 'the tensor norm has 5 dimensions'],
  ])('%s', (_what, file, message) => {
    expect(() => parseWhole(file)).toThrow(InvalidGguf);
    expect(() => parseWhole(file)).toThrow(message);
  });
});

describe('on the disk', () => {
  test('a vocabulary larger than the first read is read on', async () => {
    const tokens = Array.from({ length: 300_000 }, (_, i) => `token ${i}`);
    const path = place('large.gguf', {
      ...MODEL,
      metadata: { list: { type: 'strings', value: tokens }, ...MODEL.metadata },
    });
    expect(await readGgufHeader(path)).toMatchObject({ architecture: 'llama', name: 'Tiny' });
  });

  test('a cut file is named, with its size', async () => {
    const path = place('cut.gguf', MODEL);
    truncateSync(path, 500);
    await expect(readGgufHeader(path)).rejects.toThrow(`${path} is cut off: 500 of 680 bytes.`);
    truncateSync(path, 100);
    await expect(readGgufHeader(path)).rejects.toThrow(`${path} is cut off: 100 of at least `);
  });

  test('other things than models are named', async () => {
    const text = join(folder, 'text.gguf');
    writeFileSync(text, 'hello');
    await expect(readGgufHeader(text)).rejects.toThrow(`${text} is not a GGUF file.`);
    await expect(readGgufHeader(folder)).rejects.toThrow(`${folder} is not a file.`);
    await expect(readGgufHeader(join(folder, 'none'))).rejects.toThrow(`${join(folder, 'none')} does not exist.`);
  });
});

function parseWhole(file: Buffer): GgufHeader {
  return parseGgufHeader(file, file.length)!;
}

/** Where the last tensor ends; only padding follows. */
function endOf(file: Buffer): number {
  const { offset, bytes } = parseWhole(file).tensors.at(-1)!;
  return offset + bytes!;
}

function fileOf(model: GgufModel): Buffer {
  return Buffer.concat([...writeGguf(model)]);
}

function place(name: string, model: GgufModel): string {
  const path = join(folder, name);
  writeFileSync(path, fileOf(model));
  return path;
}

function architecture(value: string): GgufModel['metadata'] {
  return { 'general.architecture': { type: 'string', value } };
}

/** A metadata entry from its raw bytes, also a wrong one. */
function entry(key: string, type: number, value: readonly number[]): Buffer {
  return Buffer.concat([sized(key), Buffer.from([type, 0, 0, 0]), Buffer.from(value)]);
}

function handmade(entries: readonly Buffer[]): Buffer {
  const start = Buffer.from([0x47, 0x47, 0x55, 0x46, 3, 0, 0, 0, ...Array(8).fill(0), entries.length + 1]);
  const named = Buffer.concat([sized('general.architecture'), Buffer.from([8, 0, 0, 0]), sized('x')]);
  return Buffer.concat([start, Buffer.alloc(7), named, ...entries]);
}

function sized(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length, 0, 0, 0, 0, 0, 0, 0]), Buffer.from(text)]);
}

function withVersion(file: Buffer, version: readonly number[]): Buffer {
  return Buffer.concat([file.subarray(0, 4), Buffer.from(version), file.subarray(8)]);
}

/** The info of the first tensor: its name, then the number of dimensions, the one dimension and the type. */
function withDimensions(file: Buffer, count: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32LE(count, file.indexOf('norm') + 4);
  return copy;
}

function withTensorType(file: Buffer, type: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32LE(type, file.indexOf('norm') + 16);
  return copy;
}
