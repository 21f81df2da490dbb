/** A vector as base64: its numbers as 32-bit floats, little-endian on every machine. */

const BYTES = 4;

export function toBase64(numbers: readonly number[]): string {
  const bytes = Buffer.alloc(numbers.length * BYTES);
  for (const [i, number] of numbers.entries()) bytes.writeFloatLE(number, i * BYTES);
  return bytes.toString('base64');
}

export function toNumbers(base64: string): readonly number[] {
  const bytes = Buffer.from(base64, 'base64');
  return Array.from({ length: bytes.length / BYTES }, (_, i) => bytes.readFloatLE(i * BYTES));
}

/** How many numbers a vector in base64 has; undefined where it is not one. */
export function lengthOf(base64: string): number | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return undefined;
  const length = Buffer.byteLength(base64, 'base64') / BYTES;
  return Number.isInteger(length) ? length : undefined;
}
