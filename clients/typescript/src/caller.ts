/** How the client asks: the token, the address, and one error for everything that goes wrong. */

export type CallerOptions = {
  /** The address of the service, such as `https://ai.example.com`; without it `BOREAL_URL` of the environment. */
  readonly url?: string | undefined;
  /** A management token (`bmt_…`); without it `BOREAL_MANAGEMENT_TOKEN` of the environment. */
  readonly token?: string | undefined;
  /** How long an answer may take; a minute unless it is said. */
  readonly timeoutMs?: number | undefined;
  /** In place of the `fetch` of the platform. */
  readonly fetch?: Fetch | undefined;
};

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Everything that goes wrong. `code` is stable, `message` is a sentence in English. */
export class BorealError extends Error {
  override readonly name = 'BorealError';
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  /** The code of the refusal, or its type where it has none; `unreachable`, `timed_out` or `unexpected_answer` where the service did not say one. */
  readonly code: string;
  /** The field that is wrong. */
  readonly param: string | undefined;
  /** For those who run the service. */
  readonly requestId: string | undefined;
  /** After how many seconds the same may be asked again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    about: {
      readonly status: number;
      readonly code: string;
      readonly param?: string | undefined;
      readonly requestId?: string | undefined;
      readonly retryAfterSeconds?: number | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: about.cause });
    this.status = about.status;
    this.code = about.code;
    this.param = about.param;
    this.requestId = about.requestId;
    this.retryAfterSeconds = about.retryAfterSeconds;
  }
}

type Sent = { readonly query?: object; readonly body?: unknown };

const TIMEOUT_MS = 60_000;

export class Caller {
  readonly #url: string;
  readonly #token: string;
  readonly #timeoutMs: number;
  readonly #fetch: Fetch;

  constructor({ url, token, timeoutMs = TIMEOUT_MS, fetch: ownFetch }: CallerOptions) {
    this.#url = (url ?? fromEnvironment('BOREAL_URL', 'url')).replace(/\/$/, '');
    this.#token = token ?? fromEnvironment('BOREAL_MANAGEMENT_TOKEN', 'token');
    this.#timeoutMs = timeoutMs;
    this.#fetch = ownFetch ?? ((address, init) => fetch(address, init));
  }

  async ask<Reply>(method: string, path: string, sent: Sent = {}): Promise<Reply> {
    return this.#read(await this.#send(method, path, sent), (response) => response.json() as Promise<Reply>);
  }

  async file(method: string, path: string, sent: Sent = {}): Promise<Blob> {
    return this.#read(await this.#send(method, path, sent), (response) => response.blob());
  }

  /** A redirect is not followed: it could take the token elsewhere. */
  async #send(method: string, path: string, { query = {}, body }: Sent): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#token}`, accept: '*/*' };
    const withBody = body !== undefined && {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const signal = AbortSignal.timeout(this.#timeoutMs);
    try {
      const url = `${this.#url}${path}${queryText(query)}`;
      return await this.#fetch(url, { method, headers, redirect: 'manual', signal, ...withBody });
    } catch (cause) {
      throw failureOf(cause);
    }
  }

  async #read<Answer>(response: Response, read: (response: Response) => Promise<Answer>): Promise<Answer> {
    if (!response.ok) throw await refusalOf(response);
    try {
      return await read(response);
    } catch (cause) {
      if (cause instanceof SyntaxError) throw unexpected(response);
      throw failureOf(cause);
    }
  }
}

type Paged<Page, Item, Place> = {
  /** Asks for the first page, or for the one at a place. */
  readonly ask: (place: Place | undefined) => Promise<Page>;
  readonly itemsOf: (page: Page) => readonly Item[];
  readonly nextOf: (page: Page) => Place | null;
};

export async function* eachOf<Page, Item, Place>({
  ask,
  itemsOf,
  nextOf,
}: Paged<Page, Item, Place>): AsyncGenerator<Item, void, undefined> {
  let place: Place | undefined;
  for (;;) {
    const page = await ask(place);
    yield* itemsOf(page);
    const next = nextOf(page);
    if (next === null) return;
    place = next;
  }
}

function fromEnvironment(name: string, option: string): string {
  const { process } = globalThis as {
    readonly process?: { readonly env: Readonly<Record<string, string | undefined>> };
  };
  const value = process?.env[name];
  if (value) return value;
  throw new TypeError(`Give the client ${option}, or set ${name}.`);
}

/** Several values of a name are sent as `name[]`. */
function queryText(query: object): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) written.append(`${name}[]`, String(one));
    else if (value !== undefined && value !== null) written.append(name, String(value));
  }
  const text = written.toString();
  return text === '' ? '' : `?${text}`;
}

async function refusalOf(response: Response): Promise<BorealError> {
  const body = (await response.json().catch(() => null)) as {
    readonly error?: {
      readonly message: string;
      readonly type: string;
      readonly code: string | null;
      readonly param: string | null;
    };
  } | null;
  const error = body?.error;
  if (!error?.message) return unexpected(response);
  const retryAfter = response.headers.get('retry-after');
  return new BorealError(error.message, {
    status: response.status,
    code: error.code ?? error.type,
    param: error.param ?? undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfter === null ? undefined : Number(retryAfter),
  });
}

const unexpected = ({ status, headers }: Response): BorealError =>
  new BorealError(`The answer with status ${status} is none of this API.`, {
    status,
    code: 'unexpected_answer',
    requestId: headers.get('x-request-id') ?? undefined,
  });

function failureOf(cause: unknown): BorealError {
  const isLate = cause instanceof DOMException && cause.name === 'TimeoutError';
  return isLate
    ? new BorealError('The service did not answer in time.', { status: 0, code: 'timed_out', cause })
    : new BorealError('The service cannot be reached.', { status: 0, code: 'unreachable', cause });
}
