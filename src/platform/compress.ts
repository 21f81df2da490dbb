import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { CompressedFile } from '../lib/compressed-file.ts';

/** Makes every form in which a file is sent. The quality is brotli's: 9 for what is kept, less for what is made often. */
export async function compressFile(
  type: string,
  plain: Uint8Array<ArrayBuffer>,
  quality: number,
): Promise<CompressedFile> {
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    promisify<Uint8Array, Buffer>(gzip)(plain),
  ]);
  return { type, plain, brotli: new Uint8Array(brotli), gzip: new Uint8Array(gzipped) };
}
