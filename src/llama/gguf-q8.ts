/**
 * Q8_0: blocks of 32 signed bytes, each block behind its scale as a half-precision float. Only typed arrays and the
 * arithmetic of doubles are used, so that every processor and runtime makes the same bytes.
 */
import { assert } from '../lib/assert.ts';
import { TENSOR_TYPES } from './gguf/gguf-format.ts';

const { blockElements: BLOCK_ELEMENTS, blockBytes: BLOCK_BYTES } = TENSOR_TYPES.Q8_0;
const SCALE_BYTES = 2;
const LARGEST = 127;

/** The lowest float32 bit patterns that are normal in half precision, and too large for it. */
const HALF_NORMAL_FROM = 0x3880_0000;
const HALF_INFINITE_FROM = 0x477f_f000;

/** The bits of the nearest half-precision float; of two equally near, the one further from zero. */
export function toHalf(value: number): number {
  const bits = new Uint32Array(new Float32Array([value]).buffer)[0]!;
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fff_ffff;
  if (magnitude >= HALF_INFINITE_FROM) return sign | 0x7c00;
  // Below the normal range a half counts in steps of 2^-24; 1024 of them carry into the smallest normal number.
  if (magnitude < HALF_NORMAL_FROM) return sign | Math.round(Math.abs(Math.fround(value)) * 2 ** 24);
  // The exponent's bias falls from 127 to 15 and 13 bits of the fraction go; half of the last place is added first.
  return sign | ((magnitude - (112 << 23) + 0x1000) >>> 13);
}

/** Packs integers that share one scale. They stay as they are: only the scale is rounded. */
export function packQ8(integers: Int8Array, scale: number): Uint8Array {
  const blocks = emptyBlocks(integers.length);
  const half = toHalf(scale);
  for (let from = 0, to = 0; to < blocks.length; from += BLOCK_ELEMENTS, to += BLOCK_BYTES) {
    writeScale(blocks, to, half);
    for (let i = 0; i < BLOCK_ELEMENTS; i++) blocks[to + SCALE_BYTES + i] = integers[from + i]!;
  }
  return blocks;
}

/** Quantises numbers: in each block the largest magnitude becomes 127. */
export function quantizeQ8(numbers: Float32Array): Uint8Array {
  const blocks = emptyBlocks(numbers.length);
  for (let from = 0, to = 0; to < blocks.length; from += BLOCK_ELEMENTS, to += BLOCK_BYTES) {
    let largest = 0;
    for (let i = 0; i < BLOCK_ELEMENTS; i++) largest = Math.max(largest, Math.abs(numbers[from + i]!));
    const inverse = largest === 0 ? 0 : LARGEST / largest;
    writeScale(blocks, to, toHalf(largest / LARGEST));
    // An array of unsigned bytes keeps the low eight bits, which are the signed byte.
    for (let i = 0; i < BLOCK_ELEMENTS; i++) blocks[to + SCALE_BYTES + i] = Math.round(numbers[from + i]! * inverse);
  }
  return blocks;
}

function emptyBlocks(elements: number): Uint8Array {
  assert(elements % BLOCK_ELEMENTS === 0, `Q8_0 holds whole blocks of ${BLOCK_ELEMENTS} elements`);
  return new Uint8Array((elements / BLOCK_ELEMENTS) * BLOCK_BYTES);
}

function writeScale(blocks: Uint8Array, at: number, half: number): void {
  blocks[at] = half & 0xff;
  blocks[at + 1] = half >>> 8;
}
