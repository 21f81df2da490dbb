/** Every limit of the service that is not an engine's own, with its default. The configuration may change each one. */
export type Limits = {
  /** Largest request body. */
  readonly bodyBytesMax: number;
  /** Deepest nesting of JSON in a body. */
  readonly bodyDepthMax: number;
  /** How long a request body may take to arrive, and how long it may be silent. */
  readonly bodyMs: number;
  readonly messagesMax: number;
  readonly toolsMax: number;
  readonly stopMax: number;
  readonly requestsPerMinute: number;
  /** Silence after which a stream gets a comment line, so that proxies keep it open. */
  readonly pingMs: number;
  /** How long a client may leave written bytes unread before its stream is ended. */
  readonly writeStallMs: number;
  /** How long running answers may take after the order to stop. */
  readonly drainMs: number;
  /** How long an answer is kept for its Idempotency-Key. */
  readonly idempotencyMs: number;
  /** How long a change of a key may take to reach a running server. */
  readonly keyCacheMs: number;
};

export const DEFAULT_LIMITS: Limits = {
  bodyBytesMax: 8 * 1024 * 1024,
  bodyDepthMax: 64,
  bodyMs: 60_000,
  messagesMax: 300,
  toolsMax: 128,
  stopMax: 4,
  requestsPerMinute: 120,
  pingMs: 15_000,
  writeStallMs: 60_000,
  drainMs: 25_000,
  idempotencyMs: 24 * 60 * 60 * 1000,
  keyCacheMs: 500,
};
