/** The official client gets calls and endings as it needs them, whatever an engine makes of them. */
import { describe, expect, test } from 'bun:test';
import { lendServices } from '../support/lent-services.ts';
import { answerText, answerToolCalls, chunk, json, type Script, sse, sseHead } from '../support/scripted-upstream.ts';
import type { TestService } from '../support/service.ts';
import { collect, HELLO, rejection, toolNamed } from './client.fixture.ts';

const lendService = lendServices();

const ORDER = { model: 'svc-glacier', messages: HELLO, tools: [toolNamed('weather'), toolNamed('time')] };

type RawCall = { index?: number; id?: string | null; type?: string; function?: object };
type Heard = { readonly id: string; readonly name: string; readonly arguments: unknown };

/** Streams these tool-call deltas, one event each. */
const deltas =
  (...calls: readonly (RawCall | readonly RawCall[])[]): Script =>
  (request) => [
    sseHead(),
    sse(chunk(request, { role: 'assistant', content: null })),
    ...calls.map((call) => sse(chunk(request, { tool_calls: [call].flat() }))),
    sse(chunk(request, {}, { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] })),
    sse('[DONE]'),
  ];

/** The client's streaming helper at work; its checks are the strictest we know. */
async function hear(service: TestService): Promise<readonly Heard[]> {
  const runner = service.client().chat.completions.stream(ORDER);
  const [choice] = (await runner.finalChatCompletion()).choices;
  expect(choice?.finish_reason).toBe('tool_calls');
  return (choice?.message.tool_calls ?? []).map((one) => {
    if (one.type !== 'function') throw new Error(`A call of type ${one.type}.`);
    return { id: one.id, name: one.function.name, arguments: JSON.parse(one.function.arguments) };
  });
}

const call = (name: string, args: unknown) => ({ function: { name, arguments: args } });
const more = (args: string) => ({ function: { arguments: args } });
const BRNO = { city: 'Brno' };
const ANY_ID = expect.stringMatching(/^call_[0-9A-Za-z]{24,}$/);
const WEATHER_AND_TIME = [
  { id: 'a', name: 'weather', arguments: BRNO },
  { id: 'b', name: 'time', arguments: {} },
];

describe('a streamed call reaches the client whole when the engine', () => {
  test.each<[string, Script, readonly Heard[]]>([
    [
      'leaves out the index',
      deltas({ id: 'a', ...call('weather', '{"city":') }, more('"Brno"}'), { id: 'b', ...call('time', '{}') }),
      WEATHER_AND_TIME,
    ],
    [
      'repeats the index for another call',
      deltas(
        { index: 0, id: 'a', ...call('weather', '{"city":"Brno"}') },
        { index: 0, id: 'b', ...call('time', '{}') },
      ),
      WEATHER_AND_TIME,
    ],
    [
      'counts from 1',
      deltas(
        { index: 1, id: 'a', ...call('weather', '') },
        { index: 1, ...more('{"city":"Brno"}') },
        { index: 2, id: 'b', ...call('time', '{}') },
      ),
      WEATHER_AND_TIME,
    ],
    [
      'repeats the id and the name on every piece',
      deltas(
        { index: 0, id: 'a', ...call('weather', '{"city"') },
        { index: 0, id: 'a', ...call('weather', ':"Brno"}') },
        { index: 1, id: 'b', ...call('time', '{}') },
      ),
      WEATHER_AND_TIME,
    ],
    [
      'sends an empty id and name on later pieces',
      deltas(
        { index: 0, id: 'a', ...call('weather', '{"city"') },
        { index: 0, id: '', ...call('', ':"Brno"}') },
        { index: 1, id: 'b', ...call('time', '{}') },
      ),
      WEATHER_AND_TIME,
    ],
    [
      'interleaves two calls',
      deltas(
        { index: 0, id: 'a', ...call('weather', '') },
        { index: 1, id: 'b', ...call('time', '{') },
        { index: 0, ...more('{"city":') },
        { index: 1, ...more('}') },
        { index: 0, ...more('"Brno"}') },
      ),
      WEATHER_AND_TIME,
    ],
    [
      'sends both calls in one piece',
      deltas([
        { index: 0, id: 'a', ...call('weather', '{"city":"Brno"}') },
        { index: 1, id: 'b', ...call('time', '') },
      ]),
      WEATHER_AND_TIME,
    ],
    [
      'sends arguments as an object',
      deltas({ index: 0, id: 'a', ...call('weather', BRNO) }, { index: 1, id: 'b', ...call('time', {}) }),
      WEATHER_AND_TIME,
    ],
    [
      'sends no id',
      deltas({ index: 0, ...call('weather', '{"city":"Brno"}') }, { index: 1, id: null, ...call('time', '{}') }),
      WEATHER_AND_TIME.map((one) => ({ ...one, id: ANY_ID })),
    ],
    [
      'sends neither id nor index',
      deltas(call('weather', '{"city":"Brno"}'), call('time', '{}')),
      WEATHER_AND_TIME.map((one) => ({ ...one, id: ANY_ID })),
    ],
    [
      'gives two calls one id',
      deltas(
        { index: 0, id: 'a', ...call('weather', '{"city":"Brno"}') },
        { index: 1, id: 'a', ...call('time', '{}') },
      ),
      [WEATHER_AND_TIME[0]!, { ...WEATHER_AND_TIME[1]!, id: ANY_ID }],
    ],
    [
      'sends no arguments at all',
      deltas({ index: 0, id: 'b', type: 'function', function: { name: 'time' } }),
      [WEATHER_AND_TIME[1]!],
    ],
  ])('%s', async (_habit, script, heard) => {
    await using service = await lendService();
    service.upstream.play(script);

    expect(await hear(service)).toEqual([...heard]);
  });
});

test('two calls are streamed one after the other, even when the engine mixes their pieces', async () => {
  await using service = await lendService();
  service.upstream.play(
    deltas(
      { index: 0, id: 'a', ...call('weather', '{"city"') },
      { index: 1, id: 'b', ...call('time', '{"city"') },
      { index: 0, ...more(':"Brno"}') },
      { index: 1, ...more(':"Brno"}') },
    ),
  );

  const chunks = await collect(await service.client().chat.completions.create({ ...ORDER, stream: true }));

  const indexes = chunks.flatMap((one) => one.choices[0]?.delta.tool_calls ?? []).map((piece) => piece.index);
  expect(indexes).toEqual(indexes.toSorted());
  expect(new Set(indexes)).toEqual(new Set([0, 1]));
});

describe('a call in JSON is whole when the engine', () => {
  test.each<[string, readonly RawCall[], readonly Heard[]]>([
    [
      'leaves out id and type',
      [call('weather', '{"city":"Brno"}'), call('time', '{}')],
      WEATHER_AND_TIME.map((one) => ({ ...one, id: ANY_ID })),
    ],
    [
      'leaves out the arguments',
      [
        { id: 'b', function: { name: 'time' } },
        { id: 'a', ...call('weather', BRNO) },
      ],
      WEATHER_AND_TIME.toReversed(),
    ],
    [
      'calls one function twice and leaves out the id',
      [call('weather', { city: 'Brno' }), call('weather', { city: 'Olomouc' })],
      [BRNO, { city: 'Olomouc' }].map((where) => ({ id: ANY_ID, name: 'weather', arguments: where })),
    ],
    [
      'leaves out id and arguments',
      [{ function: { name: 'time' } }, call('weather', BRNO)],
      WEATHER_AND_TIME.toReversed().map((one) => ({ ...one, id: ANY_ID })),
    ],
    [
      'gives two calls one id',
      [
        { id: 'a', ...call('weather', BRNO) },
        { id: 'a', ...call('time', '{}') },
      ],
      [WEATHER_AND_TIME[0]!, { ...WEATHER_AND_TIME[1]!, id: ANY_ID }],
    ],
  ])('%s', async (_habit, tool_calls, heard) => {
    await using service = await lendService();
    const message = { role: 'assistant', content: '', tool_calls };
    service.upstream.play(json({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));

    const { choices } = await service.client().chat.completions.create(ORDER);

    expect(choices[0]).toMatchObject({ finish_reason: 'tool_calls', message: { content: null } });
    expect<object[] | undefined>(choices[0]?.message.tool_calls).toEqual(
      heard.map(({ id, name, arguments: args }) => ({
        id,
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
      })),
    );
  });
});

describe.each([false, true])('with stream: %p, the reason for the end', (stream) => {
  const reasonFor = async (script: Script): Promise<unknown> => {
    await using service = await lendService();
    service.upstream.play(script);
    const { completions } = service.client().chat;
    if (!stream) return (await completions.create(ORDER)).choices[0]?.finish_reason;
    const chunks = await collect(await completions.create({ ...ORDER, stream }));
    return chunks.at(-1)?.choices[0]?.finish_reason;
  };

  test.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['content_filter', 'content_filter'],
    ['eos', 'stop'],
    ['end_turn', 'stop'],
    ['max_tokens', 'length'],
    ['tool_calls', 'stop'],
  ])('of a text that ends with "%s" is "%s"', async (said, heard) => {
    expect(await reasonFor(answerText('Hm', { finishReason: said }))).toBe(heard);
  });

  test.each(['stop', 'tool_calls', 'function_call', 'tool_use', 'eos'])(
    'of a call that ends with "%s" is "tool_calls"',
    async (said) => {
      expect(await reasonFor(answerToolCalls([{ name: 'time', arguments: {} }], { finishReason: said }))).toBe(
        'tool_calls',
      );
    },
  );

  test.each(['error', 'abort'])('is never "%s": that is a failure', async (said) => {
    expect(await rejection(reasonFor(answerText('Hm', { finishReason: said })))).toMatchObject({
      type: 'upstream_error',
    });
  });
});
