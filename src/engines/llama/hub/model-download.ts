/**
 * A reference to the hub → a file on the disk that is whole and right: found, fetched in parts that survive the process,
 * checked by size and SHA-256, and put in its place at once.
 */
import { mkdir, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatHubReference, type HubReference } from '../../../core/model-reference.ts';
import { type GrowingWait, waitMsAfter } from '../../../lib/growing-wait.ts';
import { isIntact } from '../gguf/gguf-file.ts';
import { findKept, folderOf, keep, repositoryFolder } from '../kept-models.ts';
import { lockDownload } from './download-lock.ts';
import { fetchPart } from './fetch-part.ts';
import { HubBusy, HubClient, type HubSettings } from './hub-client.ts';
import { chooseFiles, type HubFile, readListing } from './hub-listing.ts';
import { ModelFetchFailure } from './model-fetch-failure.ts';
import { PartFile } from './part-file.ts';

export type DownloadProgress = {
  /** The name of the first file. */
  readonly name: string;
  /** Counted for all files of the model together. */
  readonly doneBytes: number;
  readonly totalBytes: number;
};

export type DownloadOptions = HubSettings & {
  /** Where models of the hub are kept. */
  readonly folder: string;
  readonly onProgress: (progress: DownloadProgress) => void;
  readonly signal: AbortSignal;
  /** `kept` is content with what was fetched earlier; `latest` asks the hub what the reference means now. */
  readonly want?: 'kept' | 'latest';
  /** A connection that brings nothing for so long is given up. */
  readonly stallMs?: number;
  /** Waits between two attempts; tests hand in one that does not. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
};

const STALL_MS = 60_000;
/** So many failures in a row without a single byte, and it is given up. */
const FAILURES_MAX = 6;
const WAIT: GrowingWait = { firstMs: 1000, longestMs: 30_000 };
/** The disk shall not be filled to the last byte: the database needs room too. */
const SPARE_BYTES = 256 * 1024 * 1024;

type Job = {
  readonly client: HubClient;
  readonly reference: HubReference;
  readonly commit: string;
  readonly options: DownloadOptions;
  /** Where the files come to. */
  readonly place: string;
  readonly files: readonly HubFile[];
};

/** The path of the model's first file. Rejects with a ModelFetchFailure whose message is for the operator. */
export async function resolveModelFile(reference: HubReference, options: DownloadOptions): Promise<string> {
  const kept = options.want === 'latest' ? undefined : await findKept(options.folder, reference);
  if (kept !== undefined) return kept;
  const client = new HubClient(options);
  const answer = await persistently(options, () => client.list({ reference, signal: options.signal }));
  const listing = readListing(answer, reference.repository);
  const files = chooseFiles(reference, listing);
  const place = join(repositoryFolder(options.folder, reference), folderOf(files));
  try {
    await fetchAlone({ client, reference, commit: listing.commit, options, place, files });
  } catch (error) {
    throw diskFailure(error) ?? error;
  }
  return pathOf(place, files[0]!);
}

async function fetchAlone(job: Job): Promise<void> {
  const { options, reference, commit, files, place } = job;
  await mkdir(place, { recursive: true });
  const onWait = () => void showOthers(job).catch(() => {});
  const lock = await lockDownload(join(place, '.lock'), { signal: options.signal, onWait });
  try {
    await fetchAll(job);
    await keep(options.folder, reference, { commit, files });
  } finally {
    await lock.release();
  }
}

/** How far the process is that is at it. */
async function showOthers({ files, place, options }: Job): Promise<void> {
  const sizes = files.map(async (file) => (await sizeOf(pathOf(place, file))) || sizeOf(`${pathOf(place, file)}.part`));
  const doneBytes = sum(await Promise.all(sizes));
  options.onProgress({ name: basename(files[0]!.path), doneBytes, totalBytes: sum(files.map(({ bytes }) => bytes)) });
}

async function fetchAll(job: Job): Promise<void> {
  const { files, place, options } = job;
  const totalBytes = sum(files.map(({ bytes }) => bytes));
  let doneBytes = 0;
  const missing: HubFile[] = [];
  for (const file of files) {
    if (await isIntact(pathOf(place, file), file)) doneBytes += file.bytes;
    else missing.push(file);
  }
  await requireRoom(job, missing);
  for (const file of missing) {
    const before = doneBytes;
    await fetchFile(job, file, (bytes) =>
      options.onProgress({ name: basename(files[0]!.path), doneBytes: before + bytes, totalBytes }),
    );
    doneBytes += file.bytes;
  }
}

async function fetchFile(job: Job, file: HubFile, onBytes: (bytes: number) => void): Promise<void> {
  const { place, reference } = job;
  const part = await PartFile.open(`${pathOf(place, file)}.part`, file);
  try {
    const wasBegun = part.bytes > 0;
    await complete(part, { job, file, onBytes });
    if (wasBegun && part.sha256() !== file.sha256) {
      // What was there may have lost its end in a power failure. Once more, from the beginning.
      await part.restart();
      await complete(part, { job, file, onBytes });
    }
    const found = part.sha256();
    if (found !== file.sha256) {
      await part.remove();
      throw new ModelFetchFailure(
        `${formatHubReference({ ...reference, file: file.path })} came out wrong: its SHA-256 is ${found}, where ${file.sha256} belongs. What had come was removed.`,
      );
    }
    await part.place(pathOf(place, file));
  } finally {
    await part.close();
  }
}

async function complete(
  part: PartFile,
  { job, file, onBytes }: { readonly job: Job; readonly file: HubFile; readonly onBytes: (bytes: number) => void },
): Promise<void> {
  const { client, reference, commit, options } = job;
  const { signal, stallMs = STALL_MS } = options;
  onBytes(part.bytes);
  const hasGrown = () => part.bytes;
  await persistently(
    options,
    async () => {
      if (!part.isWhole) await fetchPart(part, { client, reference, commit, file, signal, stallMs, onBytes });
    },
    hasGrown,
  );
}

/** Tries again while the hub is busy or the network fails, and for ever as long as each attempt brings something. */
async function persistently<T>(
  { signal, wait = politeWait }: DownloadOptions,
  attempt: () => Promise<T>,
  measure: () => number = () => 0,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    const before = measure();
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof HubBusy)) throw error;
      if (measure() > before) failures = 1;
      if (failures >= FAILURES_MAX) {
        throw new ModelFetchFailure(`${error.message} It was tried ${FAILURES_MAX} times.`, 'passing');
      }
      await wait(error.waitMs ?? waitMsAfter(failures, WAIT), signal);
    }
  }
}

const politeWait = async (ms: number, signal: AbortSignal): Promise<void> => {
  await sleep(ms, undefined, { signal });
};

/** The part of a file that has already come needs no more room. */
async function requireRoom({ place }: Job, missing: readonly HubFile[]): Promise<void> {
  if (missing.length === 0) return;
  const begun = await Promise.all(missing.map((file) => sizeOf(`${pathOf(place, file)}.part`)));
  const needed = sum(missing.map(({ bytes }) => bytes)) - sum(begun) + SPARE_BYTES;
  const { bavail, bsize } = await statfs(place);
  const free = bavail * bsize;
  if (free < needed) {
    throw new ModelFetchFailure(
      `There is not enough room in ${place}: ${megabytes(needed)} are needed and ${megabytes(free)} are free.`,
    );
  }
}

function diskFailure(error: unknown): ModelFetchFailure | undefined {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC')
    return new ModelFetchFailure('The disk is full: what has come is kept, and goes on from there.');
  return syscall === undefined ? undefined : new ModelFetchFailure(`The model cannot be written: ${message}.`);
}

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => ({ size: 0 }))).size;
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;
const pathOf = (place: string, file: HubFile): string => join(place, basename(file.path));
