import { expect, test } from 'bun:test';
import { type GgufModel, type GgufTensor, writeGguf } from './gguf-writer.fixture.ts';

const EMPTY: GgufModel = { metadata: {}, tensors: [] };

test('every byte of a small file is where the format wants it', () => {
  const chunks = [
    ...writeGguf({
      metadata: { k: { type: 'uint32', value: 258 } },
      tensors: [
        { name: 'a', type: 'F32', dimensions: [2], data: () => Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]) },
        { name: 'b', type: 'Q8_0', dimensions: [32, 1], data: () => Buffer.alloc(34, 9) },
      ],
    }),
  ];
  const header = [
    ...[0x47, 0x47, 0x55, 0x46],
    ...[3, 0, 0, 0],
    ...[2, 0, 0, 0, 0, 0, 0, 0],
    ...[1, 0, 0, 0, 0, 0, 0, 0],
    ...[1, 0, 0, 0, 0, 0, 0, 0, 0x6b, 4, 0, 0, 0, 2, 1, 0, 0],
    ...[1, 0, 0, 0, 0, 0, 0, 0, 0x61, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0],
    ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ...[1, 0, 0, 0, 0, 0, 0, 0, 0x62, 2, 0, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
    ...[8, 0, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0],
  ];
  expect(chunks.map((chunk) => chunk.length)).toEqual([128, 32, 64]);
  expect([...chunks[0]!]).toEqual([...header, ...Array(128 - header.length).fill(0)]);
  expect([...chunks[1]!]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, ...Array(24).fill(0)]);
  expect([...chunks[2]!]).toEqual([...Array(34).fill(9), ...Array(30).fill(0)]);
});

test.each<[string, GgufModel['metadata'][string], readonly number[]]>([
  ['a negative number', { type: 'int32', value: -2 }, [5, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff]],
  ['a fraction', { type: 'float32', value: 0.5 }, [6, 0, 0, 0, 0, 0, 0, 0x3f]],
  ['yes', { type: 'bool', value: true }, [7, 0, 0, 0, 1]],
  ['no', { type: 'bool', value: false }, [7, 0, 0, 0, 0]],
  ['a text, counted in bytes', { type: 'string', value: 'č' }, [8, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0xc4, 0x8d]],
  [
    'a list of numbers',
    { type: 'int32s', value: [1, -1] },
    [9, 0, 0, 0, 5, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff],
  ],
  [
    'a list of texts',
    { type: 'strings', value: ['x', ''] },
    [9, 0, 0, 0, 8, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x78, 0, 0, 0, 0, 0, 0, 0, 0],
  ],
])('%s is written', (_what, value, bytes) => {
  const [header] = writeGguf({ metadata: { k: value }, tensors: [] });
  const start = 24 + 9;
  expect([...header!.subarray(start, start + bytes.length)]).toEqual([...bytes]);
  expect(header!.subarray(start + bytes.length).every((byte) => byte === 0)).toBe(true);
});

test('a file with nothing in it is its header', () => {
  expect(Buffer.concat([...writeGguf(EMPTY)]).length).toBe(32);
});

test('a tensor is made when its turn comes, and once', () => {
  const made: string[] = [];
  const tensor = (name: string): GgufTensor => ({
    name,
    type: 'F32',
    dimensions: [8],
    data: () => {
      made.push(name);
      return new Uint8Array(32);
    },
  });
  const chunks = writeGguf({ metadata: {}, tensors: [tensor('a'), tensor('b')] });
  chunks.next();
  expect(made).toEqual([]);
  chunks.next();
  expect(made).toEqual(['a']);
  expect([...chunks].length).toBe(1);
  expect(made).toEqual(['a', 'b']);
});

test('a tensor whose data does not fit its dimensions is refused', () => {
  const tensor: GgufTensor = { name: 'a', type: 'F32', dimensions: [3], data: () => new Uint8Array(8) };
  expect(() => [...writeGguf({ metadata: {}, tensors: [tensor] })]).toThrow('a takes 12 bytes, not 8');
});

test('a row that does not fill its blocks is refused', () => {
  const tensor: GgufTensor = { name: 'a', type: 'Q8_0', dimensions: [16, 2], data: () => new Uint8Array(34) };
  expect(() => [...writeGguf({ metadata: {}, tensors: [tensor] })]).toThrow('whole blocks of Q8_0');
});
