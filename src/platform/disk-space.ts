import { statfs } from 'node:fs/promises';

export type DiskSpace = { readonly freeBytes: number; readonly totalBytes: number };

/** The space of the disk that a folder is on: what is free for this process, and all there is. */
export async function diskSpaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
