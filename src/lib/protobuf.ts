/**
 * Plain objects → protobuf, by a table of the fields of each message. An object has the form that protobuf's own JSON has:
 * 64-bit numbers as text of digits, lists for what is repeated. What it does not have is not written.
 */

/** The fields of a message by their names. */
export interface Message {
  readonly [name: string]: Field;
}

/** The number of a field, and its kind or the message that it holds. */
type Field = readonly [number: number, kind: Kind | Message];

/** `hex`: bytes that are hexadecimal text in JSON. The plural ones are packed lists. */
type Kind = 'string' | 'hex' | 'bool' | 'varint' | 'double' | 'doubles' | 'fixed64' | 'fixed64s';

const WIRE_TYPES: Readonly<Partial<Record<Kind, number>>> = { bool: 0, varint: 0, double: 1, fixed64: 1 };
const LENGTH_DELIMITED = 2;

/** The bytes of a message. Bytes in the place of a message inside it are that message, written before. */
export function toProtobuf(message: Message, value: object): Uint8Array<ArrayBuffer> {
  const writer = new Writer();
  writeMessage(writer, message, value);
  return writer.bytes();
}

function writeMessage(writer: Writer, message: Message, value: object): void {
  for (const [name, one] of Object.entries(value)) {
    const field = message[name];
    if (one === undefined || !field) continue;
    const isPacked = field[1] === 'doubles' || field[1] === 'fixed64s';
    if (Array.isArray(one) && !isPacked) for (const each of one) writeField(writer, field, each);
    else writeField(writer, field, one);
  }
}

function writeField(writer: Writer, [number, kind]: Field, value: unknown): void {
  const wireType = typeof kind === 'string' ? (WIRE_TYPES[kind] ?? LENGTH_DELIMITED) : LENGTH_DELIMITED;
  writer.varint(number * 8 + wireType);
  if (wireType !== LENGTH_DELIMITED) {
    writeValue(writer, kind, value);
    return;
  }
  const begin = writer.begin();
  writeValue(writer, kind, value);
  writer.end(begin);
}

function writeValue(writer: Writer, kind: Kind | Message, value: unknown): void {
  if (value instanceof Uint8Array) writer.raw(value);
  else if (typeof kind === 'object') writeMessage(writer, kind, value as object);
  else if (kind === 'string') writer.text(value as string, 'utf8');
  else if (kind === 'hex') writer.text(value as string, 'hex');
  else if (kind === 'double') writer.double(value as number);
  else if (kind === 'fixed64') writer.fixed64(value as string);
  else if (kind === 'doubles') for (const each of value as readonly number[]) writer.double(each);
  else if (kind === 'fixed64s') for (const each of value as readonly string[]) writer.fixed64(each);
  else writer.varint(Number(value));
}

const FIRST_BYTES = 512;
const BITS_7 = 0x80;

/** Bytes that grow at their end. */
class Writer {
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;

  bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#buffer.subarray(0, this.#length));
  }

  /** A whole number, seven bits in each byte, the lowest first. */
  varint(value: number): void {
    this.#room(10);
    if (value < 0) {
      this.#negative(value);
      return;
    }
    let rest = value;
    while (rest >= BITS_7) {
      this.#buffer[this.#length++] = (rest % BITS_7) + BITS_7;
      rest = Math.floor(rest / BITS_7);
    }
    this.#buffer[this.#length++] = rest;
  }

  /** As the 64 bits of its two's complement. */
  #negative(value: number): void {
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest >= BITS_7; rest >>= 7n) this.#buffer[this.#length++] = Number(rest & 0x7fn) + BITS_7;
    this.#buffer[this.#length++] = Number(rest);
  }

  double(value: number): void {
    this.#room(8);
    this.#length = this.#buffer.writeDoubleLE(value, this.#length);
  }

  fixed64(digits: string): void {
    this.#room(8);
    this.#length = this.#buffer.writeBigUInt64LE(BigInt(digits), this.#length);
  }

  text(value: string, encoding: 'utf8' | 'hex'): void {
    // No character takes more than three bytes for each unit of its text.
    this.#room(value.length * 3);
    this.#length += this.#buffer.write(value, this.#length, encoding);
  }

  raw(value: Uint8Array): void {
    this.#room(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
  }

  /** Something follows whose length stands before it. The length gets one byte, and more at `end` where it needs them. */
  begin(): number {
    this.#room(1);
    this.#length += 1;
    return this.#length;
  }

  end(begin: number): void {
    const size = this.#length - begin;
    if (size < BITS_7) {
      this.#buffer[begin - 1] = size;
      return;
    }
    const more = Math.floor(Math.log2(size) / 7);
    this.#room(more);
    this.#buffer.copyWithin(begin + more, begin, this.#length);
    this.#length = begin - 1;
    this.varint(size);
    this.#length += size;
  }

  #room(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}

/** The number at a path of field numbers, such as `[1, 1]` for field 1 of the message in field 1; undefined where there is none. */
export function numberAt(bytes: Uint8Array, [field, ...deeper]: readonly number[]): number | undefined {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= BITS_7) {
      const byte = bytes[at++] ?? 0;
      value += (byte % BITS_7) * scale;
      if (byte < BITS_7) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    const wireType = tag % 8;
    const size = wireType === LENGTH_DELIMITED ? varint() : wireType === 1 ? 8 : wireType === 5 ? 4 : 0;
    const value = wireType === 0 ? varint() : undefined;
    if (number === field && value !== undefined && deeper.length === 0) return value;
    if (number === field && wireType === LENGTH_DELIMITED && deeper.length > 0)
      return numberAt(bytes.subarray(at, at + size), deeper);
    at += size;
  }
  return undefined;
}
