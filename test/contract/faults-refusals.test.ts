/** F2 to F5: the upstream cannot be reached, dies before it answers, or refuses. Nothing is charged, nothing leaks. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { ask, askForNothing, CANARY, expectNothingOfTheUpstream, expectRefusal, FORMS } from '../support/asking.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { expectLedgerInOrder, requestRows } from '../support/ledger-order.ts';
import {
  answerText,
  bytes,
  end,
  type HeaderValues,
  head,
  inTurn,
  json,
  jsonError,
  reset,
  type Script,
} from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '100000' } });
});
afterAll(async () => {
  await expectLedgerInOrder(service.config.dataDir);
  await service.stop();
});

/** Headers that an upstream may send and that must not reach a client. */
const HEADERS: HeaderValues = {
  'x-canary': CANARY,
  'set-cookie': `session=${CANARY}`,
  server: CANARY,
  'openai-organization': CANARY,
  via: CANARY,
};
const refusing = (status: number, error: object = {}, headers: HeaderValues = {}): Script => [
  jsonError(
    status,
    { error: { message: `${CANARY} at upstream-secret`, type: CANARY, param: CANARY, code: CANARY, ...error } },
    { ...HEADERS, ...headers },
  ),
];

describe.each(FORMS)('as %s', (form) => {
  test('a connection that is refused is a 502 that may be retried', async () => {
    await using gone = await startService({ engineUrl: () => 'http://127.0.0.1:1/v1' });

    const answer = await askForNothing(gone, form);

    expectRefusal(answer, { code: 'upstream_error' });
    expect(answer.everything).not.toContain('127.0.0.1');
    expectNothingOfTheUpstream(answer, gone);
    expect(gone.log.filter((line) => line.level === 'error')).toHaveLength(1);
    await expectLedgerInOrder(gone.config.dataDir);
  });

  test('a name that does not exist is a 502 that does not say the name', async () => {
    await using lost = await startService({ engineUrl: () => 'http://nowhere.invalid/v1' });

    const answer = await askForNothing(lost, form);

    expectRefusal(answer, { code: 'upstream_error' });
    expect(answer.everything).not.toContain('nowhere');
  });

  test.each<[string, Script]>([
    ['a FIN', end()],
    ['a reset', reset()],
    ['half a status line', [bytes('HTTP/1.1 2'), end()]],
    ['a head without its end', [bytes('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n'), reset()]],
    ['words that are not HTTP', [bytes(`${CANARY}\r\n\r\n`), end()]],
    ['an empty body', [head(200, { 'content-length': '0' })]],
  ])('an upstream that answers with %s is a 502, and cost nothing', async (_name, script) => {
    service.upstream.play(script);

    const answer = await askForNothing(service, form);

    expectRefusal(answer, { code: 'upstream_error' });
    expectNothingOfTheUpstream(answer, service);
  });

  test('an upstream that closes before it answers is asked once more, on a new connection', async () => {
    service.upstream.play(inTurn(end(), answerText('second try')));

    const answer = await ask(service, form);

    expect(answer.text).toBe('second try');
    const [first, second] = service.upstream.requests.slice(-2);
    expect(second?.connectionId).not.toBe(first!.connectionId);
    expect(requestRows(service.config.dataDir).at(-1)).toMatchObject({ state: 'settled', outcome: 'finished' });
  });

  test('a proxy that resets every connection is a 502, and the next request after it works is served', async () => {
    await using proxy = await startFaultProxy({ to: { hostname: '127.0.0.1', port: service.upstream.port } });
    await using behind = await startService({ engineUrl: () => `http://127.0.0.1:${proxy.port}/v1` });
    service.upstream.play(answerText('back again'));
    proxy.faults.set({ refuse: true });

    expectRefusal(await askForNothing(behind, form), { code: 'upstream_error' });
    proxy.clear();

    expect((await ask(behind, form)).text).toBe('back again');
    await expectLedgerInOrder(behind.config.dataDir);
  });

  test.each([500, 502, 504, 404, 403, 401, 418, 204, 206, 304])(
    'status %d is a 502 without a word of it',
    async (status) => {
      service.upstream.play(status === 204 || status === 304 ? [head(status, HEADERS)] : refusing(status));

      const answer = await askForNothing(service, form);

      expectRefusal(answer, { code: 'upstream_error' });
      expectNothingOfTheUpstream(answer, service);
    },
  );

  test.each([401, 403])(
    'status %d is reported to the operator, and the caller is not blamed for it',
    async (status) => {
      service.upstream.play(
        refusing(status, { message: 'Incorrect API key provided: upstream-secret', code: 'invalid_api_key' }),
      );

      const answer = await askForNothing(service, form);

      expectRefusal(answer, { code: 'upstream_error' });
      expect(answer.everything).not.toMatch(/api key/i);
      const line = service.log.findLast((one) => one.level === 'error');
      expect(line).toMatchObject({ message: 'request failed', code: 'upstream_failed' });
      expect(String(line?.cause)).toContain(`answered ${status}`);
      expect(String(line?.cause)).not.toContain('upstream-secret');
    },
  );

  test.each<[number, string | undefined, string]>([
    [429, undefined, '1'],
    [429, '7', '7'],
    [503, '30', '30'],
    [503, undefined, '1'],
    [429, '86400', '60'],
    [429, '0', '1'],
    [429, '-5', '1'],
    [503, 'soon', '1'],
  ])('status %d with Retry-After %p is a 502 with Retry-After %p', async (status, said, told) => {
    service.upstream.play(refusing(status, {}, said === undefined ? {} : { 'retry-after': said }));

    const answer = await askForNothing(service, form);

    expectRefusal(answer, { code: 'upstream_overloaded', retryAfter: told });
    expectNothingOfTheUpstream(answer, service);
  });

  test('a Retry-After that is a date is understood', async () => {
    const date = new Date(Date.now() + 20_000).toUTCString();
    service.upstream.play(refusing(503, {}, { 'retry-after': date }));

    const answer = await askForNothing(service, form);

    expect(Number(answer.headers.get('retry-after'))).toBeWithin(15, 21);
  });

  test.each<[string, object, string]>([
    ['a code', { code: 'context_length_exceeded', message: `${CANARY} 4096 tokens` }, '.'],
    [
      'OpenAI’s text',
      { message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens" },
      ' 4096 ',
    ],
    [
      'llama.cpp’s text',
      { message: 'request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it' },
      ' 4096 ',
    ],
    ['another text', { message: `prompt is too long: 5000 tokens > ${CANARY}` }, '.'],
  ])('a prompt that is too long, reported by %s, is a 400 that clients know', async (_name, error, says) => {
    service.upstream.play(refusing(400, error));

    const answer = await askForNothing(service, form);

    expectRefusal(answer, { status: 400, code: 'context_length_exceeded' });
    expect(answer.error?.message).toStartWith("This model's maximum context length is");
    expect(answer.error?.message).toContain(says);
    expect(answer.error?.message).not.toContain('5000');
    expect(answer.error?.type).toBe('invalid_request_error');
    expectNothingOfTheUpstream(answer, service);
  });

  test.each([400, 413, 422])('status %d about what was sent is a 400 in our own words', async (status) => {
    service.upstream.play(refusing(status));

    const answer = await askForNothing(service, form);

    expectRefusal(answer, { status: 400, code: 'rejected_by_model' });
    expectNothingOfTheUpstream(answer, service);
  });

  test.each(['content_filter', 'content_policy_violation'])('a filter (%s) is named as one', async (code) => {
    service.upstream.play(refusing(400, { code }));

    const answer = await askForNothing(service, form);

    expectRefusal(answer, { status: 400, code: 'rejected_by_model' });
    expect(answer.error?.message).toContain('content filter');
    expectNothingOfTheUpstream(answer, service);
  });

  test('a 400 that is not JSON is one too', async () => {
    service.upstream.play([
      head(400, HEADERS, 'content-length'),
      { type: 'body', render: () => [CANARY], isEvent: false },
    ]);

    expectRefusal(await askForNothing(service, form), { status: 400, code: 'rejected_by_model' });
  });

  test.each([301, 302, 303, 307, 308])('a redirect (%d) is not followed', async (status) => {
    await using elsewhere = await startService();
    service.upstream.play(
      json({}, status, { ...HEADERS, location: `${elsewhere.upstream.url}/chat/completions?${CANARY}` }),
    );

    const answer = await askForNothing(service, form);

    expectRefusal(answer, { code: 'upstream_error' });
    expectNothingOfTheUpstream(answer, service);
    expect(elsewhere.upstream.requests).toEqual([]);
  });

  test('a good answer carries none of the upstream’s headers, id or model', async () => {
    service.upstream.play(answerText('fine', { headers: HEADERS, model: `test-model-${CANARY}` }));

    const answer = await ask(service, form);

    expect(answer.text).toBe('fine');
    expectNothingOfTheUpstream(answer, service);
    expect(answer.everything).not.toContain(`chatcmpl-${service.upstream.requests.at(-1)!.n}"`);
  });
});
