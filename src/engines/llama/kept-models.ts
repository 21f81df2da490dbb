/**
 * The files that were fetched for each reference. A model that was fetched stays the same until it is fetched again: a restart
 * needs no network and changes no model. A record is written when every file has been checked and is in its place.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { formatHubReference, type HubReference } from '../../core/model-reference.ts';
import { isIntact } from './gguf/gguf-file.ts';
import type { HubFile } from './hub/hub-listing.ts';

type KeptFile = HubFile & { readonly modifiedMs: number };

type Kept = {
  readonly reference: string;
  readonly commit: string;
  /** Relative to the folder of the repository. */
  readonly folder: string;
  readonly files: readonly KeptFile[];
};

/** Files with the same content share a folder, whatever they are called in which revision. */
export function folderOf(files: readonly HubFile[]): string {
  const hash = createHash('sha256');
  for (const { path, sha256 } of files) hash.update(`${sha256} ${basename(path)}\n`);
  return hash.digest('hex').slice(0, 16);
}

export const repositoryFolder = (folder: string, { repository }: HubReference): string =>
  join(folder, ...repository.split('/'));

/** The path of the first file, if the model is there and unchanged since it was checked. */
export async function findKept(folder: string, reference: HubReference): Promise<string | undefined> {
  const home = repositoryFolder(folder, reference);
  const kept = await readRecord(recordPath(home, reference));
  if (kept?.reference !== formatHubReference(reference)) return undefined;
  for (const file of kept.files) {
    if (!(await isUnchanged(join(home, kept.folder, basename(file.path)), file))) return undefined;
  }
  return join(home, kept.folder, basename(kept.files[0]!.path));
}

export async function keep(
  folder: string,
  reference: HubReference,
  { commit, files }: { readonly commit: string; readonly files: readonly HubFile[] },
): Promise<void> {
  const home = repositoryFolder(folder, reference);
  const place = folderOf(files);
  const kept: Kept = {
    reference: formatHubReference(reference),
    commit,
    folder: place,
    files: await Promise.all(
      files.map(async (file) => ({
        ...file,
        modifiedMs: (await stat(join(home, place, basename(file.path)))).mtimeMs,
      })),
    ),
  };
  await mkdir(home, { recursive: true });
  const path = recordPath(home, reference);
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, `${JSON.stringify(kept, undefined, 2)}\n`);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** The whole of a large file is read again only if it was touched. */
async function isUnchanged(path: string, file: KeptFile): Promise<boolean> {
  const status = await stat(path).catch(() => undefined);
  if (!status?.isFile() || status.size !== file.bytes) return false;
  return status.mtimeMs === file.modifiedMs || isIntact(path, file);
}

async function readRecord(path: string): Promise<Kept | undefined> {
  try {
    const kept = JSON.parse(await readFile(path, 'utf8')) as Kept;
    return Array.isArray(kept.files) && kept.files.length > 0 ? kept : undefined;
  } catch {
    return undefined;
  }
}

function recordPath(home: string, reference: HubReference): string {
  const name = createHash('sha256').update(formatHubReference(reference)).digest('hex').slice(0, 16);
  return join(home, `${name}.json`);
}
