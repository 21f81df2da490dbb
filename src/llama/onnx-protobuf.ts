/** The part of the protobuf encoding that ONNX files use: fields of numbers, bytes and nested messages. */

export type ProtobufField = {
  readonly number: number;
  /** A number, or the bytes of a text, a message, a packed list or a fixed-size value. */
  readonly value: number | Uint8Array;
};

const VARINT = 0;
const FIXED_64 = 1;
const LENGTH_DELIMITED = 2;
const FIXED_32 = 5;

/** A number has at most ten bytes of seven bits. */
const VARINT_BYTES_MAX = 10;

type Cursor = { readonly bytes: Uint8Array; position: number };

/** The fields of one message, in order. The bytes it yields are views, not copies. */
export function* readFields(bytes: Uint8Array): Generator<ProtobufField, void> {
  const cursor: Cursor = { bytes, position: 0 };
  while (cursor.position < bytes.length) {
    const tag = readVarint(cursor);
    yield { number: Math.floor(tag / 8), value: readValue(cursor, tag % 8) };
  }
}

/** A repeated number: alone in its field, or packed with others. */
export function readNumbers(value: number | Uint8Array): readonly number[] {
  if (typeof value === 'number') return [value];
  const numbers: number[] = [];
  const cursor: Cursor = { bytes: value, position: 0 };
  while (cursor.position < value.length) numbers.push(readVarint(cursor));
  return numbers;
}

/** The bytes of a field that must have some. */
export function readBytes(value: number | Uint8Array): Uint8Array {
  if (typeof value === 'number') throw new Error('The ONNX file is damaged: a number stands where bytes belong.');
  return value;
}

export function readText(value: number | Uint8Array): string {
  return Buffer.from(readBytes(value)).toString('utf8');
}

function readValue(cursor: Cursor, wireType: number): number | Uint8Array {
  if (wireType === VARINT) return readVarint(cursor);
  if (wireType === LENGTH_DELIMITED) return take(cursor, readVarint(cursor));
  if (wireType === FIXED_32) return take(cursor, 4);
  if (wireType === FIXED_64) return take(cursor, 8);
  throw new Error(`The ONNX file is damaged: a field has the unknown wire type ${wireType}.`);
}

/** Numbers are two's complement of 64 bits, so a negative one takes all ten bytes and needs a bigint on the way. */
function readVarint(cursor: Cursor): number {
  let value = 0n;
  for (let i = 0; i < VARINT_BYTES_MAX; i++) {
    const byte = take(cursor, 1)[0]!;
    value |= BigInt(byte & 0x7f) << BigInt(7 * i);
    if (byte < 0x80) return Number(BigInt.asIntN(64, value));
  }
  throw new Error('The ONNX file is damaged: a number is longer than ten bytes.');
}

function take(cursor: Cursor, count: number): Uint8Array {
  const end = cursor.position + count;
  if (count < 0 || end > cursor.bytes.length) throw new Error('The ONNX file is cut off.');
  const taken = cursor.bytes.subarray(cursor.position, end);
  cursor.position = end;
  return taken;
}
