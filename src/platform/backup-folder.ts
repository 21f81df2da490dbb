/**
 * A backup on the disk: a folder with its files and a manifest that has the checksum of each. It is written under
 * another name, flushed, and renamed: a folder with the right name is whole.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { version } from '../../package.json';
import { nameByTime } from '../lib/name-by-time.ts';
import { decryptFile, ENCRYPTED, encrypted, type Pieces } from './backup-encryption.ts';
import { inStaging } from './backup-staging.ts';
import { BrokenBackup } from './broken-backup.ts';

export const MANIFEST = 'manifest.json';

const manifestSchema = z.strictObject({
  format: z.literal(1),
  product: z.literal('boreal'),
  /** The program that wrote it. */
  version: z.string(),
  createdAt: z.string(),
  /** The format of its files, for whom they are; missing where they can be read by everyone. */
  encryption: z.strictObject({ format: z.literal('age'), recipient: z.string() }).optional(),
  database: z.strictObject({
    kind: z.enum(['sqlite', 'postgresql']),
    schema: z.number().int(),
    /** The last seal in the copy, as `number:hash`; older backups have none. */
    head: z.string().nullable().optional(),
  }),
  /** The copy of the database was made while it was written: it is whole with the segments of its log up to `from`. */
  log: z.strictObject({ id: z.string(), from: z.number().int(), wholeAt: z.iso.datetime() }).optional(),
  files: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z][a-z.]{0,60}$/),
      bytes: z.number().int(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

export type Manifest = z.output<typeof manifestSchema>;
export type DatabaseCopy = Manifest['database'];

/** Where a backup goes: into a folder that exists under a name with the time, else it becomes the folder named. */
export function backupPathOf(to: string, nowMs: number): string {
  const path = resolve(to);
  return existsSync(path) ? join(path, nameByTime('boreal', nowMs)) : path;
}

export type Draft = {
  /** Only for what everyone may read who can read the folder. */
  readonly folder: string;
  /** Writes a file, for the recipient alone where there is one. */
  readonly put: (name: string, pieces: Pieces) => Promise<void>;
};

type BackupWish = {
  readonly nowMs: number;
  /** Writes the files. */
  readonly fill: (draft: Draft) => Promise<Pick<Manifest, 'database' | 'log'>>;
  /** The recipient of age; empty where the files are not encrypted. */
  readonly recipient: string;
};

/** Whatever fails leaves nothing behind. */
export async function writeBackup(path: string, { nowMs, fill, recipient }: BackupWish): Promise<Manifest> {
  if (existsSync(path)) throw new BrokenBackup(`${path} exists already.`);
  const draft = `${path}.partial-${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  // Only its owner may read it: it holds the secret.
  mkdirSync(draft, { mode: 0o700 });
  try {
    const { database, log } = await fill({
      folder: draft,
      put: (name, pieces) => put(draft, { name, pieces, recipient }),
    });
    const names = readdirSync(draft).sort();
    const files = await Promise.all(names.map(async (name) => ({ name, ...(await measureFile(join(draft, name))) })));
    const createdAt = new Date(nowMs).toISOString();
    const encryption = recipient === '' ? undefined : { format: 'age' as const, recipient };
    const manifest: Manifest = { format: 1, product: 'boreal', version, createdAt, encryption, database, log, files };
    await writeFile(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    for (const name of [...names, MANIFEST]) flush(join(draft, name));
    flush(draft);
    await rename(draft, path);
    flush(dirname(path));
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

type NewFile = { readonly name: string; readonly pieces: Pieces; readonly recipient: string };

async function put(folder: string, { name, pieces, recipient }: NewFile): Promise<void> {
  const path = join(folder, recipient === '' ? name : name + ENCRYPTED);
  const source = recipient === '' ? pieces : await encrypted(pieces, recipient);
  await pipeline(source, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
}

/** Everything is copied or opened, and found right, before `work` sees any of it. What was opened is gone afterwards. */
export function withOpened<T>(
  {
    path,
    identities,
    dataDir,
  }: { readonly path: string; readonly identities: readonly string[] | undefined; readonly dataDir: string },
  { files }: Manifest,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  return inStaging(dataDir, async (staging) => {
    for (const { name } of files) {
      const file = join(path, name);
      if (identities) await decryptFile(file, join(staging, name.slice(0, -ENCRYPTED.length)), identities);
      else await copyFile(file, join(staging, name));
    }
    return work(staging);
  });
}

/** Reads the manifest and every byte of the backup. Throws BrokenBackup, with everything that is wrong. */
export async function readBackup(path: string): Promise<Manifest> {
  const manifest = await manifestOf(path);
  const problems: string[] = [];
  for (const { name, bytes, sha256 } of manifest.files) {
    const file = join(path, name);
    if (!existsSync(file)) problems.push(`${name} is missing`);
    else {
      const found = await measureFile(file);
      if (found.bytes !== bytes) problems.push(`${name} has ${found.bytes} bytes instead of ${bytes}`);
      else if (found.sha256 !== sha256) problems.push(`${name} is not what was written: its checksum differs`);
    }
  }
  if (problems.length > 0) throw new BrokenBackup(`The backup ${path} is damaged: ${problems.join('; ')}.`);
  return manifest;
}

/** Returns when a file, or the names in a folder, would survive a power failure. */
export function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

export async function manifestOf(path: string): Promise<Manifest> {
  const file = join(path, MANIFEST);
  if (!existsSync(file)) throw new BrokenBackup(`${path} is no backup: it has no ${MANIFEST}.`);
  try {
    return manifestSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new BrokenBackup(`The ${MANIFEST} of ${path} cannot be read: it is damaged, or of another version.`, {
      cause,
    });
  }
}

/** Read in pieces: the database may be larger than the memory. */
async function measureFile(file: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Uint8Array);
  return { bytes: statSync(file).size, sha256: hash.digest('hex') };
}
