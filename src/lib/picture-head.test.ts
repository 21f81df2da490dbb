import { describe, expect, test } from 'bun:test';
import { jpegOf, PDF, PIXEL, pngOf } from '../../test/support/pictures.ts';
import { seeded } from '../../test/support/random.ts';
import { readPictureHead } from './picture-head.ts';

const bytes = (base64: string) => Buffer.from(base64, 'base64');
const webp = (form: string, ...rest: number[]) =>
  Buffer.concat([
    Buffer.from(`RIFF\0\0\0\0WEBP${form}\0\0\0\0`, 'latin1'),
    Buffer.from([...rest, ...Array<number>(20).fill(0)]),
  ]);

describe('the size of a picture', () => {
  test.each<[string, Uint8Array, number, number]>([
    ['a PNG of one pixel', bytes(PIXEL), 1, 1],
    ['a PNG', bytes(pngOf(70_000, 3)), 70_000, 3],
    ['a JPEG', bytes(jpegOf(4000, 3000)), 4000, 3000],
    ['a JPEG with much about the camera', bytes(jpegOf(640, 480, 60_000)), 640, 480],
    ['a GIF', Buffer.from('GIF89a\x40\x01\xf0\x00\0\0\0', 'latin1'), 320, 240],
    ['a WebP with features', webp('VP8X', 0, 0, 0, 0, 0x3f, 1, 0, 0xef, 0, 0), 320, 240],
    ['a WebP without loss', webp('VP8L', 0x2f, 0x3f, 0xc1, 0x3b, 0), 320, 240],
    ['a WebP with loss', webp('VP8 ', 0, 0, 0, 0x9d, 1, 0x2a, 0x40, 1, 0xf0, 0), 320, 240],
  ])('%s', (_, picture, width, height) => {
    expect(readPictureHead(picture)?.size).toEqual({ width, height });
  });

  test.each<[string, Uint8Array]>([
    ['a PNG that was cut', bytes(PIXEL).subarray(0, 20)],
    ['a JPEG that was cut', bytes(jpegOf(9, 9)).subarray(0, 60)],
    ['a JPEG whose scan comes first', Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 4, 0, 0, 0, 0, 0, 0])],
    ['a PNG without width', bytes(pngOf(0, 9))],
  ])('is not known of %s', (_, picture) => {
    expect(readPictureHead(picture)?.kind).toBeDefined();
    expect(readPictureHead(picture)?.size).toBeUndefined();
  });
});

test.each([
  ['nothing', ''],
  ['a PDF', PDF],
  ['a text', Buffer.from('hello').toString('base64')],
])('%s is no picture', (_, base64) => {
  expect(readPictureHead(bytes(base64))).toBeUndefined();
});

test('no bytes at all make it fail', () => {
  const seed = 20_261_118;
  const random = seeded(seed);
  const heads = [pngOf(9, 9), jpegOf(9, 9), Buffer.from('GIF89a').toString('base64')].map(bytes);
  for (let n = 0; n < 5000; n++) {
    const picture = Buffer.from(Array.from({ length: random.integer(0, 80) }, () => random.integer(0, 255)));
    heads[n % 3]!.copy(picture, 0, 0, random.integer(0, 30));
    expect(() => readPictureHead(picture), `seed ${seed}, try ${n}`).not.toThrow();
  }
});
