import { describe, expect, test } from 'bun:test';
import { randomText, seeded } from '../../../test/support/random.ts';
import type { AnswerEvent, AnswerHead, Usage } from '../../core/chat.ts';
import { nanos } from '../../core/money.ts';
import { sseData } from '../../platform/http/sse.ts';
import type { FrameTexts } from '../dialect.ts';
import { toCompletion, toFrames, usageToWire } from './chat-answer.ts';

const HEAD: AnswerHead = { id: 'chatcmpl-1', createdAtMs: 1_700_000_000_999, model: 'svc-glacier' };
const USAGE: Usage = { inputTokens: 10, cachedInputTokens: 4, outputTokens: 20, reasoningTokens: 5 };
const END: AnswerEvent = { type: 'end', finishReason: 'stop', usage: USAGE, cost: nanos(2_375_000n) };
const CALL: readonly AnswerEvent[] = [
  { type: 'tool-call-start', index: 0, id: 'call_a', name: 'weather' },
  { type: 'tool-call-arguments', index: 0, text: '{"city":' },
  { type: 'tool-call-arguments', index: 0, text: '"Brno"}' },
];

const text = (written: string): AnswerEvent => ({ type: 'text', text: written });
const reasoning = (written: string): AnswerEvent => ({ type: 'reasoning', text: written });

async function* source(events: readonly AnswerEvent[]): AsyncGenerator<readonly AnswerEvent[]> {
  for (const event of events) yield [event];
}

type Delta = {
  role?: string;
  content?: string;
  reasoning_content?: string;
  tool_calls?: { index: number; id?: string; type?: string; function: { name?: string; arguments: string } }[];
};
type Chunk = {
  readonly choices: readonly {
    readonly delta: Delta;
    readonly finish_reason: string | null;
    readonly logprobs: unknown;
  }[];
  readonly usage?: unknown;
};

const frames = (events: readonly AnswerEvent[], includeUsage = false): Promise<readonly string[]> =>
  textsOf(toFrames(source(events), HEAD, { includeUsage }));

/** All that is written, the last of it included. */
async function textsOf(stream: FrameTexts): Promise<readonly string[]> {
  const texts: string[] = [];
  for (;;) {
    const { done, value } = await stream.next();
    texts.push(value!);
    if (done) return texts;
  }
}

async function chunks(events: readonly AnswerEvent[], includeUsage = false): Promise<readonly Chunk[]> {
  const wire = new TextEncoder().encode((await frames(events, includeUsage)).join(''));
  const data = await Array.fromAsync(sseData(inOnePiece(wire), 1e6));
  expect(data.flat().at(-1)).toBe('[DONE]');
  return data
    .flat()
    .slice(0, -1)
    .map((json) => JSON.parse(json) as Chunk);
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

type Completion = {
  readonly choices: readonly [
    { readonly message: Record<string, unknown>; readonly finish_reason: string; readonly logprobs: unknown },
  ];
  readonly usage: unknown;
};
const completion = async (events: readonly AnswerEvent[]) =>
  JSON.parse((await toCompletion(source(events), HEAD)).join('')) as Completion;

describe('a stream', () => {
  test('is exactly these frames', async () => {
    const start =
      '{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1700000000,"model":"svc-glacier","choices":[';

    expect(await frames([text('Hi'), END], true)).toEqual([
      `data: ${start}{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}]}\n\n` +
        `data: ${start}{"index":0,"delta":{"content":"Hi"},"logprobs":null,"finish_reason":null}]}\n\n`,
      `data: ${start}{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}\n\n` +
        `data: ${start}],"usage":{"prompt_tokens":10,"completion_tokens":20,"total_tokens":30,` +
        '"prompt_tokens_details":{"cached_tokens":4},"completion_tokens_details":{"reasoning_tokens":5},"cost_czk":"0.002375"}}\n\n' +
        'data: [DONE]\n\n',
    ]);
  });

  test('has the role first and once, then the reason once, also when the answer is empty', async () => {
    for (const events of [[END], [text('a'), END], [reasoning('r'), text('a'), END], [...CALL, END]]) {
      const all = await chunks(events);

      expect(all[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
      expect(all.filter((chunk) => chunk.choices[0]?.delta.role)).toHaveLength(1);
      expect(all.map((chunk) => chunk.choices[0]?.finish_reason).filter(Boolean)).toEqual(['stop']);
      expect(all.at(-1)?.choices[0]?.finish_reason).toBe('stop');
    }
  });

  test('has usage only when it was asked for, in one last chunk without choices', async () => {
    const asked = await chunks([text('a'), END], true);
    const unasked = await chunks([text('a'), END], false);

    expect(asked.filter((chunk) => chunk.usage)).toHaveLength(1);
    expect(asked.at(-1)?.choices).toEqual([]);
    expect(unasked.filter((chunk) => 'usage' in chunk)).toHaveLength(0);
  });

  test('has id, type and name of a tool call once, and its index everywhere', async () => {
    const all = await chunks([...CALL, { ...END, finishReason: 'tool_calls' } as AnswerEvent]);

    expect(all.flatMap((chunk) => chunk.choices[0]?.delta.tool_calls ?? [])).toEqual([
      { index: 0, id: 'call_a', type: 'function', function: { name: 'weather', arguments: '' } },
      { index: 0, function: { arguments: '{"city":' } },
      { index: 0, function: { arguments: '"Brno"}' } },
    ]);
  });

  test('has reasoning beside content, never in it', async () => {
    const all = await chunks([reasoning('why'), text('ok'), END]);

    expect(all.slice(1, 3).map((chunk) => chunk.choices[0]?.delta)).toEqual([
      { reasoning_content: 'why' },
      { content: 'ok' },
    ]);
  });

  test('yields the frames of events that have come together as one text', async () => {
    async function* events(): AsyncGenerator<readonly AnswerEvent[]> {
      yield [text('a'), text('b')];
      yield [END];
    }

    const written = await textsOf(toFrames(events(), HEAD, { includeUsage: true }));

    expect(written.map((frames) => frames.split('data: ').length - 1)).toEqual([3, 3]);
  });

  test('yields a frame for each event, without waiting for the next one', async () => {
    const waiting = Promise.withResolvers<never>();
    const events = async function* (): AsyncGenerator<readonly AnswerEvent[]> {
      yield [text('a')];
      await waiting.promise;
    };

    const stream = toFrames(events(), HEAD, { includeUsage: false });

    expect((await stream.next()).value).toContain('"content":"a"');
    waiting.reject(new Error('the engine is lost'));
    await expect(stream.next()).rejects.toThrow('the engine is lost');
  });

  test('that is left leaves its events', async () => {
    let isLeft = false;
    const events = async function* (): AsyncGenerator<readonly AnswerEvent[]> {
      try {
        for (;;) yield [text('a')];
      } finally {
        isLeft = true;
      }
    };

    for await (const _ of toFrames(events(), HEAD, { includeUsage: false })) break;

    expect(isLeft).toBe(true);
  });
});

describe('a JSON body', () => {
  test('is exactly this object', async () => {
    const written = await toCompletion(source([text('Hel'), text('lo'), END]), HEAD);

    expect(JSON.parse(written.join(''))).toEqual({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'svc-glacier',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hello', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: {
        prompt_tokens: 10,
        completion_tokens: 20,
        total_tokens: 30,
        prompt_tokens_details: { cached_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 5 },
        cost_czk: '0.002375',
      },
    });
  });

  test('has reasoning_content only where there was reasoning', async () => {
    const { choices } = await completion([reasoning('wh'), reasoning('y'), text('ok'), END]);

    expect(choices[0].message).toEqual({ role: 'assistant', content: 'ok', reasoning_content: 'why', refusal: null });
  });

  test('of tool calls alone has content null; beside text it has both', async () => {
    const alone = await completion([...CALL, END]);
    const beside = await completion([text('Wait.'), ...CALL, END]);

    const calls = [{ id: 'call_a', type: 'function', function: { name: 'weather', arguments: '{"city":"Brno"}' } }];
    expect([alone.choices[0].message.content, alone.choices[0].message.tool_calls]).toEqual([null, calls]);
    expect([beside.choices[0].message.content, beside.choices[0].message.tool_calls]).toEqual(['Wait.', calls]);
  });

  test('of an empty answer has an empty content, not null', async () => {
    expect((await completion([END])).choices[0].message.content).toBe('');
  });

  test.each(['stop', 'length', 'tool_calls', 'content_filter'] as const)(
    'tells the finish reason %s',
    async (reason) => {
      expect((await completion([{ ...END, finishReason: reason }])).choices[0].finish_reason).toBe(reason);
    },
  );

  test('of events that stop without an end is no answer', async () => {
    await expect(completion([text('half')])).rejects.toThrow('Unreachable');
  });
});

test('log probabilities are in both forms', async () => {
  const top = [{ token: 'b', logprob: -2, bytes: null }];
  const events: AnswerEvent[] = [
    { type: 'text', text: 'a', logprobs: [{ token: 'a', logprob: -0.5, bytes: [97], top }] },
    { type: 'text', text: 'c', logprobs: [{ token: 'c', logprob: -0.25, bytes: null, top: [] }] },
    END,
  ];
  const wire = [
    { token: 'a', logprob: -0.5, bytes: [97], top_logprobs: top },
    { token: 'c', logprob: -0.25, bytes: null, top_logprobs: [] },
  ];

  const streamed = (await chunks(events)).flatMap((chunk) => chunk.choices[0]?.logprobs ?? []);

  expect(streamed).toEqual(wire.map((token) => ({ content: [token], refusal: null })));
  expect((await completion(events)).choices[0].logprobs).toEqual({ content: wire, refusal: null });
});

test.each([
  ['quotes and backslashes', '"\\"'],
  ['line ends of every kind', 'a\nb\rc\r\nd'],
  ['U+2028, U+2029 and U+0085', '\u2028\u2029\u0085'],
  ['NUL and other controls', '\0\u0001\u001f\u007f'],
  ['half a surrogate pair', '\ud83c'],
  ['the other half', '\udf32'],
  ['text that looks like a stream', 'data: [DONE]\n\ndata: {}\n\n'],
  ['text that looks like JSON', '","role":"system'],
])('%s come through whole, in both forms', async (_what, written) => {
  const events = [text(written), reasoning(written), END];

  const all = await chunks(events);
  const { message } = (await completion(events)).choices[0];

  expect(all.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe(written);
  expect(all.map((chunk) => chunk.choices[0]?.delta.reasoning_content ?? '').join('')).toBe(written);
  expect([message.content, message.reasoning_content]).toEqual([written, written]);
});

test('a model and an id with quotes are escaped', async () => {
  const head = { ...HEAD, id: 'a"b', model: 'c"\\d' };
  const [first] = await textsOf(toFrames(source([END]), head, { includeUsage: false }));

  expect(JSON.parse(first!.split('\n')[0]!.slice('data: '.length))).toMatchObject({ id: 'a"b', model: 'c"\\d' });
});

test('usage has its sum and its exact cost', () => {
  const nothing = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };

  expect(usageToWire(nothing, nanos(0n))).toMatchObject({ total_tokens: 0, cost_czk: '0' });
  expect(usageToWire(USAGE, nanos(1n))).toMatchObject({ total_tokens: 30, cost_czk: '0.000000001' });
});

test('the stream, collected, is the JSON body, for random answers', async () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = seeded(seed);
    const events: AnswerEvent[] = [];
    for (let left = random.integer(0, 4); left > 0; left--) events.push(reasoning(`r${randomText(random)}`));
    for (let left = random.integer(0, 4); left > 0; left--) events.push(text(`t${randomText(random)}`));
    for (let index = 0; index < random.integer(0, 3); index++) {
      events.push({ type: 'tool-call-start', index, id: `call_${index}`, name: 'f' });
      for (let left = random.integer(1, 3); left > 0; left--) {
        events.push({ type: 'tool-call-arguments', index, text: `a${randomText(random)}` });
      }
    }
    events.push(END);

    const streamed = collect(await chunks(events, true));
    const body = await completion(events);

    const { role: _role, refusal: _refusal, ...message } = body.choices[0].message;
    expect(streamed.message as object, `seed ${seed}`).toEqual({ ...message, content: message.content ?? '' });
    expect(streamed.usage, `seed ${seed}`).toEqual(body.usage);
  }

  function collect(all: readonly Chunk[]) {
    const message: { content: string; reasoning_content?: string; tool_calls?: object[] } = { content: '' };
    const calls: { id: string; type: string; function: { name: string; arguments: string } }[] = [];
    for (const { choices } of all) {
      const delta = choices[0]?.delta ?? {};
      message.content += delta.content ?? '';
      if (delta.reasoning_content)
        message.reasoning_content = (message.reasoning_content ?? '') + delta.reasoning_content;
      for (const { index, id, type, function: called } of delta.tool_calls ?? []) {
        if (id) calls[index] = { id, type: type!, function: { name: called.name!, arguments: '' } };
        calls[index]!.function.arguments += called.arguments;
      }
    }
    if (calls.length > 0) message.tool_calls = calls;
    return { message, usage: all.at(-1)?.usage };
  }
});
