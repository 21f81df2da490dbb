/** A QR code as PNG, with one bit for each dot: a picture that every mail program shows. */
import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Dots along a side of a module: sharp on a dense screen, too. */
const SCALE = 8;
/** In modules: what the standard wants, because a dark page may be around it. */
const BORDER = 4;

export function qrPng(text: string): Uint8Array {
  const { data } = encode(text, { ecc: 'M', border: BORDER });
  const width = data.length * SCALE;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  // One bit of grey; the rest, zero, is the standard's only way to compress and filter, and not interlaced.
  header.writeUInt8(1, 8);
  const lines = data.flatMap((modules) => Array<Buffer>(SCALE).fill(lineOf(modules)));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** No filter, and then the dots: eight to a byte, so with this scale a byte is a module. */
const lineOf = (modules: readonly boolean[]): Buffer =>
  Buffer.from([0, ...modules.map((isDark) => (isDark ? 0x00 : 0xff))]);

function chunk(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  const check = Buffer.alloc(4);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
