/** One trace for each request, as a receiver of OpenTelemetry gets it, and nothing unless it is configured. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { CANARY, FORMS, type Form, questionFor, type Seen, seen } from '../support/asking.ts';
import { isChat, NAMES, type Name, startPool } from '../support/pool-service.ts';
import {
  answerText,
  chunk,
  end,
  hang,
  jsonError,
  type Script,
  sse,
  sseHead,
  waitFor,
} from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';
import {
  type SeenSpan,
  startTraceReceiver,
  type TraceReceiver,
  type Tree,
  treesOf,
} from '../support/trace-receiver.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const ROOT = 'POST /v1/chat/completions';
const ATTEMPT = 'chat svc-frost';
const ADMISSION: Tree = [['admission.gate'], ['admission.body'], ['admission.hold']];
const WHOLE: Tree = [ROOT, ...ADMISSION, [ATTEMPT], ['settlement']];

/** The result of one request: its answer, unless its client has left, and its spans. */
type Traced = { readonly spans: readonly SeenSpan[]; readonly root: SeenSpan };

const ask = async (service: TestService, form: Form, headers: Record<string, string> = {}) =>
  seen(await service.post(questionFor(form), { headers }), form);

/** A stream that has begun, and goes on with this. */
const begunThen =
  (next: Script): Script =>
  (request) => [sseHead(), sse(chunk(request, { content: 'pong ' })), next];

function tracedAs({ spans }: TraceReceiver, isRoot: (span: SeenSpan) => boolean): Traced {
  const roots = spans.filter((span) => span.kind === 2 && isRoot(span));
  expect(roots.length).toBe(1);
  const root = roots[0]!;
  return { root, spans: spans.filter(({ traceId }) => traceId === root.traceId) };
}

function named({ spans }: Traced, name: string): SeenSpan {
  const found = spans.filter((span) => span.name === name);
  expect(found.map((span) => span.name)).toEqual([name]);
  return found[0]!;
}

async function metricsOf(service: TestService): Promise<readonly string[]> {
  return (await (await fetch(new URL('/metrics', service.url))).text()).split('\n');
}

describe('with a receiver', () => {
  const LEAVERS: Readonly<Record<Form, string>> = { json: 'b'.repeat(32), stream: 'c'.repeat(32) };
  const UNRECORDED = 'a'.repeat(32);
  let receiver: TraceReceiver;
  let service: TestService;
  const answers = new Map<string, Seen>();

  // Everything is asked first, and looked at when the last of it has arrived: spans leave in the order of their ends.
  beforeAll(async () => {
    receiver = startTraceReceiver();
    const settings = receiver.settings({ headers: { 'x-token': 'for the receiver' } });
    service = await startService({ env: { ...settings, BOREAL_ACCESS_LOG: 'true' } });
    const keep = async (name: string, form: Form, headers: Record<string, string> = {}) =>
      void answers.set(name, await ask(service, form, headers));
    for (const form of FORMS) await keep(form, form);
    const tracestate = 'vendor=1,other=2';
    await keep('own trace', 'json', { traceparent: `00-${TRACE}-${SPAN}-01`, tracestate });
    await keep('unrecorded', 'json', { traceparent: `00-${UNRECORDED}-${SPAN}-00` });
    await keep('no trace', 'json', { traceparent: `00-${TRACE.toUpperCase()}-${SPAN}-01`, tracestate });
    const { secret } = await service.newKey({ accountId: await service.newAccount(0n) });
    await keep('no credit', 'json', { authorization: `Bearer ${secret}` });
    await keep('wrong key', 'json', { authorization: 'Bearer sk-boreal-wrong' });
    await keep('first', 'json', { 'idempotency-key': 'once' });
    await keep('again', 'json', { 'idempotency-key': 'once' });
    service.upstream.play(begunThen(end()));
    await keep('broken', 'stream');
    for (const form of FORMS) await leave(form);
    for (const path of ['/healthz', '/readyz', '/metrics', '/v1/models/svc-frost'])
      await fetch(new URL(path, service.url), { headers: { authorization: `Bearer ${service.key}` } });
    await fetch(new URL('/v1/nowhere?secret=1', service.url), { method: 'POST' });
    await until('the last request is there', () => receiver.spans.some(({ name }) => name === 'POST'));
    await service.stop();
  });
  afterAll(() => receiver[Symbol.asyncDispose]());

  /** Leaves while the engine is at work, and waits until that is in the ledger. */
  async function leave(form: Form): Promise<void> {
    const before = service.upstream.requests.filter(isChat).length;
    service.upstream.play((request) => (isChat(request) ? LEFT[form] : answerText('pong')));
    const leaving = new AbortController();
    const headers = { traceparent: `00-${LEAVERS[form]}-${SPAN}-01` };
    const answer = service.post(questionFor(form), { headers, signal: leaving.signal }).catch(() => undefined);
    if (form === 'stream') await (await answer)?.body?.getReader().read();
    else await until('the engine is asked', () => service.upstream.requests.filter(isChat).length > before);
    leaving.abort();
    await answer;
    const count = FORMS.indexOf(form) + 1;
    const counted = `boreal_chats_total{model="svc-frost",outcome="client-left"} ${count}`;
    await until('it is counted', async () => (await metricsOf(service)).includes(counted));
  }

  function trace(name: string): Traced {
    const id = answers.get(name)?.headers.get('x-request-id');
    return tracedAs(receiver, ({ facts }) => facts['boreal.request_id'] === id);
  }

  /** The headers that the engine got. */
  const sentFor = ({ root }: Traced) =>
    service.upstream.requests.find(({ headers }) => headers.traceparent?.includes(root.traceId))?.headers;

  test('everything that came was as the format wants it', () => {
    expect(receiver.problems).toEqual([]);
    expect(receiver.raw.length).toBeGreaterThan(0);
  });

  test.each(FORMS)('an answer as %s is one trace, from the gate to the settlement', (form) => {
    const traced = trace(form);

    expect(treesOf(traced.spans)).toEqual([WHOLE]);
    expect(traced.root).toMatchObject({ name: ROOT, parentId: undefined, isFailure: false, events: [] });
    expect(traced.root.facts).toEqual({
      'boreal.request_id': expect.stringContaining('req_'),
      'http.request.method': 'POST',
      'http.route': '/v1/chat/completions',
      'http.response.status_code': 200,
      'boreal.account_id': service.accountId,
      'gen_ai.request.model': 'svc-frost',
    });
    expect(named(traced, 'settlement').facts).toEqual({
      'boreal.outcome': 'finished',
      'boreal.charged.input_tokens': 9,
      'boreal.charged.output_tokens': 1,
    });
  });

  test.each(FORMS)('the engine that answers as %s learns to which span its own belong', (form) => {
    const traced = trace(form);

    const attempt = named(traced, ATTEMPT);
    expect(attempt).toMatchObject({ kind: 3, isFailure: false });
    expect(attempt.facts).toMatchObject({ 'boreal.engine': 'main', 'boreal.outcome': 'finished' });
    expect(sentFor(traced)?.traceparent).toBe(`00-${attempt.traceId}-${attempt.spanId}-01`);
    expect(sentFor(traced)?.tracestate).toBeUndefined();
  });

  test.each(FORMS)('every step of an answer as %s lies within it, and the first token within its attempt', (form) => {
    const { root, spans } = trace(form);

    for (const span of spans) {
      expect(span.startedAt).toBeGreaterThanOrEqual(root.startedAt);
      expect(span.endedAt).toBeLessThanOrEqual(root.endedAt);
    }
    const { startedAt, endedAt, events } = named({ root, spans }, ATTEMPT);
    expect(events.map(({ name }) => name)).toEqual(['first-token']);
    expect(events[0]!.at).toBeGreaterThanOrEqual(startedAt);
    expect(events[0]!.at).toBeLessThanOrEqual(endedAt);
  });

  test('the sender of traces is named in each batch, with the headers that the operator has set', () => {
    for (const resource of receiver.resources) {
      expect(resource).toEqual({
        'service.name': 'boreal',
        'service.version': expect.any(String),
        'service.instance.id': expect.any(String),
        'host.name': expect.any(String),
      });
    }
    expect(receiver.raw.filter((one) => !one.includes('x-token: for the receiver'))).toEqual([]);
  });

  test("a caller's own trace goes on through the service to the engine", () => {
    const traced = trace('own trace');

    expect(treesOf(traced.spans)).toEqual([WHOLE]);
    for (const span of traced.spans) expect(span).toMatchObject({ traceId: TRACE, state: 'vendor=1,other=2' });
    expect(traced.root.parentId).toBe(SPAN);
    expect(sentFor(traced)).toMatchObject({
      traceparent: `00-${TRACE}-${named(traced, ATTEMPT).spanId}-01`,
      tracestate: 'vendor=1,other=2',
    });
  });

  test('a caller who does not want to be recorded is not, and the engine learns so', () => {
    expect(answers.get('unrecorded')?.status).toBe(200);
    expect(receiver.raw.filter((one) => one.includes(UNRECORDED))).toEqual([]);
    const told = service.upstream.requests.map(({ headers }) => headers.traceparent);
    expect(told).toContain(`00-${UNRECORDED}-${SPAN}-00`);
  });

  test('a header that is no trace begins a new one, without the state that came with it', () => {
    const { root } = trace('no trace');

    expect(root).toMatchObject({ parentId: undefined, state: undefined });
    expect(root.traceId).not.toBe(TRACE);
  });

  test('a request without credit ends at the ledger', () => {
    const traced = trace('no credit');

    const why = { 'error.type': 'insufficient_credit' };
    expect(treesOf(traced.spans)).toEqual([[ROOT, ...ADMISSION]]);
    expect(traced.root).toMatchObject({ isFailure: false, facts: { 'http.response.status_code': 402, ...why } });
    expect(named(traced, 'admission.hold').facts).toEqual(why);
  });

  test('a request with a wrong key ends at the gate, and belongs to no account', () => {
    const { root, spans } = trace('wrong key');

    expect(treesOf(spans)).toEqual([[ROOT, ['admission.gate']]]);
    expect(root.facts).toEqual({
      'boreal.request_id': expect.any(String),
      'http.request.method': 'POST',
      'http.route': '/v1/chat/completions',
      'http.response.status_code': 401,
      'error.type': 'invalid_api_key',
    });
  });

  test.each(FORMS)('a client that leaves an answer as %s is seen to leave, and what became of it', (form) => {
    const traced = tracedAs(receiver, ({ traceId }) => traceId === LEAVERS[form]);

    expect(treesOf(traced.spans)).toEqual([WHOLE]);
    expect(traced.root).toMatchObject({ isFailure: false, facts: { 'error.type': 'client_left' } });
    expect(named(traced, ATTEMPT)).toMatchObject({ isFailure: false, facts: { 'boreal.outcome': 'left' } });
    expect(named(traced, 'settlement').facts).toMatchObject({ 'boreal.outcome': 'client-left' });
  });

  test('a stream that breaks is a failure of the engine and of the request, and was free', () => {
    const traced = trace('broken');

    expect(traced.root).toMatchObject({
      isFailure: true,
      facts: { 'error.type': 'upstream_incomplete', 'http.response.status_code': 200 },
    });
    expect(named(traced, ATTEMPT)).toMatchObject({ isFailure: true, facts: { 'error.type': 'closed' } });
    expect(named(traced, 'settlement').facts).toEqual({ 'boreal.outcome': 'engine-failed' });
  });

  test('an answer that is given again has a trace of its own, without an engine', () => {
    expect(answers.get('again')?.body).toBe(answers.get('first')!.body);
    expect(treesOf(trace('first').spans)).toEqual([WHOLE]);
    expect(treesOf(trace('again').spans)).toEqual([[ROOT, ['admission.gate'], ['admission.body']]]);
  });

  test('probes are not traced; other requests are, whatever comes of them, without what their address says', () => {
    const others = treesOf(receiver.spans).filter(([name]) => name !== ROOT);

    expect(others).toEqual([['GET /v1/models/{id}', ['admission.gate']], ['POST']]);
    expect(receiver.raw.filter((one) => one.includes('nowhere') || one.includes('secret'))).toEqual([]);
  });

  test('every line of the log about a request names its trace', () => {
    const lines = service.log.filter((line) => 'requestId' in line);

    expect(lines.map(({ message }) => message)).toContainValues(['request', 'stream failed']);
    const known = new Set([...receiver.spans.map(({ traceId }) => traceId), UNRECORDED]);
    const isProbe = ({ route }: (typeof lines)[number]) => ['/healthz', '/readyz', '/metrics'].includes(String(route));
    expect(lines.filter((line) => !isProbe(line) && !known.has(String(line.traceId)))).toEqual([]);
  });
});

const LEFT: Readonly<Record<Form, Script>> = { json: hang(), stream: begunThen(hang()) };

describe('several engines', () => {
  test('one that failed and the one that answered are side by side, and waiting for a slot is seen', async () => {
    await using receiver = startTraceReceiver();
    await using pool = await startPool({ env: receiver.settings(), engine: { concurrencyMax: 1 } });
    const first = (await ask(pool.service, 'json')).text as Name;
    const chats = (name: Name, script: Script) =>
      pool.upstreams[name].play((request) => (isChat(request) ? script : answerText('pong')));
    chats(first, jsonError(500, { error: CANARY }));
    const retried = await ask(pool.service, 'json');
    const free = Promise.withResolvers<void>();
    for (const name of NAMES) chats(name, [waitFor(free.promise), answerText(name)]);
    const four = Array.from({ length: 4 }, () => ask(pool.service, 'json'));
    const queue = 'boreal_engine_queue{model="svc-frost"} 1';
    await until('one waits', async () => (await metricsOf(pool.service)).includes(queue));
    free.resolve();
    await Promise.all(four);
    const hasAll = () => receiver.spans.filter(({ name }) => name === ROOT).length === 6;
    await until('all six requests are there', hasAll);

    const id = retried.headers.get('x-request-id');
    const { root, spans } = tracedAs(receiver, ({ facts }) => facts['boreal.request_id'] === id);
    expect(treesOf(spans)).toEqual([[ROOT, ...ADMISSION, [ATTEMPT], [ATTEMPT], ['settlement']]]);
    const [failed, answered] = spans.filter(({ name }) => name === ATTEMPT);
    expect(failed).toMatchObject({ isFailure: true, events: [] });
    expect(failed!.facts).toMatchObject({ 'boreal.engine': first, 'boreal.outcome': 'failed', 'error.type': 'status' });
    expect(answered).toMatchObject({ isFailure: false });
    expect(answered!.facts).toMatchObject({ 'boreal.engine': retried.text, 'boreal.outcome': 'finished' });
    expect(root.events).toMatchObject([{ name: 'retry', facts: { 'boreal.engine': first } }]);
    const told = NAMES.flatMap((name) => pool.upstreams[name].requests.map(({ headers }) => headers.traceparent));
    for (const { spanId } of [failed!, answered!]) expect(told).toContain(`00-${root.traceId}-${spanId}-01`);
    const waited = JSON.stringify([ROOT, ...ADMISSION, ['engine.queue'], [ATTEMPT], ['settlement']]);
    expect(treesOf(receiver.spans).filter((tree) => JSON.stringify(tree) === waited).length).toBe(1);
    expect(receiver.problems).toEqual([]);
    expect(receiver.raw.filter((one) => one.includes(CANARY))).toEqual([]);
  });
});

test('without the setting nothing is added for the engine, and no line of the log names a trace', async () => {
  await using service = await startService({ env: { BOREAL_ACCESS_LOG: 'true' } });

  await ask(service, 'json', { traceparent: `00-${TRACE}-${SPAN}-01`, tracestate: 'vendor=1' });

  const { headers } = service.upstream.requests.find(isChat)!;
  expect([headers.traceparent, headers.tracestate]).toEqual([undefined, undefined]);
  expect(service.log.filter((line) => 'traceId' in line)).toEqual([]);
});
