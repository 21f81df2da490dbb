import { describe, expect, test } from 'bun:test';
import { packQ8, quantizeQ8, toHalf } from './gguf-q8.ts';

describe('half precision', () => {
  test.each([
    [0, 0x0000],
    [-0, 0x8000],
    [1, 0x3c00],
    [-2, 0xc000],
    [0.1, 0x2e66],
    [65_504, 0x7bff],
    [65_519, 0x7bff],
    [65_520, 0x7c00],
    [-1e10, 0xfc00],
    [2 ** -14, 0x0400],
    [2 ** -24, 0x0001],
    [2 ** -25, 0x0001],
    [2 ** -26, 0x0000],
    [1 + 2 ** -11, 0x3c01],
    [1 + 2 ** -12, 0x3c00],
  ])('%d is %i', (value, bits) => {
    expect(toHalf(value)).toBe(bits);
  });

  test('every half is its own nearest, and so is what lies a little beside it', () => {
    for (let bits = 0; bits < 0x7c00; bits++) {
      const [value, next] = [fromHalf(bits), fromHalf(bits + 1)];
      expect(toHalf(value)).toBe(bits);
      expect(toHalf(-value)).toBe(0x8000 | bits);
      expect(toHalf(value + (next - value) * 0.49)).toBe(bits);
      expect(toHalf(value + (next - value) * 0.51)).toBe(bits + 1);
    }
  });
});

describe('packing', () => {
  test('keeps the integers and repeats the scale before each block', () => {
    const integers = Int8Array.from({ length: 64 }, (_, i) => i * 4 - 128);
    const packed = packQ8(integers, 0.5);
    expect(packed.length).toBe(68);
    expect([...packed.subarray(0, 2), ...packed.subarray(34, 36)]).toEqual([0x00, 0x38, 0x00, 0x38]);
    expect([...signed(packed.subarray(2, 34)), ...signed(packed.subarray(36))]).toEqual([...integers]);
  });

  test('refuses half a block', () => {
    expect(() => packQ8(new Int8Array(33), 1)).toThrow('whole blocks of 32 elements');
    expect(() => quantizeQ8(new Float32Array(31))).toThrow('whole blocks of 32 elements');
  });
});

describe('quantising', () => {
  test('the largest magnitude of a block becomes 127, whatever its sign', () => {
    const numbers = new Float32Array(64);
    numbers.set([254, -127, 1, -1, 3]);
    numbers.set([-0.5, 0.25], 32);
    const packed = quantizeQ8(numbers);
    expect([...packed.subarray(0, 2)]).toEqual([0x00, 0x40]);
    // Halves go up: 0.5 to 1 and -0.5 to 0, as Math.round has it.
    expect([...signed(packed.subarray(2, 8))]).toEqual([127, -63, 1, 0, 2, 0]);
    expect([...signed(packed.subarray(36, 39))]).toEqual([-127, 64, 0]);
  });

  test('a block of zeros stays zeros', () => {
    expect([...quantizeQ8(new Float32Array(32))]).toEqual(Array(34).fill(0));
  });
});

function fromHalf(bits: number): number {
  const exponent = bits >>> 10;
  const fraction = (bits & 0x3ff) / 1024;
  return exponent === 0 ? 2 ** -14 * fraction : 2 ** (exponent - 15) * (1 + fraction);
}

function signed(bytes: Uint8Array): Int8Array {
  return Int8Array.from(bytes);
}
