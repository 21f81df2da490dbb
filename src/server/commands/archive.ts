/** `archive`: moves requests that were charged before a date into files. */
import { join, resolve } from 'node:path';
import { writeArchive } from '../../ledger/archive-folder.ts';
import { type Options, optional, type Report, required, UsageError } from '../../platform/commands/command.ts';
import type { Config } from '../configuration/config.ts';

/** The piece that goes into one file. */
type ArchivePiece = {
  readonly id: number;
  readonly lines: readonly string[];
  readonly charges: number;
  readonly requests: number;
  readonly about: object;
};

type Pieces = {
  readonly nowMs: number;
  /** The next piece, until there is none. */
  readonly next: (beforeMs: number) => Promise<ArchivePiece | undefined>;
  /** Takes the rows of a piece out of the ledger. Its file is safe by now. */
  readonly move: (piece: ArchivePiece, file: { folder: string; name: string; sha256: string }) => Promise<void>;
};

const archiveFolderOf = (config: Pick<Config, 'dataDir'>): string => join(config.dataDir, 'archive');

export async function archive(config: Config, options: Options, pieces: Pieces): Promise<Report> {
  const beforeMs = dateOf(required(options, 'before'));
  if (beforeMs > pieces.nowMs) throw new UsageError('--before is in the future.');
  const folder = resolve(optional(options, 'to') ?? archiveFolderOf(config));
  const files: { name: string; bytes: number }[] = [];
  let requests = 0;
  let charges = 0;
  for (let piece = await pieces.next(beforeMs); piece; piece = await pieces.next(beforeMs)) {
    const { name, bytes, sha256 } = writeArchive(folder, piece);
    await pieces.move(piece, { folder, name, sha256 });
    files.push({ name, bytes });
    requests += piece.requests;
    charges += piece.charges;
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const text =
    files.length === 0
      ? 'Nothing to archive: no sealed request was charged before that date.'
      : `Archived ${requests} requests into ${folder}: ${files.length} files, ${bytes} bytes. Keep them as long as the ledger.`;
  return { json: { folder, requests, charges, bytes, files: files.map(({ name }) => name) }, text };
}

function dateOf(written: string): number {
  const atMs = /^\d{4}-\d\d-\d\d/.test(written) ? Date.parse(written) : Number.NaN;
  if (Number.isNaN(atMs)) throw new UsageError(`--before ${written} is no date such as 2026-01-01.`);
  return atMs;
}
