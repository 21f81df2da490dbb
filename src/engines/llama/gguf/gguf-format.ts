/**
 * The format that the reader and the writer of GGUF both know. A file, all numbers little-endian:
 * 1. magic, version, number of tensors, number of metadata entries;
 * 2. the metadata: key, type, value;
 * 3. the tensor infos: name, dimensions, type, offset from the start of the data;
 * 4. the data, each tensor at a multiple of the alignment.
 */
export const GGUF_MAGIC = 'GGUF';
export const GGUF_ALIGNMENT = 32;

/** The types of metadata values, with the bytes of those that have a fixed size. */
export const VALUE_TYPES = {
  uint8: { id: 0, bytes: 1 },
  int8: { id: 1, bytes: 1 },
  uint16: { id: 2, bytes: 2 },
  int16: { id: 3, bytes: 2 },
  uint32: { id: 4, bytes: 4 },
  int32: { id: 5, bytes: 4 },
  float32: { id: 6, bytes: 4 },
  bool: { id: 7, bytes: 1 },
  string: { id: 8, bytes: undefined },
  array: { id: 9, bytes: undefined },
  uint64: { id: 10, bytes: 8 },
  int64: { id: 11, bytes: 8 },
  float64: { id: 12, bytes: 8 },
} as const;

export type ValueTypeName = keyof typeof VALUE_TYPES;

/** How a tensor type is stored: in blocks of so many elements, each block so many bytes. */
export type TensorType = { readonly id: number; readonly blockElements: number; readonly blockBytes: number };

export const TENSOR_TYPES = {
  F32: { id: 0, blockElements: 1, blockBytes: 4 },
  F16: { id: 1, blockElements: 1, blockBytes: 2 },
  Q4_0: { id: 2, blockElements: 32, blockBytes: 18 },
  Q4_1: { id: 3, blockElements: 32, blockBytes: 20 },
  Q5_0: { id: 6, blockElements: 32, blockBytes: 22 },
  Q5_1: { id: 7, blockElements: 32, blockBytes: 24 },
  Q8_0: { id: 8, blockElements: 32, blockBytes: 34 },
  Q2_K: { id: 10, blockElements: 256, blockBytes: 84 },
  Q3_K: { id: 11, blockElements: 256, blockBytes: 110 },
  Q4_K: { id: 12, blockElements: 256, blockBytes: 144 },
  Q5_K: { id: 13, blockElements: 256, blockBytes: 176 },
  Q6_K: { id: 14, blockElements: 256, blockBytes: 210 },
  IQ2_XXS: { id: 16, blockElements: 256, blockBytes: 66 },
  IQ2_XS: { id: 17, blockElements: 256, blockBytes: 74 },
  IQ3_XXS: { id: 18, blockElements: 256, blockBytes: 98 },
  IQ1_S: { id: 19, blockElements: 256, blockBytes: 50 },
  IQ4_NL: { id: 20, blockElements: 32, blockBytes: 18 },
  IQ3_S: { id: 21, blockElements: 256, blockBytes: 110 },
  IQ2_S: { id: 22, blockElements: 256, blockBytes: 82 },
  IQ4_XS: { id: 23, blockElements: 256, blockBytes: 136 },
  I8: { id: 24, blockElements: 1, blockBytes: 1 },
  I16: { id: 25, blockElements: 1, blockBytes: 2 },
  I32: { id: 26, blockElements: 1, blockBytes: 4 },
  I64: { id: 27, blockElements: 1, blockBytes: 8 },
  F64: { id: 28, blockElements: 1, blockBytes: 8 },
  IQ1_M: { id: 29, blockElements: 256, blockBytes: 56 },
  BF16: { id: 30, blockElements: 1, blockBytes: 2 },
  TQ1_0: { id: 34, blockElements: 256, blockBytes: 54 },
  TQ2_0: { id: 35, blockElements: 256, blockBytes: 66 },
  MXFP4: { id: 39, blockElements: 32, blockBytes: 17 },
  NVFP4: { id: 40, blockElements: 64, blockBytes: 36 },
  Q1_0: { id: 41, blockElements: 128, blockBytes: 18 },
} as const satisfies Readonly<Record<string, TensorType>>;

/** The bytes a tensor takes, without padding. A row, which is the first dimension, is a whole number of blocks. */
export function tensorBytes(type: TensorType, dimensions: readonly number[]): number {
  const elements = dimensions.reduce((product, dimension) => product * dimension, 1);
  return (elements / type.blockElements) * type.blockBytes;
}

/** The next multiple of the alignment. */
export function alignUp(bytes: number, alignment: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}
