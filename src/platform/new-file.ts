/** A file for its owner alone that was not there before: whole and on the disk, or not there. */
import { open, rm } from 'node:fs/promises';

export async function writeNewFile(
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const piece of pieces) bytes += (await file.write(piece)).bytesWritten;
    await file.sync();
  } catch (failure) {
    await rm(path, { force: true });
    throw failure;
  } finally {
    await file.close();
  }
  return bytes;
}
