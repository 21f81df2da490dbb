/** The two byte-by-byte readers of the response parser: line ends, and the line with a chunk's size. Pure. */
import { HttpFailure } from './http.ts';

const SIZE_LINE_BYTES_MAX = 1024;
/** 13 hexadecimal digits are 52 bits, so a size is always an exact number. */
const SIZE_DIGITS_MAX = 13;

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const SEMICOLON = 59;
const DELETE = 127;

/** Finds the empty line that ends a block of lines, refusing control characters and line ends other than CR LF. */
export class LineEnds {
  /** How many bytes of CR LF CR LF the last bytes were. */
  #matched = 0;

  get atBlankLine(): boolean {
    return this.#matched === 4;
  }

  reset(): void {
    this.#matched = 0;
  }

  startAfterLine(): void {
    this.#matched = 2;
  }

  /** The position after the empty line, or the end of the bytes when it has not come yet. */
  findBlankLine(bytes: Uint8Array, start: number): number {
    let matched = this.#matched;
    let at = start;
    while (at < bytes.length && matched < 4) {
      const byte = bytes[at]!;
      at += 1;
      const expectsLf = (matched & 1) === 1;
      if (expectsLf !== (byte === LF)) throw malformed('A line does not end in CR LF.');
      if (expectsLf || byte === CR) matched += 1;
      else if (isControl(byte)) throw malformed('A header has a control character.');
      else matched = 0;
    }
    this.#matched = matched;
    return at;
  }
}

/** Reads `1a3f;extension=ignored` CR LF. */
export class ChunkSizeLine {
  size = 0;
  done = false;
  #digits = 0;
  #bytes = 0;
  #part: 'digits' | 'blank' | 'extension' | 'line-feed' = 'digits';

  reset(): void {
    this.size = 0;
    this.done = false;
    this.#digits = 0;
    this.#bytes = 0;
    this.#part = 'digits';
  }

  /** The position after the line, or the end of the bytes when the line is not whole yet. */
  feed(bytes: Uint8Array, start: number): number {
    let at = start;
    while (at < bytes.length && !this.done) {
      this.#take(bytes[at]!);
      at += 1;
      this.#bytes += 1;
      if (this.#bytes > SIZE_LINE_BYTES_MAX) throw malformed('The line with a chunk size is over its limit.');
    }
    return at;
  }

  #take(byte: number): void {
    if (this.#part === 'digits') {
      const digit = hexDigit(byte);
      if (digit >= 0) this.#takeDigit(digit);
      else this.#part = this.#afterDigits(byte);
    } else if (this.#part === 'line-feed') {
      if (byte !== LF) throw malformed('The line with a chunk size does not end in CR LF.');
      this.done = true;
    } else if (this.#part === 'blank') {
      if (byte === SEMICOLON) this.#part = 'extension';
      else if (byte !== SPACE && byte !== TAB) throw malformed('A chunk size is malformed.');
    } else if (byte === CR) {
      this.#part = 'line-feed';
    } else if (isControl(byte)) {
      throw malformed('A chunk extension has a control character.');
    }
  }

  #takeDigit(digit: number): void {
    this.#digits += 1;
    if (this.#digits > SIZE_DIGITS_MAX) throw malformed('A chunk size has too many digits.');
    this.size = this.size * 16 + digit;
  }

  #afterDigits(byte: number): 'blank' | 'extension' | 'line-feed' {
    if (this.#digits === 0) throw malformed('A chunk size is malformed.');
    if (byte === CR) return 'line-feed';
    if (byte === SEMICOLON) return 'extension';
    if (byte === SPACE || byte === TAB) return 'blank';
    throw malformed('A chunk size is malformed.');
  }
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

function isControl(byte: number): boolean {
  return (byte < SPACE && byte !== TAB) || byte === DELETE;
}

function malformed(message: string): HttpFailure {
  return new HttpFailure('protocol', message, { beforeFirstByte: false });
}
