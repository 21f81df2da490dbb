/**
 * A load generator on plain sockets: the same request over and over, on connections that are kept. It reads just enough
 * of an answer to know where it ends, so that it costs far less than what it measures.
 */

export type Target = {
  readonly port: number;
  /** The same on every connection, or one for each by its number. */
  readonly request: Uint8Array | ((line: number) => Uint8Array);
};

export type LoadResult = {
  readonly answers: number;
  readonly seconds: number;
  /** Milliseconds from the request's write to the first and the last byte of its answer. */
  readonly firstByteMs: readonly number[];
  readonly lastByteMs: readonly number[];
};

const CHUNKED_END = Buffer.from('0\r\n\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const OK = Buffer.from('HTTP/1.1 200');
const NOTHING = Buffer.alloc(0);

/** One connection, one request at a time. */
class Line {
  sentAtMs = 0;
  firstAtMs = 0;
  onAnswer: (line: Line, nowMs: number) => void = () => {};
  /** Bytes of the body still to come; -1 before the head, -2 in a chunked body. */
  #left = -1;
  /** The beginning of a head, or the last bytes of a chunked body: either may come in pieces. */
  #tail: Buffer = NOTHING;
  #socket!: Bun.Socket<undefined>;
  readonly #request: Uint8Array;

  constructor(request: Uint8Array) {
    this.#request = request;
  }

  async open(port: number): Promise<void> {
    this.#socket = await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: { data: (_, bytes) => this.#read(bytes) },
    });
  }

  send(): void {
    this.sentAtMs = performance.now();
    this.#left = -1;
    this.#tail = NOTHING;
    this.firstAtMs = 0;
    const written = this.#socket.write(this.#request);
    if (written !== this.#request.length) throw new Error('The target does not take a whole request.');
  }

  close(): void {
    this.#socket.terminate();
  }

  #read(bytes: Buffer): void {
    const nowMs = performance.now();
    if (this.firstAtMs === 0) this.firstAtMs = nowMs;
    const isEnd = this.#left === -1 ? this.#readHead(bytes) : this.#readBody(bytes);
    if (isEnd) this.onAnswer(this, nowMs);
  }

  #readHead(piece: Buffer): boolean {
    const bytes = this.#tail.length === 0 ? piece : Buffer.concat([this.#tail, piece]);
    const end = bytes.indexOf(HEAD_END);
    if (bytes.compare(OK, 0, OK.length, 0, OK.length) !== 0) {
      throw new Error(`Not an answer: ${bytes.toString('latin1').slice(0, 500)}`);
    }
    this.#tail = end < 0 ? bytes : NOTHING;
    if (end < 0) return false;
    const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1];
    this.#left = length === undefined ? -2 : Number(length);
    return this.#readBody(bytes.subarray(end + HEAD_END.length));
  }

  #readBody(bytes: Buffer): boolean {
    if (this.#left === -2) {
      const last = bytes.length >= 5 ? bytes : Buffer.concat([this.#tail, bytes]);
      this.#tail = last.subarray(-5);
      return this.#tail.equals(CHUNKED_END);
    }
    this.#left -= bytes.length;
    return this.#left === 0;
  }
}

export type LoadOptions = { readonly lines: number; readonly seconds: number };

/** As many requests as the target answers. */
export async function fullLoad(target: Target, { lines, seconds }: LoadOptions): Promise<LoadResult> {
  const open = await openLines(target, lines);
  const firstByteMs: number[] = [];
  const lastByteMs: number[] = [];
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  let running = 0;
  const done = Promise.withResolvers<void>();
  for (const line of open) {
    line.onAnswer = (_, nowMs) => {
      firstByteMs.push(line.firstAtMs - line.sentAtMs);
      lastByteMs.push(nowMs - line.sentAtMs);
      if (nowMs < endMs) line.send();
      else if (--running === 0) done.resolve();
    };
    running += 1;
    line.send();
  }
  await done.promise;
  const spent = (performance.now() - startMs) / 1000;
  for (const line of open) line.close();
  return { answers: lastByteMs.length, seconds: spent, firstByteMs, lastByteMs };
}

/**
 * So many requests a second, at even distances, whether or not earlier ones have been answered. `leftOut` is the share
 * that was not sent because all connections waited: then the delays are better than a client would have seen.
 */
export async function steadyLoad(
  target: Target,
  { lines, seconds, perSecond }: LoadOptions & { readonly perSecond: number },
): Promise<LoadResult & { readonly leftOut: number }> {
  const open = await openLines(target, lines);
  const idle = [...open];
  const firstByteMs: number[] = [];
  const lastByteMs: number[] = [];
  for (const line of open) {
    line.onAnswer = (_, nowMs) => {
      firstByteMs.push(line.firstAtMs - line.sentAtMs);
      lastByteMs.push(nowMs - line.sentAtMs);
      idle.push(line);
    };
  }
  const startMs = performance.now();
  let sent = 0;
  let late = 0;
  while (performance.now() - startMs < seconds * 1000) {
    const due = ((performance.now() - startMs) / 1000) * perSecond;
    while (sent < due) {
      const line = idle.pop();
      if (line) line.send();
      else late += 1;
      sent += 1;
    }
    await Bun.sleep(1);
  }
  const untilMs = performance.now() + 5000;
  while (idle.length < open.length && performance.now() < untilMs) await Bun.sleep(2);
  for (const line of open) line.close();
  return { answers: lastByteMs.length, seconds, firstByteMs, lastByteMs, leftOut: late / sent };
}

async function openLines({ port, request }: Target, count: number): Promise<Line[]> {
  const lines = Array.from({ length: count }, (_, n) => new Line(typeof request === 'function' ? request(n) : request));
  await Promise.all(lines.map((line) => line.open(port)));
  return lines;
}

/** A chat request as bytes: six messages, about 1 KB, as a conversation sends them. */
export function chatRequest(kind: 'json' | 'sse', key: string): Uint8Array {
  const turn =
    'Please explain in a few sentences how a ledger keeps its balance when many people write to it at once. ';
  const messages = ['system', 'user', 'assistant', 'user', 'assistant', 'user'].map((role) => ({
    role,
    content: turn,
  }));
  const body = JSON.stringify({ messages, max_tokens: 256, stream: kind === 'sse' });
  const accept = kind === 'sse' ? 'text/event-stream' : 'application/json';
  return Buffer.from(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\naccept: ${accept}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}
