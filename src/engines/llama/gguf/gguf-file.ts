/** Large files: whether one is what it must be, and how to write one so that it survives a power cut. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

export type Expected = { readonly bytes: number; readonly sha256: string };

const READ_BYTES = 1024 * 1024;

/** True where the file is there and is what it must be. Reads all of it: that takes about 1 ms a MiB. */
export async function isIntact(path: string, expected: Expected): Promise<boolean> {
  const status = await statusOf(path);
  if (!status?.isFile() || status.size !== expected.bytes) return false;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) hash.update(chunk as Uint8Array);
  return hash.digest('hex') === expected.sha256;
}

/** A single write may take only a part, for example when the disk is nearly full. */
export async function writeAll(file: FileHandle, chunk: Uint8Array, position?: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const at = position === undefined ? undefined : position + done;
    done += (await file.write(chunk, done, chunk.length - done, at)).bytesWritten;
  }
}

/** The new name survives a power cut only when the folder has been synced as well. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function statusOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
