/** Reads the header of a GGUF file, of any size and origin, and makes sure that the file is whole. */
import { type FileHandle, open } from 'node:fs/promises';
import { GgufCursor, HeaderGoesOn, InvalidGguf, type ScalarValue } from './gguf-cursor.ts';
import { alignUp, GGUF_ALIGNMENT, GGUF_MAGIC, TENSOR_TYPES, type TensorType, tensorBytes } from './gguf-format.ts';

export { InvalidGguf };

type GgufTensorInfo = {
  readonly name: string;
  /** The number of the type in the format: there are more types than we have names for. */
  readonly typeId: number;
  readonly dimensions: readonly number[];
  /** From the start of the file. */
  readonly offset: number;
  /** Unknown for a type that we do not know. */
  readonly bytes: number | undefined;
};

export type GgufHeader = {
  readonly version: number;
  readonly fileBytes: number;
  readonly architecture: string;
  readonly name: string | undefined;
  readonly contextLength: number | undefined;
  readonly chatTemplate: string | undefined;
  readonly tokenizerModel: string | undefined;
  /** The longest token of the vocabulary as it is spelt there, which is never shorter than its text. */
  readonly tokenBytesMax: number;
  /** Every metadata value that is not a list. */
  readonly metadata: ReadonlyMap<string, ScalarValue>;
  readonly tensors: readonly GgufTensorInfo[];
};

/** Version 1 had shorter lengths and is long gone. */
const VERSIONS = [2, 3];
const DIMENSIONS_MAX = 4;

/** Most of a header is the vocabulary: a few MiB in the largest models. */
const PREFIX_BYTES = 1024 * 1024;
const HEADER_BYTES_MAX = 128 * PREFIX_BYTES;

const TYPES_BY_ID = new Map<number, TensorType>(Object.values(TENSOR_TYPES).map((type) => [type.id, type]));

/** The header of the file, or an InvalidGguf whose message names the file and says what is wrong with it. */
export async function readGgufHeader(path: string): Promise<GgufHeader> {
  const file = await openModel(path);
  try {
    return await readHeader(file);
  } catch (error) {
    if (error instanceof InvalidGguf) throw new InvalidGguf(`${path} ${error.message}.`);
    throw error;
  } finally {
    await file.close();
  }
}

/** The header, or nothing when it goes on behind these first bytes of the file. */
export function parseGgufHeader(prefix: Uint8Array, fileBytes: number): GgufHeader | undefined {
  if (Buffer.from(prefix.subarray(0, 4)).toString('latin1') !== GGUF_MAGIC) throw new InvalidGguf('is not a GGUF file');
  try {
    return parse(new GgufCursor(prefix), fileBytes);
  } catch (error) {
    if (!(error instanceof HeaderGoesOn)) throw error;
    if (error.bytesNeeded > fileBytes) {
      throw new InvalidGguf(`is cut off: ${fileBytes} of at least ${error.bytesNeeded} bytes`);
    }
    return undefined;
  }
}

async function openModel(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new InvalidGguf(`${path} does not exist.`);
    throw error;
  }
}

async function readHeader(file: FileHandle): Promise<GgufHeader> {
  const status = await file.stat();
  if (!status.isFile()) throw new InvalidGguf('is not a file');
  for (let bytes = PREFIX_BYTES; bytes <= HEADER_BYTES_MAX; bytes *= 2) {
    const prefix = await readPrefix(file, Math.min(bytes, status.size));
    const header = parseGgufHeader(prefix, status.size);
    if (header) return header;
  }
  throw new InvalidGguf(`is damaged: its header is longer than ${HEADER_BYTES_MAX} bytes`);
}

async function readPrefix(file: FileHandle, length: number): Promise<Uint8Array> {
  const prefix = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(prefix, filled, length - filled, filled);
    if (bytesRead === 0) throw new InvalidGguf(`is cut off: ${filled} of at least ${length} bytes`);
    filled += bytesRead;
  }
  return prefix;
}

function parse(cursor: GgufCursor, fileBytes: number): GgufHeader {
  cursor.skip(GGUF_MAGIC.length);
  const version = readVersion(cursor);
  const tensorCount = cursor.size();
  const { metadata, tokenBytesMax } = readMetadata(cursor, cursor.size());
  const infos = Array.from(repeat(tensorCount, () => readTensorInfo(cursor)));
  const dataStart = alignUp(cursor.position, alignmentOf(metadata));
  const tensors = infos.map((info) => ({ ...info, offset: dataStart + info.offset }));
  checkWhole(tensors, fileBytes);
  const architecture = textOf(metadata, 'general.architecture');
  if (architecture === undefined) throw new InvalidGguf('is damaged: it does not name its architecture');
  const contextLength = metadata.get(`${architecture}.context_length`);
  return {
    version,
    fileBytes,
    architecture,
    name: textOf(metadata, 'general.name'),
    contextLength: typeof contextLength === 'number' ? contextLength : undefined,
    chatTemplate: textOf(metadata, 'tokenizer.chat_template'),
    tokenizerModel: textOf(metadata, 'tokenizer.ggml.model'),
    tokenBytesMax,
    metadata,
    tensors,
  };
}

function readVersion(cursor: GgufCursor): number {
  const version = cursor.uint32();
  if (VERSIONS.includes(version)) return version;
  const isSwapped = version % 0x10000 === 0;
  throw new InvalidGguf(
    isSwapped ? 'is a big-endian GGUF file, which cannot be used' : `has the GGUF version ${version}, not 2 or 3`,
  );
}

type Metadata = Pick<GgufHeader, 'metadata' | 'tokenBytesMax'>;

function readMetadata(cursor: GgufCursor, count: number): Metadata {
  const metadata = new Map<string, ScalarValue>();
  let tokenBytesMax = 0;
  for (let i = 0; i < count; i++) {
    const key = cursor.string();
    const value = cursor.value();
    if (value !== undefined) metadata.set(key, value);
    if (key === 'tokenizer.ggml.tokens') tokenBytesMax = cursor.longestBytes;
  }
  return { metadata, tokenBytesMax };
}

/** The offset is still from the start of the data, which is known only when every info has been read. */
function readTensorInfo(cursor: GgufCursor): GgufTensorInfo {
  const name = cursor.string();
  const count = cursor.uint32();
  if (count > DIMENSIONS_MAX) throw new InvalidGguf(`is damaged: the tensor ${name} has ${count} dimensions`);
  const dimensions = Array.from(repeat(count, () => cursor.size()));
  const typeId = cursor.uint32();
  const offset = cursor.size();
  const type = TYPES_BY_ID.get(typeId);
  return { name, typeId, dimensions, offset, bytes: type && tensorBytes(type, dimensions) };
}

function alignmentOf(metadata: ReadonlyMap<string, ScalarValue>): number {
  const alignment = metadata.get('general.alignment') ?? GGUF_ALIGNMENT;
  if (typeof alignment === 'number' && alignment > 0 && Number.isInteger(Math.log2(alignment))) return alignment;
  throw new InvalidGguf(`is damaged: its alignment is ${alignment}`);
}

/** A download that broke off has a perfect header; only the end of the last tensor tells. */
function checkWhole(tensors: readonly GgufTensorInfo[], fileBytes: number): void {
  const end = tensors.reduce((last, { offset, bytes = 1 }) => Math.max(last, offset + bytes), 0);
  if (end > fileBytes) throw new InvalidGguf(`is cut off: ${fileBytes} of ${end} bytes`);
}

function textOf(metadata: ReadonlyMap<string, ScalarValue>, key: string): string | undefined {
  const value = metadata.get(key);
  return typeof value === 'string' ? value : undefined;
}

/** One at a time, because the count comes from the file and may be nonsense. */
function* repeat<T>(count: number, read: () => T): Generator<T, void> {
  for (let i = 0; i < count; i++) yield read();
}
