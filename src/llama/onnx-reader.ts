/** Reads what a converter needs of an ONNX file: the weights, and the nodes that multiply by quantised ones. */
import { readBytes, readFields, readNumbers, readText } from './onnx-protobuf.ts';

export type OnnxTensor = {
  readonly name: string;
  readonly type: 'float32' | 'uint8' | 'int8';
  readonly dimensions: readonly number[];
  /** The elements, little-endian, however the file stored them. */
  readonly data: Uint8Array;
};

/** A node that multiplies by a quantised weight. Its name says which layer it belongs to; its weight's does not. */
export type OnnxProduct = {
  readonly name: string;
  readonly weight: string;
  readonly zeroPoint: string;
};

export type OnnxGraph = {
  readonly tensors: ReadonlyMap<string, OnnxTensor>;
  readonly products: readonly OnnxProduct[];
};

/** The numbers that onnx.proto gives to the fields we read. */
const MODEL = { graph: 7 };
const GRAPH = { node: 1, initializer: 5 };
const NODE = { input: 1, name: 3, operator: 4 };
const TENSOR = { dimensions: 1, type: 2, floats: 4, int32s: 5, name: 8, raw: 9 };

/** Other element types occur in index arithmetic only and are left out. */
const ELEMENT_TYPES: Readonly<Record<number, OnnxTensor['type']>> = { 1: 'float32', 2: 'uint8', 3: 'int8' };

export function readOnnx(bytes: Uint8Array): OnnxGraph {
  const tensors = new Map<string, OnnxTensor>();
  const products: OnnxProduct[] = [];
  for (const { number, value } of readFields(graphOf(bytes))) {
    if (number === GRAPH.initializer) {
      const tensor = readTensor(readBytes(value));
      if (tensor) tensors.set(tensor.name, tensor);
    } else if (number === GRAPH.node) {
      const product = readProduct(readBytes(value));
      if (product) products.push(product);
    }
  }
  return { tensors, products };
}

/** The numbers of a float tensor. */
export function floatsOf(tensor: OnnxTensor): Float32Array {
  if (tensor.type !== 'float32') throw new Error(`The ONNX tensor ${tensor.name} holds ${tensor.type}, not float32.`);
  const view = new DataView(tensor.data.buffer, tensor.data.byteOffset, tensor.data.byteLength);
  return Float32Array.from({ length: tensor.data.length / 4 }, (_, i) => view.getFloat32(i * 4, true));
}

function graphOf(bytes: Uint8Array): Uint8Array {
  for (const { number, value } of readFields(bytes)) if (number === MODEL.graph) return readBytes(value);
  throw new Error('The ONNX file has no graph.');
}

function readProduct(bytes: Uint8Array): OnnxProduct | undefined {
  const inputs: string[] = [];
  let name = '';
  let operator = '';
  for (const { number, value } of readFields(bytes)) {
    if (number === NODE.input) inputs.push(readText(value));
    else if (number === NODE.name) name = readText(value);
    else if (number === NODE.operator) operator = readText(value);
  }
  if (operator !== 'MatMulInteger') return undefined;
  const [, weight, , zeroPoint] = inputs;
  if (!weight || !zeroPoint) throw new Error(`The ONNX node ${name} has no weight or no zero point.`);
  return { name, weight, zeroPoint };
}

function readTensor(bytes: Uint8Array): OnnxTensor | undefined {
  const dimensions: number[] = [];
  const parts: Uint8Array[] = [];
  let name = '';
  let type: OnnxTensor['type'] | undefined;
  for (const { number, value } of readFields(bytes)) {
    if (number === TENSOR.name) name = readText(value);
    else if (number === TENSOR.type) type = ELEMENT_TYPES[Number(value)];
    else if (number === TENSOR.dimensions) dimensions.push(...readNumbers(value));
    // Packed floats are little-endian and close together, just as raw data is.
    else if (number === TENSOR.raw || number === TENSOR.floats) parts.push(readBytes(value));
    // Despite the field's name it also holds the small integers, one number each.
    else if (number === TENSOR.int32s) parts.push(Uint8Array.from(readNumbers(value)));
  }
  if (!type) return undefined;
  const data = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  checkLength({ name, type, dimensions, data });
  return { name, type, dimensions, data };
}

function checkLength({ name, type, dimensions, data }: OnnxTensor): void {
  const elements = dimensions.reduce((product, dimension) => product * dimension, 1);
  const expected = elements * (type === 'float32' ? 4 : 1);
  if (data.length !== expected) {
    throw new Error(`The ONNX tensor ${name} has ${data.length} bytes where ${expected} belong.`);
  }
}
