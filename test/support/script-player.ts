import { STATUS_CODES } from 'node:http';
import type { RawConnection } from './raw-http-server.ts';
import {
  asChunk,
  type BodyStep,
  type Data,
  type Framing,
  PLAIN_STYLE,
  type Step,
  type Style,
} from './upstream-steps.ts';

/** Plays steps on a connection; resolves with whether all of them were played before the client left. */
export async function playSteps(steps: readonly Step[], connection: RawConnection, onSent: OnSent): Promise<boolean> {
  const player = new ScriptPlayer(steps, connection, onSent);
  for (let at = 0; at < steps.length; at++) {
    if (!connection.isOpen) return false;
    if ((await player.play(at)) === 'stop') return !player.wasLeft;
  }
  await player.finishProperly();
  return !player.wasLeft;
}

/** Called with each part of a body once the kernel has taken it. */
type OnSent = (part: BodyStep) => void;

/** Bytes are gathered up to this size while nothing waits, so that a fast answer costs one write and not fifty. */
const GATHER_BYTES = 64 * 1024;

class ScriptPlayer {
  /** True where the client left while something was still to be written or waited for. */
  wasLeft = false;
  readonly #steps: readonly Step[];
  readonly #connection: RawConnection;
  readonly #onSent: OnSent;
  #style: Style = PLAIN_STYLE;
  /** The framing of the response that is open, if one is. */
  #framing: Framing | undefined;
  #mustClose = true;
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  #unreported: BodyStep[] = [];
  #dueAtMs = Number.NEGATIVE_INFINITY;

  constructor(steps: readonly Step[], connection: RawConnection, onSent: OnSent) {
    this.#steps = steps;
    this.#connection = connection;
    this.#onSent = onSent;
  }

  async play(at: number): Promise<'stop' | undefined> {
    const step = this.#steps[at];
    switch (step?.type) {
      case 'style':
        this.#style = { ...this.#style, ...step.change };
        return undefined;
      case 'head':
        await this.#put(this.#renderHead(step, at));
        return undefined;
      case 'bytes':
        for (const piece of step.pieces()) if (!(await this.#put(piece))) break;
        return undefined;
      case 'body':
        await this.#playBody(step);
        return undefined;
      case 'wait':
        await this.#flush();
        await this.#wait(step.begin);
        return undefined;
      case 'finish':
        await this.#finish();
        return undefined;
      default:
        await this.#flush();
        await this.#leave(step?.type);
        return 'stop';
    }
  }

  /** The end of a script that just stops: a complete response, and a connection kept if the framing allows it. */
  async finishProperly(): Promise<void> {
    await this.#finish();
    await this.#flush();
    if (this.#mustClose) this.#connection.end();
  }

  async #leave(how: 'end' | 'reset' | 'hang' | 'keep-alive' | undefined): Promise<void> {
    if (how === 'end') this.#connection.end();
    if (how === 'hang') await this.#wait(() => () => {});
    if (how === 'reset') {
      // A client in this process gets its chance to read what was sent before the reset discards it.
      await this.#nextTurn();
      await this.#nextTurn();
      this.#connection.reset();
    }
  }

  #renderHead(step: Extract<Step, { type: 'head' }>, at: number): string {
    const headers = new Map(Object.entries(step.headers).map(([name, value]) => [name.toLowerCase(), value]));
    if (headers.has('content-length')) this.#framing = 'content-length';
    else if (headers.has('transfer-encoding')) this.#framing = 'chunked';
    else {
      this.#framing = this.#style.framing ?? step.framing;
      if (this.#framing === 'chunked') headers.set('transfer-encoding', 'chunked');
      if (this.#framing === 'content-length') headers.set('content-length', String(this.#bodyLengthAfter(at)));
      if (this.#framing === 'close-delimited') headers.set('connection', 'close');
    }
    this.#mustClose = headers.get('connection') === 'close';
    const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`);
    return `HTTP/1.1 ${step.status} ${STATUS_CODES[step.status] ?? 'Scripted'}\r\n${lines.join('')}\r\n`;
  }

  #bodyLengthAfter(at: number): number {
    let style = this.#style;
    let total = style.bom ? BOM.length : 0;
    for (const step of this.#steps.slice(at + 1)) {
      if (step.type === 'finish') break;
      if (step.type === 'style') style = { ...style, ...step.change };
      if (step.type === 'body') total += step.length ?? lengthOf(step.render(style));
    }
    return total;
  }

  async #playBody(step: BodyStep): Promise<void> {
    for (const piece of step.render(this.#style)) {
      await this.#keepPace();
      const data = this.#style.bom ? Buffer.concat([BOM, Buffer.from(piece)]) : Buffer.from(piece);
      this.#style = { ...this.#style, bom: false };
      // An empty chunk would end the body.
      if (data.length === 0) continue;
      if (!(await this.#put(this.#framing === 'chunked' ? asChunk(data) : data))) return;
    }
    this.#unreported.push(step);
  }

  async #finish(): Promise<void> {
    if (this.#framing === 'chunked') await this.#put('0\r\n\r\n');
    this.#framing = undefined;
  }

  /** Holds to a timetable rather than adding up delays, so that late timers do not slow a paced stream down. */
  async #keepPace(): Promise<void> {
    const { everyMs } = this.#style;
    if (everyMs <= 0) return;
    await this.#flush();
    const now = performance.now();
    this.#dueAtMs = Math.max(this.#dueAtMs + everyMs, now);
    if (this.#dueAtMs <= now) return;
    await this.#wait((resume) => {
      const timer = setTimeout(resume, this.#dueAtMs - now);
      return () => clearTimeout(timer);
    });
  }

  async #wait(begin: (resume: () => void) => () => void): Promise<void> {
    let cancel = (): void => {};
    await this.#connection.suspend((resume) => {
      cancel = begin(resume);
    });
    cancel();
    this.wasLeft ||= !this.#connection.isOpen;
  }

  #nextTurn(): Promise<void> {
    return this.#connection.suspend((resume) => setImmediate(resume));
  }

  /** Returns whether the client is still there. */
  async #put(data: Data): Promise<boolean> {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    this.#gathered.push(bytes);
    this.#gatheredBytes += bytes.length;
    if (this.#gatheredBytes >= GATHER_BYTES) await this.#flush();
    return this.#connection.isOpen;
  }

  async #flush(): Promise<void> {
    const data = this.#gathered.length === 1 ? this.#gathered[0]! : Buffer.concat(this.#gathered);
    const reports = this.#unreported;
    this.#gathered = [];
    this.#gatheredBytes = 0;
    this.#unreported = [];

    const { pieceBytes } = this.#style;
    for (let from = 0; from < data.length; from += pieceBytes) {
      await this.#connection.write(data.subarray(from, from + pieceBytes));
      this.wasLeft ||= !this.#connection.isOpen;
      if (this.wasLeft) return;
      // Each piece gets its own turn of the loop, or a reader in this process would find them joined again.
      if (pieceBytes < data.length) await this.#nextTurn();
    }
    for (const part of reports) this.#onSent(part);
  }
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

function lengthOf(pieces: Iterable<Data>): number {
  let total = 0;
  for (const piece of pieces) total += Buffer.byteLength(piece);
  return total;
}
