/**
 * The words a script is written in. A script is a step, a list of scripts, or a function from the request to a
 * script. Steps are played in order; style steps (`inPieces`, `lineEnd`, `withBom`, …) change how the ones after
 * them are written. A script that stops before `end`, `reset`, `hang` or `keepAlive` is finished properly.
 */
export type Script = Step | readonly Script[] | ((request: ScriptRequest, n: number) => Script);

/** The facts that a script may know about the request it answers. */
export interface ScriptRequest {
  readonly n: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: string;
  /** The body as JSON, or undefined if it is not JSON. */
  readonly body: unknown;
}

export type Step =
  | { readonly type: 'head'; readonly status: number; readonly headers: HeaderValues; readonly framing: Framing }
  | { readonly type: 'bytes'; readonly pieces: () => Iterable<Data> }
  | BodyStep
  | { readonly type: 'wait'; readonly begin: (resume: () => void) => () => void }
  | { readonly type: 'style'; readonly change: Partial<Style> }
  | { readonly type: 'finish' | 'end' | 'reset' | 'hang' | 'keep-alive' };

export interface BodyStep {
  readonly type: 'body';
  readonly render: (style: Style) => Iterable<Data>;
  /** Known only where rendering twice would be dear; otherwise the rendered pieces are measured. */
  readonly length?: number;
  /** The JSON value sent, from which the upstream learns what usage it reported. */
  readonly value?: unknown;
  readonly isEvent: boolean;
}

export type Data = string | Uint8Array;
export type HeaderValues = Readonly<Record<string, string>>;
/** How the client learns where the body ends. */
export type Framing = 'chunked' | 'content-length' | 'close-delimited';

export interface Style {
  /** Overrides the framing each head would choose. */
  readonly framing: Framing | undefined;
  readonly lineEnd: '\n' | '\r\n' | '\r';
  /** True where `data:` is followed by a space. */
  readonly space: boolean;
  readonly comments: boolean;
  readonly bom: boolean;
  readonly pieceBytes: number;
  readonly everyMs: number;
}

export const PLAIN_STYLE: Style = {
  framing: undefined,
  lineEnd: '\n',
  space: true,
  comments: false,
  bom: false,
  pieceBytes: Number.POSITIVE_INFINITY,
  everyMs: 0,
};

/**
 * Sends the status line and the headers. The framing header is added, unless the headers already carry one: then
 * they are sent as they are, so a wrong content-length is possible.
 */
export const head = (status: number, headers: HeaderValues = {}, framing: Framing = 'chunked'): Step => ({
  type: 'head',
  status,
  headers,
  framing,
});

/** The head of an event stream. */
export const sseHead = (headers: HeaderValues = {}): Step =>
  head(200, { 'content-type': 'text/event-stream', ...headers });

/** Puts exactly these bytes on the wire, with no framing. A function may yield without end. */
export const bytes = (data: Data | (() => Iterable<Data>)): Step => ({
  type: 'bytes',
  pieces: typeof data === 'function' ? data : () => [data],
});

/** Puts these bytes on the wire as one HTTP chunk, whatever the framing is. An empty one is the last chunk. */
export const chunkedBytes = (data: Data): Step => bytes(asChunk(Buffer.from(data)));

/** Sends a part of the body, in the framing of the response. A function may yield without end. */
export const body = (data: Data | (() => Iterable<Data>)): Step => ({
  type: 'body',
  render: typeof data === 'function' ? data : () => [data],
  isEvent: false,
});

/** Sends one event. A string is sent as it is (`'[DONE]'`, broken JSON; several lines become several `data:`). */
export const sse = (value: unknown): Step => ({
  type: 'body',
  render: (style) => [renderEvent(typeof value === 'string' ? value : JSON.stringify(value), style)],
  value,
  isEvent: true,
});

/** Sends comments for ever: an upstream that is alive and yet says nothing. */
export const heartbeats = (ms: number): Script => [
  everyMs(ms),
  body(function* () {
    while (true) yield ': heartbeat\n\n';
  }),
];

/** A complete JSON response. */
export const json = (value: unknown, status = 200, headers: HeaderValues = {}): Script => [
  head(status, { 'content-type': 'application/json', ...headers }, 'content-length'),
  { type: 'body', render: () => [JSON.stringify(value)], value, isEvent: false },
  finish(),
];

/** Ends the response as its framing asks, so that the steps after it are bytes without a request. */
export const finish = (): Step => ({ type: 'finish' });

/** Closes the connection with a FIN, finished or not. */
export const end = (): Step => ({ type: 'end' });

/** Closes the connection with a RST. The client may lose what it has not read: use `waitFor` if that matters. */
export const reset = (): Step => ({ type: 'reset' });

/** Says nothing more and leaves the connection open until the client goes. */
export const hang = (): Step => ({ type: 'hang' });

/** Adds nothing to what was sent and takes the next request on this connection. */
export const keepAlive = (): Step => ({ type: 'keep-alive' });

export const delay = (ms: number): Step => ({
  type: 'wait',
  begin: (resume) => {
    const timer = setTimeout(resume, ms);
    return () => clearTimeout(timer);
  },
});

/** Waits until the promise settles, or the client leaves: how a test decides when the next step happens. */
export const waitFor = (gate: Promise<unknown>): Step => ({
  type: 'wait',
  begin: (resume) => {
    gate.then(resume, resume);
    return () => {};
  },
});

const style = (change: Partial<Style>): Step => ({ type: 'style', change });

export const framing = (kind: Framing): Step => style({ framing: kind });
export const lineEnd = (characters: Style['lineEnd']): Step => style({ lineEnd: characters });
/** Writes `data:{…}` rather than `data: {…}`. */
export const withoutSpace = (): Step => style({ space: false });
/** Puts a comment before and inside every event. */
export const withComments = (): Step => style({ comments: true });
/** Starts the body with a byte order mark. */
export const withBom = (): Step => style({ bom: true });
/** Writes everything, the head too, in pieces of n bytes, each a write of its own; it splits UTF-8 as it comes. */
export const inPieces = (n: number): Step => style({ pieceBytes: n });
/** Leaves this time between the pieces of the body. */
export const everyMs = (ms: number): Step => style({ everyMs: ms });

/** Keeps a script up to and including its n-th event: the beginning of an answer that then goes wrong. */
export const firstEvents =
  (n: number, script: Script): Script =>
  (request, nth) => {
    const steps = flatten(script, request, nth);
    const events = steps.map((step, at) => ({ step, at })).filter(({ step }) => step.type === 'body' && step.isEvent);
    return steps.slice(0, events[n]?.at ?? steps.length);
  };

/** Plays the first script for the first request, the second for the second, …, and the last for all after it. */
export const inTurn =
  (...scripts: readonly Script[]): Script =>
  (_request, n) =>
    scripts[Math.min(n, scripts.length - 1)] ?? [];

export function flatten(script: Script, request: ScriptRequest, n: number): readonly Step[] {
  if (typeof script === 'function') return flatten(script(request, n), request, n);
  if ('type' in script) return [script];
  return script.flatMap((part) => flatten(part, request, n));
}

export function asChunk(data: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]);
}

export function renderEvent(data: string, { lineEnd, space, comments }: Style): string {
  const field = space ? 'data: ' : 'data:';
  const lines = data.split('\n').map((line) => field + line + lineEnd);
  const before = comments ? `: before${lineEnd}${lineEnd}: inside${lineEnd}` : '';
  return before + lines.join('') + lineEnd;
}
