/**
 * Archived charges on the disk: for each archive a compressed file of JSON lines, and a manifest with the seals that prove
 * it. Both are written under another name, flushed and renamed: a file with its right name is whole.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip, gzipSync } from 'node:zlib';
import { flush } from '../platform/backup-folder.ts';

/** A file that is not there, or not what was written. */
export class BrokenArchive extends Error {
  override readonly name = 'BrokenArchive';
}

type ArchiveContent = {
  readonly id: number;
  readonly lines: readonly string[];
  /** The rest of the manifest beside the name and the checksum. */
  readonly about: object;
};

type WrittenArchive = { readonly name: string; readonly bytes: number; readonly sha256: string };

/** Written again after a crash, it is the same file. */
export function writeArchive(folder: string, { id, lines, about }: ArchiveContent): WrittenArchive {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `charges-${String(id).padStart(6, '0')}.jsonl.gz`;
  const packed = gzipSync(lines.map((line) => `${line}\n`).join(''));
  const written = { name, bytes: packed.length, sha256: createHash('sha256').update(packed).digest('hex') };
  writeSafely(folder, name, packed);
  const manifest = { format: 1, product: 'boreal', archive: id, file: written, ...about };
  writeSafely(folder, `${name}.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  flush(folder);
  return written;
}

function writeSafely(folder: string, name: string, content: string | Uint8Array): void {
  const path = join(folder, name);
  const draft = join(folder, `${name}.partial`);
  writeFileSync(draft, content, { mode: 0o600 });
  flush(draft);
  renameSync(draft, path);
}

/** The lines of a file whose checksum is known. */
export async function* readArchive(folder: string, file: { name: string; sha256: string }): AsyncGenerator<string> {
  const path = join(folder, file.name);
  if (!existsSync(path)) throw new BrokenArchive(`${path} is missing: give the folder of the archive with --archive.`);
  // Some hundred kilobytes, as they were written.
  const found = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (found !== file.sha256) throw new BrokenArchive(`${path} is not what was written: its checksum differs.`);
  yield* createInterface({ input: createReadStream(path).pipe(createGunzip()), crlfDelay: Number.POSITIVE_INFINITY });
}
