/** The HTTP client as the engine adapters need it. One implementation: `http-client.ts`. */
import type { StopSignal } from '../../core/stop.ts';

export type HttpDeadlines = {
  /** From the call to an open (and, with TLS, verified) connection. */
  readonly connectMs: number;
  /** From the request's last byte written to the first byte of the answer. */
  readonly firstByteMs: number;
  /** Longest wait for the next bytes of a body while a reader waits for them. */
  readonly idleMs: number;
};

export type HttpRequest = {
  readonly method: 'GET' | 'POST';
  /** Path and query, as it goes on the request line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A large one may come as its start, and pieces that are bytes already. */
  readonly body?: string | { readonly start: string; readonly rest: readonly Uint8Array[] };
  readonly deadlines: HttpDeadlines;
};

export type HttpAnswer = {
  readonly status: number;
  /** Names in lower case. A repeated header is joined with ", ". */
  readonly headers: ReadonlyMap<string, string>;
  /**
   * The body, once. Reading it to its end gives the connection back for reuse; leaving early, or never starting and
   * calling `discard`, closes the connection. While the body is not read, the peer is held back (backpressure).
   */
  readonly body: AsyncIterable<Uint8Array> & {
    /** All of it, where it is short, has come in one piece, and was not asked for yet. */
    takeWhole(): Uint8Array | undefined;
  };
  discard(): void;
};

export type HttpFailureKind =
  | 'connect' // refused, unreachable, name not found, TLS not verified
  | 'connect-timeout'
  | 'first-byte-timeout'
  | 'idle-timeout'
  | 'closed' // the peer closed or reset before the answer was whole
  | 'protocol' // what came is not HTTP/1.1 as we accept it
  | 'too-large'; // headers or trailers over their limit

/** The upstream failed. `beforeFirstByte` tells whether another attempt can still be made unseen. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly kind: HttpFailureKind;
  readonly beforeFirstByte: boolean;

  constructor(kind: HttpFailureKind, message: string, options: { beforeFirstByte: boolean; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.beforeFirstByte = options.beforeFirstByte;
  }
}

export interface HttpClient {
  /** Resolves when the answer's head has arrived. Rejects with HttpFailure, or with the signal's reason when aborted. */
  request(request: HttpRequest, signal: StopSignal): Promise<HttpAnswer>;
  /** Closes idle connections; running requests go on. */
  close(): void;
}
