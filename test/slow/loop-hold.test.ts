/**
 * No request of a customer holds the loop that serves all for longer than 20 ms: the work of a body is bounded
 * before values are made of it, and large bodies are read and written on another thread. Measured inside the server, as
 * the processor time of the longest turn of its loop (`test/support/turn-probe.ts`).
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chatWith, REFUSED_BODIES, TAKEN_BODIES } from '../support/large-bodies.ts';
import { answerLogprobs, type ProbedService, startProbedService, TURN_MS_MAX } from '../support/loop-turns.ts';
import { answerText, jsonError, type ScriptedUpstream } from '../support/scripted-upstream.ts';

let service: ProbedService;
let upstream: ScriptedUpstream;
let longestTurnMs: ProbedService['longestTurnMs'];
beforeAll(async () => {
  service = await startProbedService();
  ({ upstream, longestTurnMs } = service);
  for (let n = 0; n < 5; n++) await post(chatWith(JSON.stringify('x'.repeat(300_000))));
});
afterAll(() => service[Symbol.asyncDispose]());

async function post(body: string | ReadableStream, more: Readonly<Record<string, string>> = {}): Promise<number> {
  const response = await service.post('/chat/completions', body, more);
  await response.arrayBuffer();
  return response.status;
}

describe.each([
  ['refused', 400, REFUSED_BODIES],
  ['taken', 200, TAKEN_BODIES],
] as const)('a body that is %s', (_, status, shapes) => {
  test.each(shapes)('does not hold the loop: %s', async (_, bodyOf) => {
    const body = bodyOf();
    const statuses = new Set<number>();
    upstream.play(answerText('Hi'));

    const turnMs = await longestTurnMs(async () => statuses.add(await post(body)));

    expect([...statuses]).toEqual([status]);
    expect(turnMs).toBeLessThan(TURN_MS_MAX);
  });
});

describe('a large chat does not hold the loop', () => {
  const LETTERS = chatWith(`"${'word '.repeat(1_600_000)}"`);

  test('that comes in chunks', async () => {
    const pieces = () => new Response(LETTERS).body!;
    upstream.play(answerText('Hi'));

    const turnMs = await longestTurnMs(async () => expect(await post(pieces())).toBe(200));

    expect(turnMs).toBeLessThan(TURN_MS_MAX);
  });

  test('with an Idempotency-Key', async () => {
    upstream.play(answerText('Hi'));

    const turnMs = await longestTurnMs(async (n) =>
      expect(await post(LETTERS, { 'idempotency-key': `large-${n}` })).toBe(200),
    );

    expect(turnMs).toBeLessThan(TURN_MS_MAX);
  });

  test.each([1000, 100_000, 900_000, 8_000_000])('that the engine refuses, of %d letters', async (letters) => {
    const said = `no: ${'word '.repeat(2000)}`;
    upstream.play(jsonError(400, { message: said }));
    const body = chatWith(`"${'word '.repeat(letters / 5)}"`);

    const turnMs = await longestTurnMs(async () => expect(await post(body)).toBe(400));

    expect(turnMs).toBeLessThan(TURN_MS_MAX);
  });
});

const LOGPROBS = ',"logprobs":true,"top_logprobs":20';
describe('a large answer does not hold the loop', () => {
  /** 1 MB in as many tokens as the model may answer with. */
  const TEXT = `${'ž'.repeat(62)} `.repeat(8000);
  const usage = { prompt_tokens: 9, completion_tokens: 8000 };

  test.each([
    ['as JSON', '', 1000],
    ['as a stream of many events', ',"stream":true', 63],
    ['as a stream of few events', ',"stream":true', 63_000],
  ])('%s', async (_, more, length) => {
    upstream.play(answerText(TEXT, { usage, chunks: TEXT.match(new RegExp(`.{1,${length}}`, 'g'))! }));

    const turnMs = await longestTurnMs(async () => {
      expect(await post(chatWith('"Hi"', more))).toBe(200);
    });

    expect(turnMs).toBeLessThan(TURN_MS_MAX);
  });

  test.each([
    ['as JSON', ''],
    ['as a stream', ',"stream":true'],
  ])('with the logprobs of 8,000 tokens and of 20 others for each, %s', async (_, more) => {
    upstream.play(answerLogprobs(8000));

    const turnMs = await longestTurnMs(async () => {
      expect(await post(chatWith('"Hi"', `${LOGPROBS}${more}`))).toBe(200);
    });

    expect(turnMs).toBeLessThan(TURN_MS_MAX);
  });

  test.each([
    ['a text as JSON', '', answerText(TEXT, { usage })],
    ['a text as a stream', ',"stream":true', answerText(TEXT, { usage })],
    ['logprobs as JSON', LOGPROBS, answerLogprobs(8000)],
    ['logprobs as a stream', `${LOGPROBS},"stream":true`, answerLogprobs(8000)],
  ])('that is kept for its Idempotency-Key and given again: %s', async (name, more, script) => {
    upstream.play(script);
    const askOnce = async (n: number) => {
      const key = { 'idempotency-key': `${name}-${n}`.replaceAll(' ', '-') };
      expect(await post(chatWith('"Hi"', more), key)).toBe(200);
    };

    expect(await longestTurnMs(askOnce)).toBeLessThan(TURN_MS_MAX);
    const before = upstream.requests.at(-1)?.n ?? -1;
    expect(await longestTurnMs(() => askOnce(0))).toBeLessThan(TURN_MS_MAX);
    // Its health is asked for meanwhile, too.
    expect(upstream.requests.filter(({ n, method }) => n > before && method === 'POST')).toBeEmpty();
  });
});
