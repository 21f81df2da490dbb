/** Writes the little protobuf that tests need, by hand, so that the reader is not tested against itself. */

export type TensorSpec = {
  readonly name: string;
  readonly type: number;
  readonly dimensions?: readonly number[];
  readonly raw?: Uint8Array;
  readonly floats?: readonly number[];
  readonly int32s?: readonly number[];
};

export const FLOAT = 1;
export const UINT8 = 2;
export const INT8 = 3;
export const INT64 = 7;

/** Seven bits a byte, lowest first; negative numbers as two's complement of 64 bits. */
export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}

export function numberField(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

export function bytesField(field: number, value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value as string);
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes]);
}

export function floatBytes(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeFloatLE(value, i * 4);
  return bytes;
}

export function tensorMessage({ name, type, dimensions = [], raw, floats, int32s }: TensorSpec): Buffer {
  return Buffer.concat([
    ...dimensions.map((dimension) => numberField(1, dimension)),
    numberField(2, type),
    ...(floats ? [bytesField(4, floatBytes(floats))] : []),
    ...(int32s ? [bytesField(5, Buffer.concat(int32s.map(varint)))] : []),
    bytesField(8, name),
    ...(raw ? [bytesField(9, raw)] : []),
  ]);
}

export function nodeMessage(name: string, operator: string, inputs: readonly string[]): Buffer {
  return Buffer.concat([
    ...inputs.map((input) => bytesField(1, input)),
    bytesField(2, `${name}_output`),
    bytesField(3, name),
    bytesField(4, operator),
  ]);
}

/** A model file with an intermediate version, a producer and then the graph, as real files have. */
export function onnxFile(nodes: readonly Buffer[], tensors: readonly TensorSpec[]): Buffer {
  const graph = Buffer.concat([
    ...nodes.map((node) => bytesField(1, node)),
    bytesField(2, 'main_graph'),
    ...tensors.map((tensor) => bytesField(5, tensorMessage(tensor))),
  ]);
  return Buffer.concat([numberField(1, 8), bytesField(2, 'test'), bytesField(7, graph)]);
}
