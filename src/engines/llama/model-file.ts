/** A model as it is in the configuration → its file on this machine. */
import { resolve } from 'node:path';
import { parseModelReference } from '../../core/model-reference.ts';
import { locateBuiltInModel } from './built-in-model.ts';
import { localModel } from './local-model.ts';
import { HUB_TOKEN_VARIABLE, type LlamaSettings } from './settings.ts';

/** Progress of long work on the way to a file. Bytes come only with a download. */
export type FileProgress = {
  readonly what: string;
  readonly fraction: number;
  readonly doneBytes?: number;
  readonly totalBytes?: number;
};

export type ModelFiles = {
  /** Where the file is; fetches it first. Several who ask for one file wait for one. */
  locate(file: string): Promise<string>;
  /** Fetches what is on the hub and not here yet, one after the other. The next request for the file gets the failure. */
  fetchAhead(files: Iterable<string>): Promise<void>;
};

export function createModelFiles(settings: LlamaSettings, tell: (progress: FileProgress) => void): ModelFiles {
  const located = new Map<string, Promise<string>>();

  function locate(file: string): Promise<string> {
    const known = located.get(file);
    if (known !== undefined) return known;
    const found = file === '' ? locateBuiltInModel() : fileOf(file, settings, tell);
    located.set(file, found);
    // What failed is tried again by the next who asks.
    found.catch(() => located.delete(file));
    return found;
  }

  return {
    locate,
    fetchAhead: async (files) => {
      for (const file of new Set(files))
        if (file !== '' && pathIn(file) === undefined) await locate(file).catch(() => {});
    },
  };
}

/** The path that a setting names, where it names one: it can be looked at before anything starts. */
export function pathIn(setting: string): string | undefined {
  const reference = parseModelReference(setting);
  return reference.kind === 'file' ? resolve(reference.path) : undefined;
}

async function fileOf(
  file: string,
  { dataDir, hub }: LlamaSettings,
  tell: (progress: FileProgress) => void,
): Promise<string> {
  const path = await localModel(file, {
    dataDir,
    hub,
    token: process.env[HUB_TOKEN_VARIABLE] ?? '',
    signal: new AbortController().signal,
    onProgress: ({ name, doneBytes, totalBytes }) =>
      tell({ what: `downloading ${name}`, fraction: doneBytes / totalBytes, doneBytes, totalBytes }),
  });
  return resolve(path);
}
