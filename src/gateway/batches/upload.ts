/** POST /v1/files: a form with a file, which is written in sealed parts while it comes. */

import { invalidField, ServiceError } from '../../core/errors.ts';
import type { Limits } from '../../core/limits.ts';
import { type BatchFile, type BatchFiles, type FileBounds, partOf } from '../../features/batches/files.ts';
import { BrokenForm, boundaryIn, type FormPart, readMultipart } from '../../lib/multipart.ts';
import type { Ids } from '../../platform/clock.ts';
import type { KeyCall } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import { readChunks } from './read-chunks.ts';

type FileLimits = Pick<Limits, 'fileBytesMax' | 'filesMax' | 'filesBytesMax' | 'fileMs' | 'bodyMs'>;

export type Uploads = Pick<Platform, 'vault' | 'clock'> & {
  readonly files: BatchFiles;
  /** In the order of time. */
  readonly ids: Ids;
  readonly limits: FileLimits;
};

const PART_CHARACTERS = 256 * 1024;
const FIELD_BYTES_MAX = 1024;
const FILENAME_MAX = 255;
/** A form has its boundaries and other fields beside the file. */
const FORM_BYTES_MAX = 64 * 1024;
/** For so long an upload may stay unfinished before it is swept away. */
const UPLOAD_MS = 60 * 60 * 1000;
const EXPIRY_SECONDS_MIN = 3600;

const boundsOf = ({ filesMax, filesBytesMax }: FileLimits): FileBounds => ({ filesMax, filesBytesMax });

/** Resolves with the file when it is whole. One that is refused on the way leaves nothing. */
export async function receiveFile(call: KeyCall, uploads: Uploads): Promise<BatchFile> {
  const { headers } = call.request;
  const boundary = boundaryIn(headers.get('content-type'));
  if (boundary === undefined) {
    throw new ServiceError('unsupported_content_type', 'Send the file as multipart/form-data, in the field file.');
  }
  const announced = Number(headers.get('content-length') ?? 0);
  if (announced > uploads.limits.fileBytesMax + FORM_BYTES_MAX) throw tooLarge(uploads);
  const form = new UploadForm(uploads, call.caller.accountId);
  const chunks = readChunks(call.request, uploads.limits);
  try {
    for await (const part of readMultipart(chunks, boundary)) await form.take(part);
    return await form.finish();
  } catch (thrown) {
    // The rest of the body is for the edge to discard.
    await chunks.return();
    await form.abandon();
    throw thrown instanceof BrokenForm ? new ServiceError('invalid_body', thrown.message) : thrown;
  }
}

/** The fields of the form, in whatever order they come. */
class UploadForm {
  readonly #uploads: Uploads;
  readonly #accountId: string;
  readonly #fields = new Map<string, string>();
  #file: BatchFile | undefined;

  constructor(uploads: Uploads, accountId: string) {
    this.#uploads = uploads;
    this.#accountId = accountId;
  }

  async take(part: FormPart): Promise<void> {
    if (part.name !== 'file') return void this.#fields.set(part.name, await fieldText(part));
    if (this.#file) throw invalidField('file', 'must be there once');
    await this.#takeFile(part);
  }

  async #takeFile({ filename = '', content }: FormPart): Promise<void> {
    const { files, ids, clock, limits } = this.#uploads;
    const createdAtMs = clock.nowMs();
    const id = ids.next('file-');
    const about = { id, accountId: this.#accountId, purpose: 'batch', filename: nameOf(filename) } as const;
    const begun = { ...about, bytes: 0, createdAtMs, expiresAtMs: createdAtMs + UPLOAD_MS };
    await files.begin(begun, boundsOf(limits));
    this.#file = { ...begun, parts: 0 };
    this.#file = { ...this.#file, ...(await this.#write(id, content)) };
  }

  async #write(id: string, content: AsyncIterable<Uint8Array>): Promise<Pick<BatchFile, 'bytes' | 'parts'>> {
    const { files, vault, limits } = this.#uploads;
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    let bytes = 0;
    let parts = 0;
    let text = '';
    const write = async () => {
      await files.addPart(id, parts, await vault.seal(this.#accountId, partOf(id, parts), text));
      parts += 1;
      text = '';
    };
    for await (const piece of content) {
      bytes += piece.length;
      if (bytes > limits.fileBytesMax) throw tooLarge(this.#uploads);
      text += decoded(() => decoder.decode(piece, { stream: true }));
      if (text.length >= PART_CHARACTERS) await write();
    }
    text += decoded(() => decoder.decode());
    if (text !== '') await write();
    return { bytes, parts };
  }

  async finish(): Promise<BatchFile> {
    if (!this.#file) throw invalidField('file', 'is missing');
    if (this.#fields.get('purpose') !== 'batch') throw invalidField('purpose', 'must be batch');
    if (this.#file.bytes === 0) throw invalidField('file', 'is empty');
    const { files, limits } = this.#uploads;
    const file = { ...this.#file, expiresAtMs: this.#file.createdAtMs + this.#keepMs() };
    await files.finish(file, boundsOf(limits));
    return file;
  }

  /** As OpenAI's clients ask for it. It is kept for less than usual, never for more. */
  #keepMs(): number {
    const { fileMs } = this.#uploads.limits;
    const seconds = this.#fields.get('expires_after[seconds]');
    if (seconds === undefined) return fileMs;
    const isRight = this.#fields.get('expires_after[anchor]') === 'created_at' && Number.isInteger(Number(seconds));
    if (!isRight || Number(seconds) < EXPIRY_SECONDS_MIN) {
      throw invalidField('expires_after', `must have anchor created_at and seconds from ${EXPIRY_SECONDS_MIN}`);
    }
    return Math.min(fileMs, Number(seconds) * 1000);
  }

  /** Where this fails, the sweep finds it. */
  async abandon(): Promise<void> {
    if (this.#file) await this.#uploads.files.abandon(this.#file.id).catch(() => {});
  }
}

async function fieldText({ name, content }: FormPart): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.length;
    if (bytes > FIELD_BYTES_MAX) throw invalidField(name.slice(0, 80), 'is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** It comes back in headers and lists: without what could break them. */
const nameOf = (filename: string): string =>
  [...filename]
    .filter((one) => one >= ' ' && one !== '\u007f')
    .slice(0, FILENAME_MAX)
    .join('') || 'file.jsonl';

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw invalidField('file', 'must be JSON lines in UTF-8');
  }
}

const tooLarge = ({ limits }: Uploads): ServiceError =>
  new ServiceError('request_too_large', `The file is larger than ${limits.fileBytesMax} bytes.`, { param: 'file' });
