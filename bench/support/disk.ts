/** How long the disk itself takes to keep what was written to it. */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const PAGE_BYTES = 4096;

/** Milliseconds of one `fdatasync` after a page was written, one after the other. */
export function fdatasyncTimesMs(folder: string, count: number): readonly number[] {
  const file = openSync(join(folder, 'fdatasync'), 'a');
  const page = new Uint8Array(PAGE_BYTES);
  const times = Array.from({ length: count }, () => {
    writeSync(file, page);
    const startMs = performance.now();
    fdatasyncSync(file);
    return performance.now() - startMs;
  });
  closeSync(file);
  return times;
}
