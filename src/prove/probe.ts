/** Asks an installation as a customer does, and remembers what that has cost. */
import { type Nanos, nanos, readCzk } from '../core/money.ts';
import { parseJson } from '../lib/parse-json.ts';
import { Deviation, shorten } from './deviation.ts';
import { at } from './json-path.ts';
import { askRaw } from './raw-connection.ts';

/** Long enough for a word, short enough to cost next to nothing. */
export const ANSWER_TOKENS = 32;

export type Target = {
  /** Ends in /v1, without a slash after it. */
  readonly base: string;
  readonly key: string;
  /** A key without enough credit for an answer. */
  readonly poorKey?: string | undefined;
  /** Another key that can pay, to see that it learns nothing of the first one. */
  readonly otherKey?: string | undefined;
};

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined if the body is no JSON. */
  readonly json: unknown;
};

export type Ask = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Null leaves the key out. */
  readonly key?: string | null;
  /** A 429 is waited for, unless it is what the check is about. */
  readonly rateLimit?: 'wait' | 'show';
};

export type ChatAsk = Pick<Ask, 'headers' | 'key'>;

export type Probe = {
  readonly target: Target;
  /** The model that is asked, as the list of models has it; undefined before the first answer. */
  readonly model: unknown;
  readonly models: readonly unknown[];
  call(path: string, ask?: Ask): Promise<Answer>;
  /** The request of a short answer, with these fields on top; one that is undefined is left out. */
  bodyOf(fields?: object): string;
  chat(fields?: object, ask?: ChatAsk): Promise<Answer>;
  /** The same in another dialect, whose path this is; its fields are all the caller's, but for the model. */
  post(path: string, fields: object, ask?: ChatAsk): Promise<Answer>;
  /** Opens an answer without reading it. */
  open(fields: object, ask: ChatAsk & { readonly signal: AbortSignal }): Promise<Response>;
  /** Waits for the receipt: who leaves early gets it only after the engine was stopped. */
  receipt(id: string): Promise<unknown>;
  raw(request: string): ReturnType<typeof askRaw>;
  sleep(ms: number): Promise<void>;
  /** A unique word, for keys of repeats. */
  unique(): string;
  /** The credit that all answers so far have taken. */
  spent(): Promise<Nanos>;
};

export type Surroundings = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly unique: () => string;
};

const ANSWER_MS = 120_000;
const RECEIPT_TRIES = 50;
const RECEIPT_PAUSE_MS = 200;
const LIMIT_WAITS = 5;

export function createProbe(
  target: Target,
  { models, model, ...surroundings }: Surroundings & Pick<Probe, 'models' | 'model'>,
): Probe {
  const { send, call } = createSender(target, surroundings);
  const costs = createCosts(call);

  const bodyOf = (fields: object = {}) =>
    JSON.stringify({
      model: at(model, 'id'),
      messages: [{ role: 'user', content: 'Say one short word.' }],
      max_tokens: ANSWER_TOKENS,
      ...fields,
    });

  const asPost = (body: string, ask: ChatAsk): Ask => ({
    ...ask,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...ask.headers },
    body,
  });

  async function receipt(id: string): Promise<unknown> {
    let seen = '';
    for (let tries = 0; tries < RECEIPT_TRIES; tries++) {
      if (tries > 0) await surroundings.sleep(RECEIPT_PAUSE_MS);
      const answer = await call(`/receipts/${encodeURIComponent(id)}`);
      if (answer.status === 200) return answer.json;
      seen = `${answer.status} ${shorten(answer.text)}`;
      if (answer.status !== 404) break;
    }
    throw new Deviation(`there is no receipt for ${id}: ${seen}`);
  }

  return {
    target,
    model,
    models,
    call,
    bodyOf,
    chat: async (fields = {}, ask = {}) => costs.note(await call('/chat/completions', asPost(bodyOf(fields), ask))),
    post: async (path, fields, ask = {}) =>
      costs.note(await call(path, asPost(JSON.stringify({ model: at(model, 'id'), ...fields }), ask))),
    open: async (fields, { signal, ...ask }) =>
      costs.noteOpen(await send('/chat/completions', { ...asPost(bodyOf(fields), ask), signal })),
    receipt,
    raw: (request) => askRaw(new URL(target.base), request),
    sleep: surroundings.sleep,
    unique: surroundings.unique,
    spent: costs.sum,
  };
}

/** Sends with the key of the target, and waits where the minute of the key is over. */
function createSender(target: Target, surroundings: Surroundings) {
  function send(path: string, ask: Ask & { readonly signal?: AbortSignal }): Promise<Response> {
    const key = ask.key === undefined ? target.key : ask.key;
    return surroundings.fetch(path.startsWith('http') ? path : `${target.base}${path}`, {
      method: ask.method ?? 'GET',
      headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...ask.headers },
      ...(ask.body !== undefined && { body: ask.body }),
      redirect: 'manual',
      signal: ask.signal ?? AbortSignal.timeout(ANSWER_MS),
    });
  }

  async function call(path: string, ask: Ask = {}): Promise<Answer> {
    for (let waits = 0; ; waits++) {
      const response = await send(path, ask);
      const { status, headers } = response;
      const text = await response.text();
      if (status === 429 && ask.rateLimit !== 'show' && waits < LIMIT_WAITS) {
        await surroundings.sleep(waitMsOf(headers));
        continue;
      }
      return { status, headers, text, json: parseJson(text) };
    }
  }

  return { send, call };
}

/** Remembers every answer that was paid, and its cost once that is known. */
function createCosts(call: Probe['call']) {
  const costs = new Map<string, Nanos | undefined>();
  return {
    note: (answer: Answer): Answer => {
      const requestId = answer.headers.get('x-request-id');
      if (answer.status === 200 && requestId && answer.headers.get('idempotent-replayed') === null) {
        costs.set(requestId, amountOf(at(answer.json, 'usage.cost_czk')));
      }
      return answer;
    },
    /** The answer is not read: its receipt has the cost. */
    noteOpen: (response: Response): Response => {
      const requestId = response.headers.get('x-request-id');
      if (response.status === 200 && requestId) costs.set(requestId, undefined);
      return response;
    },
    sum: async (): Promise<Nanos> => {
      let sum = 0n;
      for (const [id, cost] of costs) {
        sum += cost ?? amountOf(at((await call(`/receipts/${id}`)).json, 'cost_czk')) ?? 0n;
      }
      return nanos(sum);
    },
  };
}

export function amountOf(value: unknown): Nanos | undefined {
  try {
    return typeof value === 'string' ? readCzk(value) : undefined;
  } catch {
    return undefined;
  }
}

/** As long as the refusal says, and a second where it says nothing. */
export function waitMsOf(headers: Headers): number {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const seconds = Number(headers.get('retry-after') ?? 1);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : 1000;
}
