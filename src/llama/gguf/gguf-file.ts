/** Puts a large file in its place whole or not at all, also when several processes do so at once. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What a file must be, to the byte. */
export type Expected = { readonly bytes: number; readonly sha256: string };

export type FileContent = { readonly chunks: Iterable<Uint8Array>; readonly expected: Expected };

const READ_BYTES = 1024 * 1024;
const DRAFT = /^\.[0-9a-f-]{36}\.draft$/;

/** A draft is written to all the time, so one left alone this long has lost its process. */
const DRAFT_AGE_MS_MAX = 10 * 60 * 1000;

/** Whether the file is there and is what it must be. Reads all of it: that takes about 1 ms a MiB. */
export async function isIntact(path: string, expected: Expected): Promise<boolean> {
  const status = await statusOf(path);
  if (!status?.isFile() || status.size !== expected.bytes) return false;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) hash.update(chunk as Uint8Array);
  return hash.digest('hex') === expected.sha256;
}

/**
 * Writes to a draft beside the path and gives it its name at the end. A process that comes second replaces the file
 * with the same content; whoever has the first one open keeps it.
 */
export async function placeFile(path: string, { chunks, expected }: FileContent): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const draft = `${path}.${randomUUID()}.draft`;
  try {
    const written = await writeDraft(draft, chunks);
    if (written.bytes !== expected.bytes || written.sha256 !== expected.sha256) {
      throw new Error(
        `${basename(path)} came out wrong: ${written.bytes} bytes with the SHA-256 ${written.sha256}, ` +
          `where ${expected.bytes} bytes with ${expected.sha256} belong.`,
      );
    }
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(folder);
}

/** Removes what processes that were killed have left of this file. */
export async function removeOldDrafts(path: string, nowMs: number): Promise<void> {
  const name = basename(path);
  for (const entry of await readdir(dirname(path))) {
    if (!entry.startsWith(name) || !DRAFT.test(entry.slice(name.length))) continue;
    const draft = join(dirname(path), entry);
    const status = await statusOf(draft);
    if (status && nowMs - status.mtimeMs > DRAFT_AGE_MS_MAX) await rm(draft, { force: true });
  }
}

async function writeDraft(draft: string, chunks: Iterable<Uint8Array>): Promise<Expected> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(draft, 'wx');
  try {
    for (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      await writeAll(file, chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
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
