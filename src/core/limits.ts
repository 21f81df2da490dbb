/** Every limit of the service that is not an engine's own, with its default. The configuration may change each one. */
export type Limits = {
  /** Largest request body. */
  readonly bodyBytesMax: number;
  /** The same with pictures and documents, where a model reads them; what is text has the limit above. */
  readonly attachedBodyBytesMax: number;
  /** Pictures and documents of a request, and the bytes of one. */
  readonly attachmentsMax: number;
  readonly attachmentBytesMax: number;
  /** Deepest nesting of JSON in a body. */
  readonly bodyDepthMax: number;
  /** Names in the objects of a body, and values in all: making many of them would hold up the other requests. */
  readonly bodyKeysMax: number;
  readonly bodyValuesMax: number;
  /** How long a request body may take to arrive, and how long it may be silent. */
  readonly bodyMs: number;
  /** Bytes of large bodies that may be on their way at once, in all and for one account. */
  readonly bodiesBytesMax: number;
  readonly accountBodiesBytesMax: number;
  /** How much of a refused request's body is read and thrown away before the answer, and for how long. */
  readonly discardBytesMax: number;
  readonly discardMs: number;
  readonly messagesMax: number;
  readonly toolsMax: number;
  readonly stopMax: number;
  readonly requestsPerMinute: number;
  /** The requests that all keys of an account may make together; without it, twenty times as much as one key. */
  readonly accountRequestsPerMinute?: number | undefined;
  /** Keys of an account that can be used now. */
  readonly keysPerAccount: number;
  /** Chats that run at once; without them, as many as a key may begin in two minutes, and four times as many. */
  readonly runningPerKey?: number | undefined;
  readonly runningPerAccount?: number | undefined;
  /** The requests that a person at the pages, and a network at the sign-in API, may make in a minute. */
  readonly pageRequestsPerMinute: number;
  /**
   * How many tokens, by our own count, an answer may have above its limit before it is ended. A piece need not be a
   * token: an honest engine must never be cut, and one that ignores its limit must be.
   */
  readonly outputToleranceTokens: number;
  /** Silence after which a stream gets a comment line, so that proxies keep it open. */
  readonly pingMs: number;
  /** How long a stream waits for its first token before it begins with comment lines. 0: it waits for the token. */
  readonly headAfterMs: number;
  /** How long a client may leave written bytes unread before its stream is ended. */
  readonly writeStallMs: number;
  /** How long in all a stream may wait for its client to read. A client that takes longer counts as gone. */
  readonly slowReadMs: number;
  /** How long running answers may take after the signal to stop. */
  readonly drainMs: number;
  /** How long an answer is kept for its Idempotency-Key. */
  readonly idempotencyMs: number;
  /** How long a response is kept so that later requests can refer to it, and how many of an account. 0: none is kept. */
  readonly storedResponseMs: number;
  readonly storedResponsesMax: number;
  /** How long a conversation is kept after its last change. 0: none is kept. */
  readonly conversationMs: number;
  /** Conversations of an account, and characters in all of them. */
  readonly conversationsMax: number;
  readonly conversationsCharactersMax: number;
  /** The largest file for batches, how many files an account keeps and their bytes in all, and how long. */
  readonly fileBytesMax: number;
  readonly filesMax: number;
  readonly filesBytesMax: number;
  readonly fileMs: number;
  /** Lines of a batch, batches of an account that have not ended, and lines that a process answers at once. */
  readonly batchLinesMax: number;
  readonly batchesMax: number;
  readonly batchLinesAtOnce: number;
  /** Responses in the background: of an account that have not ended, that a process makes at once, and how long one may take. */
  readonly backgroundMax: number;
  readonly backgroundAtOnce: number;
  readonly backgroundMs: number;
  /** How long a change of a key may take to reach a running server. */
  readonly keyCacheMs: number;
};

/** The largest limit of a minute that a key or an account can have. */
export const PER_MINUTE_MAX = { requests: 100_000, tokens: 1_000_000_000 };

export const DEFAULT_LIMITS: Limits = {
  bodyBytesMax: 8 * 1024 * 1024,
  attachedBodyBytesMax: 20 * 1024 * 1024,
  attachmentsMax: 100,
  attachmentBytesMax: 10 * 1024 * 1024,
  bodyDepthMax: 64,
  bodyKeysMax: 20_000,
  bodyValuesMax: 50_000,
  bodyMs: 60_000,
  bodiesBytesMax: 256 * 1024 * 1024,
  accountBodiesBytesMax: 64 * 1024 * 1024,
  discardBytesMax: 64 * 1024 * 1024,
  discardMs: 30_000,
  messagesMax: 300,
  toolsMax: 128,
  stopMax: 4,
  requestsPerMinute: 120,
  keysPerAccount: 200,
  pageRequestsPerMinute: 300,
  outputToleranceTokens: 8,
  pingMs: 15_000,
  headAfterMs: 0,
  writeStallMs: 60_000,
  slowReadMs: 600_000,
  drainMs: 25_000,
  idempotencyMs: 24 * 60 * 60 * 1000,
  storedResponseMs: 24 * 60 * 60 * 1000,
  storedResponsesMax: 5000,
  conversationMs: 30 * 24 * 60 * 60 * 1000,
  conversationsMax: 10_000,
  conversationsCharactersMax: 256 * 1024 * 1024,
  fileBytesMax: 200 * 1024 * 1024,
  filesMax: 1000,
  filesBytesMax: 2 * 1024 * 1024 * 1024,
  fileMs: 30 * 24 * 60 * 60 * 1000,
  batchLinesMax: 50_000,
  batchesMax: 100,
  batchLinesAtOnce: 8,
  backgroundMax: 100,
  backgroundAtOnce: 16,
  backgroundMs: 60 * 60 * 1000,
  keyCacheMs: 500,
};

/** The slowest engine that is given the time for the longest published answer. */
const SLOWEST_TOKENS_PER_SECOND = 15;

/** How long such an engine needs for this many tokens, once it has begun. */
export const slowestMsFor = (outputTokens: number): number =>
  Math.ceil((outputTokens / SLOWEST_TOKENS_PER_SECOND) * 1000);

/**
 * How long an engine is waited for, unless its configuration says otherwise. `total` is what a slow engine needs for
 * 32,000 tokens, the longest published answer, and some minutes more.
 */
export const DEFAULT_ENGINE_MS = { connect: 5_000, firstByte: 120_000, idle: 60_000, total: 2_400_000 } as const;

/** Limits of the settings area. They keep one account from being a burden to the others, and need not be set. */
export const SETTINGS_LIMITS = {
  /** Keys of an account in all, ended ones included. */
  keysMax: 5000,
  /** Keys that a list shows, if there are so many: all living ones, then the newest of the others. */
  keysShown: 1000,
  /** How long ago the viewer's day may have begun. */
  dayMsMax: 48 * 60 * 60 * 1000,
  /** The longest span of a chart, by day and by hour. */
  chartDaysMax: 400,
  chartHoursMax: 31 * 24,
  /** Requests that a page shows, and how many of them it looks through before it says how far it came. */
  requestsShown: 50,
  requestsSearched: 5000,
  /** Rows that one call to the store may read, so that no reader keeps payments waiting. */
  rowsAtOnce: 500,
} as const;
