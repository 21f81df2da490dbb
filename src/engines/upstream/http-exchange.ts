/**
 * One request and its answer.
 *
 *   connecting ──> waiting ──> head ──> body ──> over
 *                     │ ▲
 *                     └─┘ once: a reused connection was closed before it answered, so a new one is opened
 *
 * Every phase can go straight to `over`: by a deadline, an abort, a lost connection, or a reader that leaves. Going to
 * `over` stops the timer and takes the listener off the signal, in one place: `#finish`.
 */

import type { StopListener, StopSignal } from '../../core/stop.ts';
import { Deadline } from '../../lib/deadline.ts';
import { type HttpAnswer, type HttpDeadlines, HttpFailure } from './http.ts';
import { Body, type BodySource } from './http-body.ts';
import type { Connection, ConnectionOwner } from './http-connection.ts';
import { ResponseParser } from './http-parser.ts';
import type { ConnectionPool } from './http-pool.ts';
import { LONG_WAITS } from './long-waits.ts';

/** Above this many unread bytes the peer is held back. */
const HELD_BYTES_MAX = 64 * 1024;

type Sending = {
  readonly pool: ConnectionPool;
  readonly deadlines: HttpDeadlines;
  readonly signal: StopSignal;
};

/** The two ends of the promise that the caller of the client holds. */
type Caller = {
  readonly resolve: (answer: HttpAnswer) => void;
  readonly reject: (reason: unknown) => void;
};

export function startExchange(pieces: readonly Uint8Array[], sending: Sending, caller: Caller): void {
  new Exchange(pieces, sending, caller).start();
}

const NOTHING: readonly Uint8Array[] = [];

class Exchange implements ConnectionOwner, BodySource, StopListener {
  #phase: 'connecting' | 'waiting' | 'head' | 'body' | 'over' = 'connecting';
  #connection: Connection | undefined;
  #pieces: readonly Uint8Array[];
  /** How many pieces are written, and how many bytes of the next one. */
  #piecesWritten = 0;
  #written = 0;
  #isWritten = false;
  #hasHeard = false;
  /** Its connection may carry another request, by the head of the answer. */
  #isReusable = false;
  #body: Body | undefined;
  readonly #parser = new ResponseParser();
  readonly #deadline = new Deadline(() => this.#fail(this.#lateness()), LONG_WAITS);
  readonly #sending: Sending;
  readonly #caller: Caller;

  constructor(pieces: readonly Uint8Array[], sending: Sending, caller: Caller) {
    this.#pieces = pieces;
    this.#sending = sending;
    this.#caller = caller;
  }

  start(): void {
    const { signal, pool } = this.#sending;
    if (signal.aborted) {
      this.#caller.reject(signal.reason);
      return;
    }
    signal.addEventListener('abort', this);
    this.#connection = pool.take(this);
    if (this.#connection) this.connected();
    else this.#connect();
  }

  /** The signal was aborted. */
  handleEvent(): void {
    this.#fail(this.#sending.signal.reason);
  }

  connected(): void {
    this.#phase = 'waiting';
    this.#piecesWritten = 0;
    this.#written = 0;
    this.#isWritten = false;
    this.#write();
  }

  writable(): void {
    if (!this.#isWritten) this.#write();
  }

  received(connection: Connection, bytes: Uint8Array): void {
    this.#hasHeard = true;
    // It will not be written again, and a long answer should not keep a long question in memory.
    if (this.#isWritten) this.#pieces = NOTHING;
    let piece: Uint8Array;
    try {
      piece = this.#parser.feed(bytes);
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (this.#phase === 'waiting' && this.#parser.started) this.#phase = 'head';
    if (this.#phase === 'head') this.#answer();
    const body = this.#body;
    if (!body) return;
    if (piece.length > 0) body.push(piece);
    if (this.#parser.done) this.#complete();
    else if (body.isAwaited) this.#deadline.set(this.#sending.deadlines.idleMs);
    else this.#deadline.rest();
    if (this.#phase === 'body' && body.heldBytes > HELD_BYTES_MAX) connection.pause();
  }

  lost(connection: Connection, cause: unknown): void {
    if (this.#phase === 'connecting') {
      this.#fail(new HttpFailure('connect', 'The connection could not be opened.', { beforeFirstByte: true, cause }));
    } else if (connection.isReused && !this.#hasHeard) {
      // The peer closed an idle connection just as we used it. It has not begun to answer, so a new one may ask again.
      this.#connect();
    } else if (this.#phase === 'body' && cause === undefined && this.#parser.close()) {
      this.#complete();
    } else {
      const beforeFirstByte = this.#phase === 'waiting';
      this.#fail(new HttpFailure('closed', 'The peer closed before the answer was whole.', { beforeFirstByte, cause }));
    }
  }

  wanted(): void {
    if (this.#phase === 'over') return;
    this.#deadline.set(this.#sending.deadlines.idleMs);
    this.#connection?.resume();
  }

  taken(): void {
    if (this.#phase === 'body' && this.#body!.heldBytes <= HELD_BYTES_MAX) this.#connection?.resume();
  }

  left(): void {
    if (this.#phase !== 'over') this.#finish()?.destroy();
  }

  #connect(): void {
    this.#phase = 'connecting';
    this.#deadline.set(this.#sending.deadlines.connectMs);
    this.#connection = this.#sending.pool.open(this);
  }

  /** The wait for the answer starts anew with each write, so that a peer which takes nothing is given up too. */
  #write(): void {
    const connection = this.#connection!;
    for (let piece = this.#pieces[this.#piecesWritten]; piece; piece = this.#pieces[this.#piecesWritten]) {
      const count = connection.write(piece, this.#written);
      if (count < 0) {
        connection.wasLost(new Error('The connection was closed while the request was written.'));
        return;
      }
      this.#written += count;
      if (this.#written < piece.length) break;
      this.#piecesWritten += 1;
      this.#written = 0;
    }
    this.#isWritten = this.#piecesWritten === this.#pieces.length;
    if (this.#phase === 'waiting') this.#deadline.set(this.#sending.deadlines.firstByteMs);
  }

  /** Resolves the call if the head is whole. */
  #answer(): void {
    const head = this.#parser.head;
    if (!head) {
      this.#deadline.set(this.#sending.deadlines.idleMs);
      return;
    }
    this.#phase = 'body';
    this.#isReusable = head.reusable;
    // Its headers are for the caller, who may let go of them while the body comes.
    this.#parser.head = undefined;
    const body = new Body(this, this.#sending.signal);
    this.#body = body;
    this.#caller.resolve({ status: head.status, headers: head.headers, body, discard: () => body.discard() });
  }

  /** All of the answer is here. The connection does not wait for the reader: what is unread is in memory. */
  #complete(): void {
    const isReusable = this.#isReusable && !this.#parser.surplus;
    const connection = this.#finish();
    if (connection && isReusable && this.#isWritten) this.#sending.pool.give(connection);
    else connection?.destroy();
    this.#body!.end();
  }

  #fail(failure: unknown): void {
    if (this.#phase === 'over') return;
    this.#finish()?.destroy();
    if (this.#body) this.#body.fail(failure);
    else this.#caller.reject(failure);
  }

  #finish(): Connection | undefined {
    this.#phase = 'over';
    this.#deadline.clear();
    this.#sending.signal.removeEventListener('abort', this);
    const connection = this.#connection;
    this.#connection = undefined;
    return connection;
  }

  #lateness(): HttpFailure {
    if (this.#phase === 'connecting') {
      return new HttpFailure('connect-timeout', 'The connection did not open in time.', { beforeFirstByte: true });
    }
    if (this.#phase === 'waiting') {
      return new HttpFailure('first-byte-timeout', 'No answer began in time.', { beforeFirstByte: true });
    }
    return new HttpFailure('idle-timeout', 'The answer stopped for too long.', { beforeFirstByte: false });
  }
}
