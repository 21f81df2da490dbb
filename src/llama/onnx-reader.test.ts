import { describe, expect, test } from 'bun:test';
import {
  bytesField,
  FLOAT,
  floatBytes,
  INT8,
  INT64,
  nodeMessage,
  numberField,
  onnxFile,
  type TensorSpec,
  UINT8,
} from './onnx-encoder.fixture.ts';
import { floatsOf, readOnnx } from './onnx-reader.ts';

describe('tensors', () => {
  test.each<[string, TensorSpec, string, readonly number[]]>([
    ['raw bytes', { name: 't', type: INT8, dimensions: [1, 2], raw: Buffer.from([1, 255]) }, 'int8', [1, 255]],
    ['a list of unsigned numbers', { name: 't', type: UINT8, int32s: [128] }, 'uint8', [128]],
    [
      'a list of signed numbers',
      { name: 't', type: INT8, dimensions: [3], int32s: [-128, -1, 5] },
      'int8',
      [128, 255, 5],
    ],
    ['a list of floats', { name: 't', type: FLOAT, floats: [1] }, 'float32', [0, 0, 0x80, 0x3f]],
  ])('%s are read', (_form, spec, type, data) => {
    const tensor = readOnnx(onnxFile([], [spec])).tensors.get('t')!;
    expect({ ...tensor, data: [...tensor.data] }).toEqual({
      name: 't',
      type: type as 'int8',
      dimensions: [...(spec.dimensions ?? [])],
      data: [...data],
    });
  });

  test('packed dimensions are read too', () => {
    const message = Buffer.concat([
      bytesField(1, Buffer.from([2, 3])),
      numberField(2, INT8),
      bytesField(8, 't'),
      bytesField(9, Buffer.alloc(6)),
    ]);
    const file = bytesField(7, bytesField(5, message));
    expect(readOnnx(file).tensors.get('t')?.dimensions).toEqual([2, 3]);
  });

  test('other element types are left out', () => {
    const file = onnxFile([], [{ name: 'shape', type: INT64, dimensions: [1], raw: Buffer.alloc(8) }]);
    expect(readOnnx(file).tensors.size).toBe(0);
  });

  test('data of another length than the dimensions say is refused', () => {
    const file = onnxFile([], [{ name: 't', type: FLOAT, dimensions: [2], raw: Buffer.alloc(4) }]);
    expect(() => readOnnx(file)).toThrow('The ONNX tensor t has 4 bytes where 8 belong.');
  });

  test('floats are read wherever in memory they lie', () => {
    const values = [0.5, -2, 3.25];
    const file = onnxFile([], [{ name: 'xyz', type: FLOAT, dimensions: [3], raw: floatBytes(values) }]);
    for (const shift of [0, 1, 2, 3]) {
      const shifted = Buffer.concat([Buffer.alloc(shift), file]).subarray(shift);
      expect([...floatsOf(readOnnx(shifted).tensors.get('xyz')!)]).toEqual(values);
    }
  });

  test('integers are not taken for floats', () => {
    const file = onnxFile([], [{ name: 't', type: UINT8, dimensions: [4], raw: Buffer.alloc(4) }]);
    expect(() => floatsOf(readOnnx(file).tensors.get('t')!)).toThrow('holds uint8, not float32');
  });
});

describe('products', () => {
  test('only integer products are kept', () => {
    const nodes = [
      nodeMessage('/a/MatMul', 'MatMul', ['x', 'w']),
      nodeMessage('/a/MatMul_quant', 'MatMulInteger', ['x', 'w_quantized', 'x_zero', 'w_zero']),
    ];
    expect(readOnnx(onnxFile(nodes, [])).products).toEqual([
      { name: '/a/MatMul_quant', weight: 'w_quantized', zeroPoint: 'w_zero' },
    ]);
  });

  test('one without a zero point is refused', () => {
    const nodes = [nodeMessage('/a/MatMul_quant', 'MatMulInteger', ['x', 'w'])];
    expect(() => readOnnx(onnxFile(nodes, []))).toThrow('/a/MatMul_quant has no weight or no zero point');
  });
});

test('a file without a graph is refused', () => {
  expect(() => readOnnx(numberField(1, 8))).toThrow('The ONNX file has no graph.');
});

test('a file that ends early is refused, wherever it ends', () => {
  const file = onnxFile(
    [nodeMessage('/a', 'MatMulInteger', ['x', 'w', 'y', 'z'])],
    [{ name: 't', type: INT8, dimensions: [2], raw: Buffer.alloc(2) }],
  );
  for (let length = 0; length < file.length; length++) {
    expect(() => readOnnx(file.subarray(0, length)), `${length} bytes`).toThrow('The ONNX file');
  }
});
