/** Writes GGUF version 3. The result comes in chunks, so that a model need not fit into memory twice. */
import { assert } from '../../../lib/assert.ts';
import { alignUp, GGUF_ALIGNMENT, GGUF_MAGIC, TENSOR_TYPES, tensorBytes, VALUE_TYPES } from './gguf-format.ts';

export type GgufValue =
  | { readonly type: 'uint32' | 'int32' | 'float32'; readonly value: number }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'int32s' | 'float32s'; readonly value: readonly number[] }
  | { readonly type: 'strings'; readonly value: readonly string[] };

export type GgufTensor = {
  readonly name: string;
  readonly type: 'F32' | 'Q8_0';
  /** The length of a row comes first. */
  readonly dimensions: readonly number[];
  /** Called once, when the tensor's turn comes. */
  readonly data: () => Uint8Array;
};

export type GgufModel = {
  /** Written in this order. */
  readonly metadata: Readonly<Record<string, GgufValue>>;
  readonly tensors: readonly GgufTensor[];
};

/** The file in order: one chunk for everything before the data, then one for each tensor, each padded. */
export function* writeGguf(model: GgufModel): Generator<Uint8Array, void> {
  yield padded(header(model));
  for (const tensor of model.tensors) {
    const data = tensor.data();
    assert(data.length === bytesOf(tensor), `${tensor.name} takes ${bytesOf(tensor)} bytes, not ${data.length}`);
    yield padded(data);
  }
}

function header({ metadata, tensors }: GgufModel): Uint8Array {
  const entries = Object.entries(metadata);
  const parts = [Buffer.from(GGUF_MAGIC), uint32(3), uint64(tensors.length), uint64(entries.length)];
  for (const [key, value] of entries) parts.push(string(key), typedValue(value));
  let offset = 0;
  for (const tensor of tensors) {
    parts.push(tensorInfo(tensor, offset));
    offset += alignUp(bytesOf(tensor), GGUF_ALIGNMENT);
  }
  return Buffer.concat(parts);
}

function tensorInfo({ name, type, dimensions }: GgufTensor, offset: number): Buffer {
  return Buffer.concat([
    string(name),
    uint32(dimensions.length),
    ...dimensions.map(uint64),
    uint32(TENSOR_TYPES[type].id),
    uint64(offset),
  ]);
}

function typedValue(entry: GgufValue): Buffer {
  switch (entry.type) {
    case 'uint32':
      return Buffer.concat([typeId('uint32'), uint32(entry.value)]);
    case 'int32':
      return Buffer.concat([typeId('int32'), int32(entry.value)]);
    case 'float32':
      return Buffer.concat([typeId('float32'), float32(entry.value)]);
    case 'bool':
      return Buffer.concat([typeId('bool'), Buffer.of(entry.value ? 1 : 0)]);
    case 'string':
      return Buffer.concat([typeId('string'), string(entry.value)]);
    case 'int32s':
      return Buffer.concat([arrayOf('int32', entry.value.length), ...entry.value.map(int32)]);
    case 'float32s':
      return Buffer.concat([arrayOf('float32', entry.value.length), ...entry.value.map(float32)]);
    case 'strings':
      return Buffer.concat([arrayOf('string', entry.value.length), ...entry.value.map(string)]);
  }
}

function arrayOf(element: 'int32' | 'float32' | 'string', length: number): Buffer {
  return Buffer.concat([typeId('array'), typeId(element), uint64(length)]);
}

function typeId(name: keyof typeof VALUE_TYPES): Buffer {
  return uint32(VALUE_TYPES[name].id);
}

function string(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([uint64(bytes.length), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function float32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function bytesOf({ name, type, dimensions }: GgufTensor): number {
  const layout = TENSOR_TYPES[type];
  assert((dimensions[0] ?? 0) % layout.blockElements === 0, `a row of ${name} is whole blocks of ${type}`);
  return tensorBytes(layout, dimensions);
}

function padded(bytes: Uint8Array): Uint8Array {
  const length = alignUp(bytes.length, GGUF_ALIGNMENT);
  if (length === bytes.length) return bytes;
  const whole = new Uint8Array(length);
  whole.set(bytes);
  return whole;
}
