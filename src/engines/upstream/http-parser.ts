/**
 * Reads one HTTP/1.1 answer out of bytes that come in any pieces. Pure: no socket, no clock.
 *
 *   head ─┬─ 1xx ─────────────> head (the interim answer is forgotten)
 *         ├─ 204, 304, length 0 ────────────────────────────────────────────────> done
 *         ├─ content-length ──> length ─────────────────────────────────────────> done
 *         ├─ chunked ─────────> chunk-size ⇄ chunk-data, then size 0 ──> trailers ─> done
 *         └─ neither ─────────> until-close ─────── the peer closes ────────────> done
 *
 * It is strict where two readers could disagree about where an answer ends: such an answer could smuggle bytes into
 * the next one on the same connection. Whatever it does not accept is thrown as an `HttpFailure`.
 */
import { HttpFailure } from './http.ts';
import { ChunkSizeLine, LineEnds } from './http-parser-lines.ts';

export const PARSER_LIMITS = { headBytesMax: 64 * 1024, trailerBytesMax: 16 * 1024 } as const;

type ResponseHead = {
  readonly status: number;
  /** Names in lower case. A repeated header is joined with ", ". */
  readonly headers: ReadonlyMap<string, string>;
  /** The connection may carry another request once this answer is whole. */
  readonly reusable: boolean;
};

type State = 'head' | 'length' | 'until-close' | 'chunk-size' | 'chunk-data' | 'chunk-end' | 'trailers' | 'done';
type Framing = { readonly state: State; readonly bodyBytes: number };

const NOTHING = new Uint8Array(0);
const CR = 13;
const LF = 10;

export class ResponseParser {
  /** The final head, once it is whole. */
  head: ResponseHead | undefined;
  /** Bytes came after the end of the answer: the connection cannot be trusted with another request. */
  surplus = false;

  #state: State = 'head';
  #headText = '';
  #headBytes = 0;
  #trailerBytes = 0;
  #remaining = 0;
  readonly #lines = new LineEnds();
  #sizeLine: ChunkSizeLine | undefined;

  get done(): boolean {
    return this.#state === 'done';
  }

  /** True where anything of the answer has come. A whole interim answer does not count. */
  get started(): boolean {
    return this.head !== undefined || this.#headText !== '';
  }

  /**
   * Takes the next bytes and gives the body bytes that were in them, perhaps none. The input belongs to the parser from
   * now on: chunks are moved together in place, so that one read from the socket is one piece for the caller.
   */
  feed(bytes: Uint8Array): Uint8Array {
    let at = 0;
    let from = 0;
    let to = 0;
    while (at < bytes.length) {
      if (this.#state === 'done') {
        this.surplus = true;
        break;
      }
      const isBody = this.#state === 'length' || this.#state === 'chunk-data' || this.#state === 'until-close';
      if (!isBody) {
        at = this.#readFraming(bytes, at);
        continue;
      }
      const next = this.#state === 'until-close' ? bytes.length : Math.min(bytes.length, at + this.#remaining);
      if (to === 0) from = at;
      else bytes.copyWithin(to, at, next);
      to = to === 0 ? next : to + (next - at);
      this.#took(next - at);
      at = next;
    }
    if (to === from) return NOTHING;
    return from === 0 && to === bytes.length ? bytes : bytes.subarray(from, to);
  }

  /** The peer closed cleanly. True when that ends the answer; false when the answer is cut off. */
  close(): boolean {
    if (this.#state === 'until-close') this.#state = 'done';
    return this.#state === 'done';
  }

  #readFraming(bytes: Uint8Array, at: number): number {
    switch (this.#state) {
      case 'head':
        return this.#readHead(bytes, at);
      case 'chunk-size':
        return this.#readChunkSize(bytes, at);
      case 'chunk-end':
        return this.#readChunkEnd(bytes, at);
      default:
        return this.#readTrailers(bytes, at);
    }
  }

  #readHead(bytes: Uint8Array, at: number): number {
    const end = this.#lines.findBlankLine(bytes, at);
    this.#headBytes += end - at;
    if (this.#headBytes > PARSER_LIMITS.headBytesMax) throw tooLarge('The header block is over its limit.');
    this.#headText += latin1(bytes, at, end);
    if (!this.#lines.atBlankLine) return end;

    const { head, framing } = parseHead(this.#headText);
    this.#headText = '';
    this.#lines.reset();
    // The bytes of interim answers stay counted, so that they too come to an end.
    if (head.status < 200) return end;
    this.head = head;
    this.#state = framing.state;
    this.#remaining = framing.bodyBytes;
    return end;
  }

  #took(count: number): void {
    if (this.#state === 'until-close') return;
    this.#remaining -= count;
    if (this.#remaining === 0) this.#state = this.#state === 'length' ? 'done' : 'chunk-end';
  }

  #readChunkSize(bytes: Uint8Array, at: number): number {
    this.#sizeLine ??= new ChunkSizeLine();
    const end = this.#sizeLine.feed(bytes, at);
    if (!this.#sizeLine.done) return end;
    this.#remaining = this.#sizeLine.size;
    this.#state = this.#remaining === 0 ? 'trailers' : 'chunk-data';
    // An empty line right after the last chunk ends the answer, so the trailers begin as if after a line end.
    if (this.#remaining === 0) this.#lines.startAfterLine();
    this.#sizeLine.reset();
    return end;
  }

  /** The CR LF after a chunk's data; `#remaining` is 0 before the CR and -1 before the LF. */
  #readChunkEnd(bytes: Uint8Array, at: number): number {
    const wanted = this.#remaining === 0 ? CR : LF;
    if (bytes[at] !== wanted) throw malformed('A chunk is longer than its size.');
    if (wanted === CR) this.#remaining = -1;
    else this.#state = 'chunk-size';
    return at + 1;
  }

  #readTrailers(bytes: Uint8Array, at: number): number {
    const end = this.#lines.findBlankLine(bytes, at);
    this.#trailerBytes += end - at;
    if (this.#trailerBytes > PARSER_LIMITS.trailerBytesMax) throw tooLarge('The trailers are over their limit.');
    if (this.#lines.atBlankLine) this.#state = 'done';
    return end;
  }
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5][0-9][0-9])(?: .*)?$/;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const DIGITS = /^[0-9]{1,15}$/;

function parseHead(text: string): { head: ResponseHead; framing: Framing } {
  const lines = text.split('\r\n');
  const statusLine = STATUS_LINE.exec(lines[0]!);
  if (!statusLine) throw malformed('The status line is malformed.');
  const status = Number(statusLine[2]);
  // We never ask to change the protocol, so what would follow is not HTTP.
  if (status === 101) throw malformed('The peer changed the protocol unasked.');
  const headers = new Map<string, string>();
  // The text ends with two line ends, which split into two empty strings.
  for (let index = 1; index < lines.length - 2; index += 1) addHeader(headers, lines[index]!);

  const isVersion10 = statusLine[1] === '0';
  const framing = framingOf(status, headers, isVersion10);
  const reusable = !isVersion10 && framing.state !== 'until-close' && !asksToClose(headers.get('connection'));
  return { head: { status, headers, reusable }, framing };
}

/** A folded line or a space before the colon leaves a name that is not a token, and so is refused here too. */
function addHeader(headers: Map<string, string>, line: string): void {
  const colon = line.indexOf(':');
  if (colon < 0) throw malformed('A header has no colon.');
  const name = line.slice(0, colon);
  if (!TOKEN.test(name)) throw malformed('A header name is malformed.');
  const key = name.toLowerCase();
  const value = trimBlanks(line, colon + 1);
  const earlier = headers.get(key);
  headers.set(key, earlier === undefined ? value : `${earlier}, ${value}`);
}

function framingOf(status: number, headers: ReadonlyMap<string, string>, isVersion10: boolean): Framing {
  const length = contentLengthOf(headers.get('content-length'));
  const encoding = headers.get('transfer-encoding');
  if (encoding !== undefined) {
    if (length !== undefined) throw malformed('The answer has both a content-length and a transfer-encoding.');
    if (isVersion10) throw malformed('An HTTP/1.0 answer cannot have a transfer-encoding.');
    if (encoding.toLowerCase() !== 'chunked') throw malformed('The transfer-encoding is not chunked.');
  }
  if (status === 204 || status === 304 || length === 0) return { state: 'done', bodyBytes: 0 };
  if (encoding !== undefined) return { state: 'chunk-size', bodyBytes: 0 };
  if (length !== undefined) return { state: 'length', bodyBytes: length };
  return { state: 'until-close', bodyBytes: 0 };
}

/** The same length said several times is one length; two different ones are an attack or a bug. */
function contentLengthOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (DIGITS.test(value)) return Number(value);
  const lengths = value.split(',').map((part) => trimBlanks(part, 0));
  const first = lengths[0]!;
  if (!lengths.every((length) => DIGITS.test(length) && length === first)) {
    throw malformed('The content-length is malformed or contradicts itself.');
  }
  return Number(first);
}

function asksToClose(connection: string | undefined): boolean {
  if (connection === undefined) return false;
  return connection.split(',').some((option) => option.trim().toLowerCase() === 'close');
}

/** Not `String.trim`, which would also take bytes that only Unicode calls a space. */
function trimBlanks(text: string, start: number): string {
  let from = start;
  let to = text.length;
  while (from < to && isBlank(text.charCodeAt(from))) from += 1;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
}

function malformed(message: string): HttpFailure {
  return new HttpFailure('protocol', message, { beforeFirstByte: false });
}

function tooLarge(message: string): HttpFailure {
  return new HttpFailure('too-large', message, { beforeFirstByte: false });
}
