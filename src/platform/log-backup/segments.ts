/**
 * The log of a database as a folder of segments, numbered from 1: a line of JSON that everyone may read, and behind it the
 * pages that changed, compressed, and encrypted where there is a recipient. Each line has the checksum of its pages and of
 * the line before it, so a segment that is missing, was changed, or belongs to another copy is found.
 */
import { closeSync, existsSync, ftruncateSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { decryptedBytes, encryptedBytes } from '../backup-encryption.ts';
import { flush } from '../backup-folder.ts';
import { BrokenBackup } from '../broken-backup.ts';
import { type LogPiece, NUMBER_BYTES } from '../database/log-reader.ts';
import { writeNewFile } from '../new-file.ts';
import { sha256 } from '../sha256.ts';

const headSchema = z.strictObject({
  number: z.number().int().min(1),
  /** The checksum of the line before it; of the first one, the id of the copy. */
  previous: z.string(),
  /** Nothing later is in it. */
  at: z.iso.datetime(),
  pageBytes: z.number().int(),
  /** The size of the database behind it; 0 where nothing has changed. */
  databasePages: z.number().int(),
  bytes: z.number().int(),
  sha256: z.string(),
});

type Head = z.output<typeof headSchema>;

type NewSegment = {
  readonly number: number;
  readonly previous: string;
  readonly atMs: number;
  readonly piece: Pick<LogPiece, 'pageBytes' | 'databasePages' | 'pages'>;
  readonly recipient: string;
};

/** Whole and on the disk, or not there. Returns the checksum of its line, and its size. */
export async function writeSegment(
  folder: string,
  { number, previous, atMs, piece, recipient }: NewSegment,
): Promise<{ readonly hash: string; readonly bytes: number }> {
  const { pageBytes, databasePages, pages } = piece;
  const packed = zstdCompressSync(pages);
  const body = recipient === '' ? packed : await encryptedBytes(packed, recipient);
  const at = new Date(atMs).toISOString();
  const head: Head = { number, previous, at, pageBytes, databasePages, bytes: body.length, sha256: sha256(body) };
  const line = JSON.stringify(head);
  const path = join(folder, nameOf(number));
  const draft = `${path}.partial`;
  await rm(draft, { force: true });
  await writeNewFile(draft, [new TextEncoder().encode(`${line}\n`), body]);
  await rename(draft, path);
  flush(folder);
  return { hash: sha256(line), bytes: body.length };
}

type Replaying = {
  readonly folder: string;
  readonly id: string;
  /** Before this segment the copy is not whole. */
  readonly from: number;
  /** Later segments are left out. */
  readonly untilMs: number;
  /** None, where the segments are not encrypted. */
  readonly identities: readonly string[] | undefined;
};

export type Replayed = {
  readonly segments: number;
  /** The time of the last one. */
  readonly at: string | undefined;
  /** Why the last segment of all was left out, where it was. */
  readonly torn: string | undefined;
};

/** Writes the pages of the segments into the database at the path. Throws BrokenBackup where one before the last is wrong. */
export async function replay(
  database: string,
  { folder, id, from, untilMs, identities }: Replaying,
): Promise<Replayed> {
  const last = lastNumberIn(folder);
  let previous = id;
  let replayed: Replayed = { segments: 0, at: undefined, torn: undefined };
  const file = openSync(database, 'r+');
  try {
    for (let number = 1; number <= last; number++) {
      const found = readSegment(join(folder, nameOf(number)));
      if ('problem' in found || found.head.number !== number || found.head.previous !== previous) {
        const problem = 'problem' in found ? found.problem : 'does not follow the one before it';
        if (number < last || number <= from) throw new BrokenBackup(said(problem, { folder, number, replayed }));
        replayed = { ...replayed, torn: `The last segment, ${nameOf(number)}, ${problem}: it was left out.` };
        break;
      }
      if (number > from && Date.parse(found.head.at) > untilMs) break;
      const name = join(folder, nameOf(number));
      const packed = identities ? await decryptedBytes(found.body, identities, name) : found.body;
      writePages(file, found.head, zstdDecompressSync(packed));
      previous = found.hash;
      replayed = { ...replayed, segments: number, at: found.head.at };
    }
  } finally {
    closeSync(file);
  }
  if (replayed.segments < from) throw new BrokenBackup(said('is missing', { folder, number: from, replayed }));
  return replayed;
}

/** The time of the newest segment in a folder that has one. */
export function newestSegmentMs(folder: string): number | undefined {
  const number = existsSync(folder) ? lastNumberIn(folder) : 0;
  if (number === 0) return undefined;
  const found = readSegment(join(folder, nameOf(number)));
  return 'problem' in found ? undefined : Date.parse(found.head.at);
}

type Place = { readonly folder: string; readonly number: number; readonly replayed: Replayed };

function said(problem: string, { folder, number, replayed: { at } }: Place): string {
  const mend = at === undefined ? 'restore an older copy' : `"--at ${at}" restores what is before it`;
  return `The segment ${nameOf(number)} of ${folder} ${problem}: ${mend}.`;
}

type Found = { readonly head: Head; readonly hash: string; readonly body: Uint8Array } | { readonly problem: string };

function readSegment(path: string): Found {
  if (!existsSync(path)) return { problem: 'is missing' };
  const bytes = readFileSync(path);
  const end = bytes.indexOf('\n');
  const line = bytes.toString('utf8', 0, Math.max(end, 0));
  const body = bytes.subarray(end + 1);
  const head = headSchema.safeParse(jsonOf(line)).data;
  if (!head || body.length < head.bytes) return { problem: 'was cut off' };
  if (body.length > head.bytes || sha256(body) !== head.sha256) return { problem: 'is not what was written' };
  return { head, hash: sha256(line), body };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function writePages(file: number, { pageBytes, databasePages }: Head, pages: Buffer): void {
  const each = NUMBER_BYTES + pageBytes;
  for (let at = 0; at < pages.length; at += each) {
    const position = (pages.readUInt32BE(at) - 1) * pageBytes;
    writeSync(file, pages, at + NUMBER_BYTES, pageBytes, position);
  }
  if (databasePages > 0) ftruncateSync(file, databasePages * pageBytes);
}

const NAME = /^\d{8,}$/;
const nameOf = (number: number): string => String(number).padStart(8, '0');

const lastNumberIn = (folder: string): number =>
  Math.max(0, ...readdirSync(folder).map((name) => (NAME.test(name) ? Number(name) : 0)));
