/** One attempt to bring what is missing of a file, from where the last one stopped. */
import type { HubReference } from '../../../core/model-reference.ts';
import { followingSignal } from '../../../lib/following-signal.ts';
import { HubBusy, type HubClient } from './hub-client.ts';
import type { HubFile } from './hub-listing.ts';
import { ModelFetchFailure } from './model-fetch-failure.ts';
import type { PartFile } from './part-file.ts';

type PartSource = {
  readonly client: HubClient;
  readonly reference: HubReference;
  readonly commit: string;
  readonly file: HubFile;
  readonly signal: AbortSignal;
  readonly stallMs: number;
  readonly onBytes: (bytes: number) => void;
};

/**
 * Resolves when the part is whole; whether it is right has not been looked at. Rejects with HubBusy where another attempt
 * may help.
 */
export async function fetchPart(part: PartFile, source: PartSource): Promise<void> {
  const { client, file, signal, stallMs } = source;
  const stall = followingSignal(signal);
  const giveUp = () => stall.abort(new HubBusy(`Nothing has come for ${stallMs / 1000} seconds.`));
  let timer = setTimeout(giveUp, stallMs);
  const isAlive = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, stallMs);
  };
  try {
    signal.throwIfAborted();
    const response = await client.file(file, { ...source, headers: rangeOf(part), signal: stall.signal });
    await beginAt(part, response, file);
    await readInto(part, response, { ...source, isAlive });
  } catch (thrown) {
    throw stall.signal.aborted ? stall.signal.reason : thrown;
  } finally {
    clearTimeout(timer);
    stall.clear();
    // Ends the connection, whatever was left of it.
    stall.abort(new Error('The attempt is over.'));
  }
  if (!part.isWhole) throw new HubBusy(`${file.path} broke off at ${part.bytes} of ${file.bytes} bytes.`);
}

function rangeOf(part: PartFile): Readonly<Record<string, string>> {
  if (part.bytes === 0) return {};
  return { range: `bytes=${part.bytes}-`, ...(part.etag !== undefined && { 'if-range': part.etag }) };
}

/** Makes sure that the answer goes on exactly where the part ends; otherwise the part begins anew. */
async function beginAt(part: PartFile, response: Response, file: HubFile): Promise<void> {
  const { status, headers } = response;
  if (status === 206) {
    const [, from, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
    if (Number(from) !== part.bytes || (total !== '*' && Number(total) !== file.bytes)) {
      await part.restart();
      throw new HubBusy(`The hub gives another piece of ${file.path} than the one that was asked for.`);
    }
  } else if (part.bytes > 0) await part.restart();
  if (status === 416) throw new HubBusy(`The hub has no such piece of ${file.path}.`);
  const length = headers.get('content-length');
  if (length !== null && Number(length) !== file.bytes - part.bytes) {
    throw new HubBusy(`The hub gives ${length} bytes of ${file.path}, where ${file.bytes - part.bytes} belong.`);
  }
  await part.rememberEtag(headers.get('etag'));
}

async function readInto(
  part: PartFile,
  response: Response,
  { file, onBytes, isAlive }: PartSource & { readonly isAlive: () => void },
): Promise<void> {
  const chunks = (response.body ?? new ReadableStream<Uint8Array>()).values();
  while (true) {
    const next = await chunks.next().catch((thrown: unknown) => {
      throw new HubBusy(`${file.path} broke off: ${thrown instanceof Error ? thrown.message : thrown}.`);
    });
    if (next.done) return;
    isAlive();
    if (part.bytes + next.value.length > file.bytes) {
      await part.restart();
      throw new ModelFetchFailure(`The hub gives more bytes of ${file.path} than ${file.bytes}.`);
    }
    await part.append(next.value);
    onBytes(part.bytes);
  }
}
