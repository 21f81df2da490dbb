/** A file that is still coming: what is there of it survives the process, and is hashed as it grows. */
import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Expected } from '../gguf/gguf-file.ts';
import { syncFolder, writeAll } from '../gguf/gguf-file.ts';

const READ_BYTES = 1024 * 1024;

export class PartFile {
  readonly #path: string;
  readonly #expected: Expected;
  readonly #file: FileHandle;
  #hash: Hash = createHash('sha256');
  #bytes = 0;
  #etag: string | undefined;

  private constructor(path: string, expected: Expected, file: FileHandle) {
    this.#path = path;
    this.#expected = expected;
    this.#file = file;
  }

  /** Opens what is there already, or begins. Reads it once, because the checksum is over the whole. */
  static async open(path: string, expected: Expected): Promise<PartFile> {
    const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o644);
    const part = new PartFile(path, expected, file);
    try {
      if ((await file.stat()).size > expected.bytes) await part.restart();
      else await part.#readBack();
      return part;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isWhole(): boolean {
    return this.#bytes === this.#expected.bytes;
  }

  /** The mark of the version that these bytes are of, as the server gave it. */
  get etag(): string | undefined {
    return this.#bytes > 0 ? this.#etag : undefined;
  }

  /** Only a strong mark promises that bytes of two answers fit together. */
  async rememberEtag(etag: string | null): Promise<void> {
    const strong = etag !== null && /^"[^"]*"$/.test(etag) ? etag : undefined;
    if (strong === this.#etag) return;
    this.#etag = strong;
    if (strong === undefined) await rm(this.#etagPath, { force: true });
    else await writeFile(this.#etagPath, strong);
  }

  /** Writes to its exact place, so that two writers of the same file could only write the same. */
  async append(chunk: Uint8Array): Promise<void> {
    await writeAll(this.#file, chunk, this.#bytes);
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
  }

  async restart(): Promise<void> {
    await this.#file.truncate(0);
    this.#hash = createHash('sha256');
    this.#bytes = 0;
  }

  sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Gives the file its name once it is on the disk. */
  async place(path: string): Promise<void> {
    await this.#file.sync();
    await rename(this.#path, path);
    await rm(this.#etagPath, { force: true });
    await syncFolder(dirname(path));
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
    await rm(this.#etagPath, { force: true });
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  get #etagPath(): string {
    return `${this.#path}.etag`;
  }

  async #readBack(): Promise<void> {
    const buffer = new Uint8Array(READ_BYTES);
    while (true) {
      const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, this.#bytes);
      if (bytesRead === 0) break;
      this.#hash.update(buffer.subarray(0, bytesRead));
      this.#bytes += bytesRead;
    }
    this.#etag = await readFile(this.#etagPath, 'utf8').catch(() => undefined);
  }
}
