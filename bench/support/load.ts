/**
 * A load generator on plain sockets: the same request over and over, on connections that are kept. It reads just enough
 * of an answer to know where it ends, so that it costs far less than what it measures.
 */

export type Target = {
  readonly port: number;
  /** The same each time, or what is to be sent next. */
  readonly request: Uint8Array | (() => Uint8Array);
};

type LoadResult = {
  readonly answers: number;
  readonly seconds: number;
  /** Milliseconds from the request's write to the first and the last byte of its answer. */
  readonly firstByteMs: readonly number[];
  readonly lastByteMs: readonly number[];
  /** The time from the last of a stream's text to the end of its answer. */
  readonly endWaitMs: readonly number[];
};

const FINISH = Buffer.from('"finish_reason":"stop"');
const CHUNKED_END = Buffer.from('0\r\n\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const OK = Buffer.from('HTTP/1.1 200');
const NOTHING = Buffer.alloc(0);

/** One connection, one request at a time. */
class Line {
  sentAtMs = 0;
  firstAtMs = 0;
  /** NaN where the end came together with text. */
  endWaitMs = Number.NaN;
  onAnswer: (line: Line, nowMs: number) => void = () => {};
  onFailure: (error: unknown) => void = () => {};
  #previousAtMs = 0;
  /** Bytes of the body still to come; -1 before the head, -2 in a chunked body. */
  #left = -1;
  /** The beginning of a head, or the last bytes of a chunked body: either may come in pieces. */
  #tail: Buffer = NOTHING;
  #socket!: Bun.Socket<undefined>;
  #written = 0;
  #request: Uint8Array = NOTHING;
  readonly #next: () => Uint8Array;

  constructor(next: () => Uint8Array) {
    this.#next = next;
  }

  async open(port: number): Promise<void> {
    this.#socket = await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: { data: (_, bytes) => this.#read(bytes), drain: () => this.#write() },
    });
  }

  send(): void {
    this.sentAtMs = performance.now();
    this.#left = -1;
    this.#tail = NOTHING;
    this.firstAtMs = 0;
    this.endWaitMs = Number.NaN;
    this.#written = 0;
    this.#request = this.#next();
    this.#write();
  }

  /** Bytes that the system does not take at once are written when it can. */
  #write(): void {
    if (this.#written < this.#request.length) this.#written += this.#socket.write(this.#request, this.#written);
  }

  close(): void {
    this.#socket.terminate();
  }

  #read(bytes: Buffer): void {
    const nowMs = performance.now();
    if (this.firstAtMs === 0) this.firstAtMs = nowMs;
    else if (this.#left === -2 && bytes.includes(FINISH)) this.endWaitMs = nowMs - this.#previousAtMs;
    this.#previousAtMs = nowMs;
    try {
      const isEnd = this.#left === -1 ? this.#readHead(bytes) : this.#readBody(bytes);
      if (isEnd) this.onAnswer(this, nowMs);
    } catch (error) {
      this.onFailure(error);
    }
  }

  #readHead(piece: Buffer): boolean {
    const bytes = this.#tail.length === 0 ? piece : Buffer.concat([this.#tail, piece]);
    const end = bytes.indexOf(HEAD_END);
    // A head may come in pieces, the first of them shorter than its status.
    if (!bytes.subarray(0, OK.length).equals(OK.subarray(0, bytes.length))) {
      throw new Error(`it answers ${bytes.toString('latin1').split('\r\n')[0]}`);
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

type LoadOptions = { readonly lines: number; readonly seconds: number };
/** `onBegin` is called when all connections are open and before the first request. */
type SteadyOptions = { readonly perSecond: number; readonly onBegin?: () => void };

/** As many requests as the target answers. */
export async function fullLoad(target: Target, { lines, seconds }: LoadOptions): Promise<LoadResult> {
  const open = await openLines(target, lines);
  const times = new Times();
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  let running = 0;
  const done = Promise.withResolvers<void>();
  for (const line of open) {
    line.onFailure = done.reject;
    line.onAnswer = (_, nowMs) => {
      times.add(line, nowMs);
      if (nowMs < endMs) line.send();
      else if (--running === 0) done.resolve();
    };
    running += 1;
    line.send();
  }
  try {
    await done.promise;
    return times.result((performance.now() - startMs) / 1000);
  } finally {
    for (const line of open) line.close();
  }
}

/**
 * So many requests a second, at even distances, whether or not earlier ones have been answered. `leftOut` is the share
 * that was not sent because all connections waited: then the delays are better than a client would have seen. It looks
 * at the clock all the time instead of sleeping: requests of one millisecond sent at once would wait for each other.
 */
export async function steadyLoad(
  target: Target,
  { lines, seconds, perSecond, onBegin }: LoadOptions & SteadyOptions,
): Promise<LoadResult & { readonly leftOut: number }> {
  const open = await openLines(target, lines);
  onBegin?.();
  const idle = [...open];
  const times = new Times();
  let failure: unknown;
  for (const line of open) {
    line.onFailure = (error) => {
      failure ??= error;
    };
    line.onAnswer = (_, nowMs) => {
      times.add(line, nowMs);
      idle.push(line);
    };
  }
  const startMs = performance.now();
  let sent = 0;
  let late = 0;
  for (let nowMs = startMs; nowMs - startMs < seconds * 1000; nowMs = performance.now()) {
    if (sent < ((nowMs - startMs) / 1000) * perSecond) {
      const line = idle.pop();
      if (line) line.send();
      else late += 1;
      sent += 1;
    }
    await new Promise(setImmediate);
  }
  const untilMs = performance.now() + 5000;
  while (idle.length < open.length && performance.now() < untilMs) await Bun.sleep(2);
  for (const line of open) line.close();
  if (failure) throw failure;
  return { ...times.result(seconds), leftOut: late / sent };
}

class Times {
  readonly #firstByteMs: number[] = [];
  readonly #lastByteMs: number[] = [];
  readonly #endWaitMs: number[] = [];

  add({ sentAtMs, firstAtMs, endWaitMs }: Line, nowMs: number): void {
    this.#firstByteMs.push(firstAtMs - sentAtMs);
    this.#lastByteMs.push(nowMs - sentAtMs);
    if (!Number.isNaN(endWaitMs)) this.#endWaitMs.push(endWaitMs);
  }

  result(seconds: number): LoadResult {
    const times = { firstByteMs: this.#firstByteMs, lastByteMs: this.#lastByteMs, endWaitMs: this.#endWaitMs };
    return { answers: this.#lastByteMs.length, seconds, ...times };
  }
}

async function openLines({ port, request }: Target, count: number): Promise<Line[]> {
  const next = typeof request === 'function' ? request : () => request;
  const lines = Array.from({ length: count }, () => new Line(next));
  await Promise.all(lines.map((line) => line.open(port)));
  return lines;
}
