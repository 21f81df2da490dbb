/** POST of a chat, in any dialect: read, check, open, and answer as JSON or as a stream. */
import type { ChatRequest, EventLists } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Limits } from '../../core/limits.ts';
import { completionIdOf } from '../../core/request-id.ts';
import type { StopSignal } from '../../core/stop.ts';
import { type Span, traceStep } from '../../core/trace.ts';
import type { Asked, Dialect, FrameTexts } from '../../dialects/dialect.ts';
import type { Clock } from '../../platform/clock.ts';
import { readBody } from '../../platform/http/body.ts';
import { CLIENT_LEFT, type KeyCall } from '../../platform/http/call.ts';
import { tokenRateHeaders } from '../../platform/http/error-body.ts';
import { jsonResponse } from '../../platform/http/json-response.ts';
import { PING_BYTES } from '../../platform/http/sse.ts';
import { STREAM_HEADERS } from '../../platform/http/stream-headers.ts';
import type { OpenChat } from '../chat.ts';
import type { Idempotency } from '../idempotency.ts';
import type { Answer } from '../metering.ts';
import type { BodyBudget } from './body-budget.ts';
import type { ReadChat, ReadRequest } from './chat-reader.ts';
import { earlyStream, type OpenedStream, within } from './early-head.ts';
import type { EventStreams, StreamListener } from './event-stream.ts';
import { Leaving } from './leaving.ts';

export type ChatEdge = {
  readonly bodies: BodyBudget;
  readonly readChat: ReadChat;
  readonly openChat: OpenChat;
  readonly idempotency: Idempotency;
  readonly streams: EventStreams;
  readonly limits: Limits;
  /** The largest body of this moment: pictures need room where a model reads them. */
  readonly bodyBytesMax: () => number;
  readonly clock: Clock;
  /** Fires when the server stops and will wait no longer. Running answers end with its reason. */
  readonly stopping: AbortSignal;
};

/** A dialect may add something to a request before it is admitted; most add nothing. */
export type PrepareChat<Form> = (asked: Asked<Form>, call: KeyCall) => Promise<Prepared<Form>>;

type Prepared<Form> = Asked<Form> & {
  /** Why it cannot be answered now. A repeat whose answer is kept for its Idempotency-Key gets that all the same. */
  readonly refusal?: ServiceError;
};

export function chatHandler<Form>(edge: ChatEdge, dialect: Dialect<Form>, prepare?: PrepareChat<Form>) {
  const answer = answerChat(edge, dialect, prepare);
  return (call: KeyCall): Promise<Response> => answer(call, readRequest(call, edge, dialect));
}

/** The same for a request that is read elsewhere. */
export const answerChat =
  <Form>(edge: ChatEdge, dialect: Dialect<Form>, prepare?: PrepareChat<Form>) =>
  async (call: KeyCall, reading: ReadRequest<Form> | Promise<ReadRequest<Form>>): Promise<Response> => {
    const asked = await reading;
    call.note.model = asked.chat.model;
    const { chat, form, refusal }: Prepared<Form> = prepare ? await prepare(asked, call) : asked;
    const leaving = new Leaving(call.request.signal, edge.stopping);
    let isStreaming = false;
    try {
      const { fingerprint } = asked;
      const { isHint: isLimitHint } = dialect.limit;
      const coming = begin(call, { edge, request: chat, refusal, fingerprint, signal: leaving, isLimitHint });
      const { headAfterMs } = edge.limits;
      const answer = chat.stream && headAfterMs > 0 ? await within(headAfterMs, coming) : await coming;
      const headers = answer ? headersOf(answer, { ...asked, limitField: dialect.limit.field }) : {};
      if (answer && !chat.stream) {
        const body = dialect.toBody(answer.events, answer, form);
        return jsonResponse(body instanceof Promise ? await body : body, headers);
      }
      const opened = answer ? await openStream(dialect, answer, form) : earlyOf(coming, { edge, dialect, call, form });
      isStreaming = true;
      return new Response(edge.streams.open(opened.written, opened.first, new StreamedCall(call, leaving)), {
        headers: { ...STREAM_HEADERS, ...headers },
      });
    } finally {
      if (!isStreaming) leaving.clear();
    }
  };

async function openStream<Form>(dialect: Dialect<Form>, answer: Answer, form: Form): Promise<OpenedStream> {
  const written = dialect.toStream(answer.events, answer, form);
  return { written, first: await written.frames.next() };
}

type Early<Form> = {
  readonly edge: ChatEdge;
  readonly dialect: Dialect<Form>;
  readonly call: KeyCall;
  readonly form: Form;
};

/** A stream whose answer has not begun. If it never does, its failure is that of one without any event. */
function earlyOf<Form>(coming: Promise<Answer>, { edge, dialect, call, form }: Early<Form>): OpenedStream {
  const head = { id: completionIdOf(call.requestId), createdAtMs: edge.clock.nowMs(), model: call.note.model ?? '' };
  const opening = coming.then((answer) => openStream(dialect, answer, form));
  return earlyStream(opening, (error) => dialect.toStream(nothing(), head, form).failure(error));
}

async function* nothing(): AsyncGenerator<never, void> {}

/** A stream that is known whole already. */
export const streamWhole = (call: KeyCall, edge: ChatEdge, text: string): Promise<Response> =>
  streamFrames(call, edge, oneFrame(text));

/** A stream that does not end what it shows when its client leaves. */
export async function streamFrames(
  call: KeyCall,
  { streams, stopping }: ChatEdge,
  frames: FrameTexts,
): Promise<Response> {
  const first = await frames.next();
  const written = { frames, ping: PING_BYTES, failure: () => '' };
  const listener = new StreamedCall(call, new Leaving(call.request.signal, stopping));
  return new Response(streams.open(written, first, listener), { headers: STREAM_HEADERS });
}

async function* oneFrame(text: string): FrameTexts {
  yield* [];
  return text;
}

/** Tells what was asked for and not done. It is one header for all of it, and no client reads it: people do. */
const WARNING = 'x-request-warning';

type About = Pick<Asked<unknown>, 'chat' | 'warnings'> & { readonly limitField: string };

function headersOf({ replayed, tokenRate, loweredTo, tier, model }: Answer, about: About): Record<string, string> {
  const { chat, warnings = [], limitField } = about;
  const lowered = loweredTo === undefined ? [] : [`${limitField} lowered from ${chat.maxOutputTokens} to ${loweredTo}`];
  const isUnserved = chat.tier !== undefined && chat.tier !== 'default' && tier === 'default';
  const unserved = isUnserved ? [`service_tier ${chat.tier} is not offered for ${model}: served as default`] : [];
  const warning = [...warnings, ...lowered, ...unserved].join('; ');
  return {
    ...(replayed && { 'idempotent-replayed': 'true' }),
    ...(tokenRate && !replayed && tokenRateHeaders(tokenRate)),
    ...(warning !== '' && { [WARNING]: warning }),
  };
}

/** The room of a body is free again when it has become a request. */
export async function readRequest<Form>(
  call: KeyCall,
  { bodies, limits, bodyBytesMax, readChat }: ChatEdge,
  dialect: Pick<Dialect<Form>, 'name' | 'createReader'>,
  /** Gets the bytes before they are read, after which they may be gone. */
  onBytes?: (bytes: Uint8Array) => void,
): Promise<ReadRequest<Form>> {
  const room = bodies.open(call.caller.accountId);
  try {
    const bytes = await traceStep(
      call.span.child('admission.body'),
      readBody(call.request, { bodyMs: limits.bodyMs, bodyBytesMax: bodyBytesMax() }, room),
    );
    onBytes?.(bytes);
    const read = readChat(bytes, dialect);
    return read instanceof Promise ? await read : read;
  } finally {
    room.close();
  }
}

/** A request whose answer is a stream. */
class StreamedCall implements StreamListener {
  readonly #call: KeyCall;
  readonly #leaving: Leaving;

  constructor(call: KeyCall, leaving: Leaving) {
    this.#call = call;
    this.#leaving = leaving;
  }

  get requestId(): string {
    return this.#call.requestId;
  }

  get span(): Span {
    return this.#call.span;
  }

  /** A server that stops has its own reason, which the client gets. */
  hasLeft(): boolean {
    return this.#leaving.aborted && !(this.#leaving.reason instanceof ServiceError);
  }

  leave(): void {
    const { running, span } = this.#call;
    running.end();
    this.#leaving.clear();
    this.#leaving.abort(new DOMException('The client has left.', 'AbortError'));
    span.set('http.response.status_code', 200);
    span.set('error.type', CLIENT_LEFT);
    span.end();
  }

  end(): void {
    this.#call.running.end();
    this.#leaving.clear();
    this.#call.onStreamEnd();
  }
}

type Begin = {
  readonly edge: ChatEdge;
  readonly request: ChatRequest;
  readonly refusal: ServiceError | undefined;
  readonly fingerprint: () => string;
  readonly signal: StopSignal;
  readonly isLimitHint: boolean;
};

/** With an Idempotency-Key the answer belongs to the key: it does not stop, and counts on, when this client leaves. */
function begin(keyCall: KeyCall, { edge, request, refusal, fingerprint, signal, isLimitHint }: Begin): Promise<Answer> {
  const { caller, span, running } = keyCall;
  const key = idempotencyKeyOf(keyCall.request.headers);
  if (key === undefined) {
    if (refusal) throw refusal;
    return edge.openChat(caller, request, { signal, span, isLimitHint });
  }
  const call = { scope: `${caller.key.id} ${key}`, fingerprint: fingerprint() };
  return edge.idempotency.run(call, async (record) => {
    if (refusal) throw refusal;
    const end = running.share();
    try {
      const answer = await edge.openChat(caller, request, { signal: edge.stopping, span, record, isLimitHint });
      return { ...answer, events: untilOver(answer.events, end) };
    } catch (thrown) {
      end();
      throw thrown;
    }
  });
}

async function* untilOver<T>(events: EventLists<T>, end: () => void): AsyncGenerator<readonly T[], void> {
  try {
    for await (const together of events) yield together;
  } finally {
    end();
  }
}

export function idempotencyKeyOf(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key');
  if (key === null) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new ServiceError('idempotency_key_invalid', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
}
