/** Walks over the bytes of a GGUF header, of which only the beginning may have been read so far. */
import { VALUE_TYPES, type ValueTypeName } from './gguf-format.ts';

export type ScalarValue = string | number | boolean;

/** The file is no GGUF file, or not a whole one. The message goes on where the file's name ends. */
export class InvalidGguf extends Error {
  override readonly name = 'InvalidGguf';
}

/** The header goes on behind the bytes at hand. */
export class HeaderGoesOn extends Error {
  override readonly name = 'HeaderGoesOn';
  readonly bytesNeeded: number;
  constructor(bytesNeeded: number) {
    super(`The header needs at least ${bytesNeeded} bytes.`);
    this.bytesNeeded = bytesNeeded;
  }
}

const TYPE_NAMES = new Map<number, ValueTypeName>(
  Object.entries(VALUE_TYPES).map(([name, { id }]) => [id, name as ValueTypeName]),
);

export class GgufCursor {
  position = 0;
  /** The bytes of the longest text in the list that was passed over last. */
  longestBytes = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Moves on and returns where it was. */
  skip(bytes: number): number {
    const start = this.position;
    const end = start + bytes;
    if (end > this.#bytes.length) throw new HeaderGoesOn(end);
    this.position = end;
    return start;
  }

  uint32(): number {
    return this.#view.getUint32(this.skip(4), true);
  }

  /** A length, count or offset. No real one is beyond what a number holds exactly. */
  size(): number {
    const value = this.#view.getBigUint64(this.skip(8), true);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new InvalidGguf(`is damaged: it claims a size of ${value}`);
    return Number(value);
  }

  string(): string {
    const length = this.size();
    const start = this.skip(length);
    return Buffer.from(this.#bytes.subarray(start, start + length)).toString('utf8');
  }

  /** A metadata value with its type before it. Lists are passed over: vocabularies are long and of no use here. */
  value(): ScalarValue | undefined {
    const type = this.#type();
    if (type !== 'array') return this.#scalar(type);
    this.#skipArray();
    return undefined;
  }

  #skipArray(): void {
    const type = this.#type();
    const length = this.size();
    const { bytes } = VALUE_TYPES[type];
    this.longestBytes = 0;
    if (bytes !== undefined) this.skip(length * bytes);
    else if (type === 'string') for (let i = 0; i < length; i++) this.#skipString();
    else throw new InvalidGguf('is damaged: it has a list of lists in its metadata');
  }

  #skipString(): void {
    const bytes = this.size();
    this.skip(bytes);
    if (bytes > this.longestBytes) this.longestBytes = bytes;
  }

  #scalar(type: Exclude<ValueTypeName, 'array'>): ScalarValue {
    if (type === 'string') return this.string();
    const at = this.skip(VALUE_TYPES[type].bytes);
    const view = this.#view;
    const read: Record<Exclude<typeof type, 'string'>, () => number | boolean> = {
      uint8: () => view.getUint8(at),
      int8: () => view.getInt8(at),
      uint16: () => view.getUint16(at, true),
      int16: () => view.getInt16(at, true),
      uint32: () => view.getUint32(at, true),
      int32: () => view.getInt32(at, true),
      float32: () => view.getFloat32(at, true),
      bool: () => view.getUint8(at) !== 0,
      uint64: () => Number(view.getBigUint64(at, true)),
      int64: () => Number(view.getBigInt64(at, true)),
      float64: () => view.getFloat64(at, true),
    };
    return read[type]();
  }

  #type(): ValueTypeName {
    const id = this.uint32();
    const type = TYPE_NAMES.get(id);
    if (!type) throw new InvalidGguf(`is damaged: its metadata has the unknown type ${id}`);
    return type;
  }
}
