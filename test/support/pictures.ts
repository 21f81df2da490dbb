/** Pictures and documents for tests, small but whole enough to be known for what they are. */
import { crc32, deflateSync } from 'node:zlib';

/** A picture of one pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The head of a PNG of this size, and as many bytes behind it as wanted. */
export function pngOf(width: number, height: number, bytes = 64): string {
  const picture = Buffer.alloc(Math.max(bytes, 33));
  picture.write('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'latin1');
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return picture.toString('base64');
}

/** A whole PNG of this size that can be decoded: slanted stripes. */
export function stripedPng(width: number, height: number): string {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let at = 0; at < rows.length; at += 1) rows[at] = at % (width * 3 + 1) === 0 ? 0 : (at * 7) % 256;
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  // Eight bits each of red, green and blue.
  size.writeUInt16BE(0x0802, 8);
  const chunks = [chunkOf('IHDR', size), chunkOf('IDAT', deflateSync(rows)), chunkOf('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]).toString('base64');
}

function chunkOf(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A JPEG whose size comes behind so many bytes about the camera, and with so many behind it. */
export function jpegOf(width: number, height: number, before = 100, behind = 32): string {
  const about = Buffer.alloc(before + 4);
  about.writeUInt16BE(0xffe1, 0);
  about.writeUInt16BE(before + 2, 2);
  const frame = Buffer.alloc(19);
  frame.writeUInt16BE(0xffc0, 0);
  frame.writeUInt16BE(17, 2);
  frame.writeUInt8(8, 4);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), about, frame, Buffer.alloc(behind)]).toString('base64');
}

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF').toString('base64');

export const dataUrl = (base64: string, mediaType = 'image/png'): string => `data:${mediaType};base64,${base64}`;
