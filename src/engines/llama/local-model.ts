/** A model as the operator wrote it → the path of a file. The one place where a model may come from elsewhere. */
import { join } from 'node:path';
import { parseModelReference } from '../../core/model-reference.ts';
import { type DownloadOptions, type DownloadProgress, resolveModelFile } from './hub/model-download.ts';
import { ModelFetchFailure } from './hub/model-fetch-failure.ts';

type LocalModelOptions = Omit<DownloadOptions, 'folder'> & { readonly dataDir: string };

/** Chunks come thousands of times a second, too fast to read. */
const REPORT_MS = 200;

export async function localModel(text: string, options: LocalModelOptions): Promise<string> {
  const reference = parseModelReference(text);
  if (reference.kind === 'problem') throw new ModelFetchFailure(reference.problem);
  if (reference.kind === 'file') return reference.path;
  const { dataDir, onProgress } = options;
  return resolveModelFile(reference, {
    ...options,
    folder: join(dataDir, 'models', 'hub'),
    onProgress: atMostEvery(REPORT_MS, onProgress),
  });
}

/** Lets the first through, then one in a while, and always the last one before a silence. */
function atMostEvery(ms: number, tell: (progress: DownloadProgress) => void): (progress: DownloadProgress) => void {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  let latest: DownloadProgress | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tellNow = () => {
    clearTimeout(timer);
    timer = undefined;
    toldAtMs = performance.now();
    if (latest) tell(latest);
  };
  return (progress) => {
    latest = progress;
    const waitMs = toldAtMs + ms - performance.now();
    if (waitMs <= 0 || progress.doneBytes >= progress.totalBytes) tellNow();
    else timer ??= setTimeout(tellNow, waitMs).unref();
  };
}
