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

/** A GIF that says this of its screen, with a comment and then a frame of this place and size. */
const gif = (screen: readonly [number, number], frame: readonly number[], colors = 0) =>
  Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    Buffer.from(new Uint16Array(screen).buffer),
    Buffer.from([colors && 0x80 | (Math.log2(colors) - 1), 0, 0, ...Array<number>(colors * 3).fill(9)]),
    Buffer.from([0x21, 0xfe, 3, 0x2c, 0x2c, 0x2c, 1, 0x2c, 0, 0x2c]),
    Buffer.from(new Uint16Array(frame).buffer),
    Buffer.from([0]),
  ]);

describe('the size of a picture', () => {
  test.each<[string, Uint8Array, number, number]>([
    ['a PNG of one pixel', bytes(PIXEL), 1, 1],
    ['a PNG', bytes(pngOf(70_000, 3)), 70_000, 3],
    ['a JPEG', bytes(jpegOf(4000, 3000)), 4000, 3000],
    ['a JPEG with much about the camera', bytes(jpegOf(640, 480, 60_000)), 640, 480],
    ['a GIF', gif([320, 240], [0, 0, 320, 240]), 320, 240],
    ['a GIF with colours and a frame that is smaller', gif([320, 240], [5, 5, 20, 20], 64), 320, 240],
    ['a GIF whose frame is larger than it says', gif([1, 1], [10, 20, 4000, 3000]), 4010, 3020],
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
    [
      'a PNG that begins with something else',
      Buffer.from(bytes(pngOf(9, 9)).toString('latin1').replace('IHDR', 'tEXt'), 'latin1'),
    ],
    ['a GIF without a frame', gif([320, 240], []).subarray(0, 23)],
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
