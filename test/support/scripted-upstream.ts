import { type ClosedBy, type RawConnection, type RawRequest, startRawHttpServer } from './raw-http-server.ts';
import { playSteps } from './script-player.ts';
import { answerText } from './upstream-answers.ts';
import { type BodyStep, flatten, json, type Script, type ScriptRequest, type Step } from './upstream-steps.ts';

export * from './upstream-answers.ts';
export * from './upstream-flood.ts';
export * from './upstream-steps.ts';

/** Starts an OpenAI-compatible server on loopback that answers every request by playing a script. */
export async function startUpstream(options: UpstreamOptions = {}): Promise<ScriptedUpstream> {
  const record = new RequestLog(options.requestsMax ?? 100_000);
  let script: Script = answerText('pong');
  let playedFrom = 0;
  let failure: unknown;

  const server = await startRawHttpServer({
    port: options.port ?? 0,
    async onRequest(raw, connection) {
      const request = record.add(raw, connection);
      let isPlayed = false;
      try {
        const steps = stepsFor(script, request, request.n - playedFrom);
        isPlayed = await playSteps(steps, connection, (part) => request.noteSent(part));
      } catch (error) {
        // A mistake in a script must fail the test that wrote it, not the process: stop() throws it.
        failure ??= error;
        connection.reset();
      }
      if (isPlayed) request.finish('done');
      else request.finish(connection.closedBy === 'peer' ? 'client-left' : 'stopped');
      if (raw.headers.connection === 'close') connection.end();
    },
  });

  const stop = async (): Promise<void> => {
    await server.stop();
    if (failure) throw failure;
  };
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    port: server.port,
    requests: record.requests,
    get openConnections() {
      return server.openConnections;
    },
    play(next) {
      script = next;
      playedFrom = record.total;
      record.skipUnseen();
    },
    restart() {
      script = answerText('pong');
      playedFrom = 0;
      record.forget();
    },
    nextRequest: () => record.next(),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

interface UpstreamOptions {
  /** A fixed port, to come back on the one an earlier upstream had. */
  readonly port?: number;
  /** How many requests are remembered; the oldest are forgotten first. */
  readonly requestsMax?: number;
}

export interface ScriptedUpstream extends AsyncDisposable {
  /** The base URL for a client: `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  readonly port: number;
  /** Every request so far, in the order in which they came, but for questions for its health, which are only answered. */
  readonly requests: readonly UpstreamRequest[];
  readonly openConnections: number;
  /** Sets the script for the requests from now on; a script that is a function gets n = 0 for the first of them. */
  play(script: Script): void;
  /** As if it had just been started: nothing was asked, and `pong` is the answer. */
  restart(): void;
  /** Resolves with each request once, in order, also if it came before the call; starts anew with `play`. */
  nextRequest(): Promise<UpstreamRequest>;
  /** Closes everything. Rejects if a script threw. */
  stop(): Promise<void>;
}

export interface UpstreamRequest extends ScriptRequest {
  /** Its place in the order of all requests, from 0. */
  readonly n: number;
  readonly rawHead: string;
  /** Tells connections apart: two requests with the same id came over one connection. */
  readonly connectionId: number;
  /** How it ended, once it has: the script was played to its end, or the client left or the upstream stopped before. */
  readonly ending: Ending | undefined;
  readonly ended: Promise<Ending>;
  /** Resolves when the connection closed, with the side that closed it. */
  readonly closed: Promise<ClosedBy>;
  /** The last usage that was really put on the wire, exactly as it was sent. */
  readonly sentUsage: unknown;
  /** How many events were really put on the wire, `[DONE]` included. */
  readonly sentEvents: number;
}

type Ending = 'done' | 'client-left' | 'stopped';

class RecordedRequest implements UpstreamRequest {
  readonly n: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rawHead: string;
  readonly rawBody: string;
  readonly body: unknown;
  readonly connectionId: number;
  readonly closed: Promise<ClosedBy>;
  readonly ended: Promise<Ending>;
  readonly #resolveEnded: (ending: Ending) => void;
  ending: Ending | undefined;
  sentUsage: unknown;
  sentEvents = 0;

  constructor(n: number, raw: RawRequest, connection: RawConnection) {
    const { promise, resolve } = Promise.withResolvers<Ending>();
    this.n = n;
    this.method = raw.method;
    this.path = raw.path;
    this.headers = raw.headers;
    this.rawHead = raw.rawHead;
    this.rawBody = raw.rawBody;
    this.body = parseJson(raw.rawBody);
    this.connectionId = connection.id;
    this.closed = connection.closed;
    this.ended = promise;
    this.#resolveEnded = resolve;
  }

  noteSent({ value, isEvent }: BodyStep): void {
    if (isEvent) this.sentEvents++;
    const usage = typeof value === 'object' && value && 'usage' in value ? value.usage : undefined;
    if (usage !== undefined && usage !== null) this.sentUsage = usage;
  }

  finish(ending: Ending): void {
    this.ending = ending;
    this.#resolveEnded(ending);
  }
}

class RequestLog {
  readonly requests: RecordedRequest[] = [];
  total = 0;
  readonly #requestsMax: number;
  readonly #waiting: ((request: UpstreamRequest) => void)[] = [];
  #unseen: RecordedRequest[] = [];

  constructor(requestsMax: number) {
    this.#requestsMax = requestsMax;
  }

  add(raw: RawRequest, connection: RawConnection): RecordedRequest {
    // The status page asks for the health of engines whenever it likes: no test knows how often.
    if (isHealthQuestion(raw)) return new RecordedRequest(this.total, raw, connection);
    const request = new RecordedRequest(this.total++, raw, connection);
    this.requests.push(request);
    if (this.requests.length > this.#requestsMax) this.requests.shift();
    const waiter = this.#waiting.shift();
    if (waiter) waiter(request);
    else this.#unseen.push(request);
    if (this.#unseen.length > this.#requestsMax) this.#unseen.shift();
    return request;
  }

  next(): Promise<UpstreamRequest> {
    const request = this.#unseen.shift();
    return request ? Promise.resolve(request) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  skipUnseen(): void {
    this.#unseen = [];
  }

  forget(): void {
    this.total = 0;
    this.requests.length = 0;
    this.#waiting.length = 0;
    this.skipUnseen();
  }
}

/**
 * A question for health is answered by the script where that comes to an end by itself: one that reads the chat knows
 * nothing of it, and one that waits would keep a connection that the next request is sent on.
 */
function stepsFor(script: Script, request: ScriptRequest, n: number): readonly Step[] {
  if (!isHealthQuestion(request)) return flatten(script, request, n);
  try {
    const steps = flatten(script, request, n);
    if (!steps.some(mayNotEnd)) return steps;
  } catch {
    // It asks for what only a chat has.
  }
  return flatten(json({ object: 'list', data: [] }), request, n);
}

const mayNotEnd = ({ type }: Step): boolean => type === 'wait' || type === 'hang' || type === 'keep-alive';

const isHealthQuestion = ({ method, path }: Pick<RawRequest, 'method' | 'path'>): boolean =>
  method === 'GET' && path.split('?')[0] === '/v1/models';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
