import { describe, expect, test } from 'bun:test';
import type { EngineEvent } from '../../core/chat.ts';
import { AnswerReader, BrokenAnswer, type ReaderOptions } from './upstream-answer.ts';

type Chunk = Record<string, unknown>;

const delta = (piece: object, finish: unknown = null, more: object = {}): Chunk => ({
  id: 'x',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: piece, finish_reason: finish, ...more }],
});

function reader(options: Partial<ReaderOptions> = {}): AnswerReader {
  let ids = 0;
  return new AnswerReader({ newToolCallId: () => `made-${++ids}`, thinking: 'tags', ...options });
}

function read(chunks: readonly unknown[], options: Partial<ReaderOptions> = {}): EngineEvent[] {
  const answer = reader(options);
  return [...chunks.flatMap((chunk) => answer.read(chunk)), ...answer.end()];
}

const end = (finishReason: string) => ({ type: 'end', finishReason }) as EngineEvent;

describe('a stream', () => {
  test('becomes text, usage and an end', () => {
    const events = read([
      delta({ role: 'assistant', content: '' }),
      delta({ content: 'Hel' }),
      delta({ content: 'lo' }),
      delta({}, 'stop'),
      { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } },
    ]);

    expect(events).toEqual([
      { type: 'text', text: 'Hel' },
      { type: 'text', text: 'lo' },
      { type: 'usage', usage: { inputTokens: 3, cachedInputTokens: 0, outputTokens: 2, reasoningTokens: 0 } },
      end('stop'),
    ]);
  });

  test('says when the engine has finished', () => {
    const answer = reader();

    answer.read(delta({ content: 'a' }));
    expect(answer.hasFinished).toBe(false);

    answer.read(delta({}, 'stop'));
    expect(answer.hasFinished).toBe(true);
  });

  test('that ends without a finish reason is broken', () => {
    const answer = reader();
    answer.read(delta({ content: 'half' }));

    expect(() => answer.end()).toThrow(BrokenAnswer);
  });

  test('may have text in the chunk with the finish reason', () => {
    expect(read([delta({ content: 'all' }, 'length')])).toEqual([{ type: 'text', text: 'all' }, end('length')]);
  });

  test('may have chunks without choices, a delta or content', () => {
    const chunks = [{ choices: [] }, { choices: [{ index: 0 }] }, delta({ content: null }), delta({}, 'stop')];

    expect(read(chunks)).toEqual([end('stop')]);
  });

  test('has one answer: other choices are not read', () => {
    const chunk = {
      choices: [
        { index: 0, delta: { content: 'a' }, finish_reason: 'stop' },
        { index: 1, delta: 7 },
      ],
    };

    expect(read([chunk])).toEqual([{ type: 'text', text: 'a' }, end('stop')]);
  });
});

describe('a whole body', () => {
  test('becomes the same events as a stream', () => {
    const body = {
      id: 'x',
      object: 'chat.completion',
      choices: [
        { index: 0, message: { role: 'assistant', content: 'Hello', reasoning_content: 'hm' }, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens: 3, completion_tokens: 2, completion_tokens_details: { reasoning_tokens: 1 } },
    };

    expect(read([body])).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Hello' },
      { type: 'usage', usage: { inputTokens: 3, cachedInputTokens: 0, outputTokens: 2, reasoningTokens: 1 } },
      end('stop'),
    ]);
  });

  test('may hold tool calls with arguments as an object', () => {
    const call = { id: 'call_a', type: 'function', function: { name: 'weather', arguments: { city: 'Brno' } } };
    const body = { choices: [{ message: { content: null, tool_calls: [call] }, finish_reason: 'tool_calls' }] };

    expect(read([body])).toEqual([
      { type: 'tool-call-start', index: 0, id: 'call_a', name: 'weather' },
      { type: 'tool-call-arguments', index: 0, text: '{"city":"Brno"}' },
      end('tool_calls'),
    ]);
  });
});

describe('reasoning', () => {
  test.each(['reasoning_content', 'reasoning'])('is read from %s', (field) => {
    expect(read([delta({ [field]: 'why' }), delta({ content: 'ok' }, 'stop')])).toEqual([
      { type: 'reasoning', text: 'why' },
      { type: 'text', text: 'ok' },
      end('stop'),
    ]);
  });

  test('under both names is read once', () => {
    expect(read([delta({ reasoning: 'why', reasoning_content: 'why' }, 'stop')])).toEqual([
      { type: 'reasoning', text: 'why' },
      end('stop'),
    ]);
  });

  test('between tags is taken out of the text', () => {
    expect(read([delta({ content: '<think>why</thi' }), delta({ content: 'nk>ok' }, 'stop')])).toEqual([
      { type: 'reasoning', text: 'why' },
      { type: 'text', text: 'ok' },
      end('stop'),
    ]);
  });

  test('that never ends comes out at the end', () => {
    expect(read([delta({ content: 'why</thi' }, 'length')], { thinking: 'prefilled' })).toEqual([
      { type: 'reasoning', text: 'why' },
      { type: 'reasoning', text: '</thi' },
      end('length'),
    ]);
  });

  test('is text where the operator has turned tags off', () => {
    expect(read([delta({ content: '<think>a</think>' }, 'stop')], { thinking: 'off' })).toEqual([
      { type: 'text', text: '<think>a</think>' },
      end('stop'),
    ]);
  });
});

describe('the finish reason', () => {
  test.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['max_tokens', 'length'],
    ['content_filter', 'content_filter'],
    ['safety', 'content_filter'],
    ['eos', 'stop'],
    ['an unknown reason', 'stop'],
    ['constructor', 'stop'],
    ['__proto__', 'stop'],
  ])('%s is %s', (raw, finishReason) => {
    expect(read([delta({ content: 'a' }, raw)]).at(-1)).toEqual(end(finishReason));
  });

  test.each(['error', 'abort', 'aborted', 'cancelled', 'network_error'])('%s is a failure', (raw) => {
    expect(() => read([delta({ content: 'a' }, raw)])).toThrow(BrokenAnswer);
  });

  test.each([[null], [''], [undefined]])('%p is none yet', (raw) => {
    const answer = reader();

    answer.read({ choices: [{ delta: {}, finish_reason: raw }] });

    expect(answer.hasFinished).toBe(false);
  });

  test.each(['tool_calls', 'function_call', 'tool_use', 'stop'])('%s with tool calls is tool_calls', (raw) => {
    const call = { index: 0, id: 'a', function: { name: 'f', arguments: '{}' } };

    expect(read([delta({ tool_calls: [call] }, raw)]).at(-1)).toEqual(end('tool_calls'));
  });

  test('length with tool calls stays length: their arguments may be cut', () => {
    const call = { index: 0, id: 'a', function: { name: 'f', arguments: '{"a' } };

    expect(read([delta({ tool_calls: [call] }, 'length')]).at(-1)).toEqual(end('length'));
  });

  test('tool_calls without any tool call is stop', () => {
    expect(read([delta({ content: 'a' }, 'tool_calls')]).at(-1)).toEqual(end('stop'));
  });
});

describe('usage', () => {
  const counts = (events: readonly EngineEvent[]) =>
    events.flatMap((event) => (event.type === 'usage' ? [[event.usage.inputTokens, event.usage.outputTokens]] : []));

  test('may come on every chunk', () => {
    const events = read([
      { ...delta({ content: 'a' }), usage: { prompt_tokens: 3, completion_tokens: 1 } },
      { ...delta({ content: 'b' }, 'stop'), usage: { prompt_tokens: 3, completion_tokens: 2 } },
    ]);

    expect(counts(events)).toEqual([
      [3, 1],
      [3, 2],
    ]);
  });

  test('comes behind the piece it counts', () => {
    const [first, second] = read([
      { ...delta({ content: 'a' }, 'stop'), usage: { prompt_tokens: 3, completion_tokens: 1 } },
    ]);

    expect([first?.type, second?.type]).toEqual(['text', 'usage']);
  });

  test('may come alone, under x_groq, or as timings', () => {
    const events = read([
      { usage: { prompt_tokens: 1, completion_tokens: 2 } },
      { ...delta({}), x_groq: { usage: { prompt_tokens: 3, completion_tokens: 4 } } },
      { ...delta({}, 'stop'), timings: { prompt_n: 5, predicted_n: 6 } },
    ]);

    expect(counts(events)).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
  });

  test('wins over timings', () => {
    const chunk = {
      ...delta({}, 'stop'),
      usage: { prompt_tokens: 1, completion_tokens: 2 },
      timings: { prompt_n: 9, predicted_n: 9 },
    };

    expect(counts(read([chunk]))).toEqual([[1, 2]]);
  });

  test('of which a part cannot be true is odd: the rest is there, and what was said', () => {
    const usage = { prompt_tokens: -1, completion_tokens: 2 };

    const events = read([{ ...delta({}, 'stop'), usage }]);

    expect(events[0]).toEqual({
      type: 'odd-usage',
      usage: { outputTokens: 2, reasoningTokens: 0 },
      claim: '{"prompt_tokens":-1,"completion_tokens":2}',
    });
  });

  test('that is a long text is kept for the operator only as far as it is of use', () => {
    const [odd] = read([{ ...delta({}, 'stop'), usage: 'x'.repeat(10_000) }]);

    expect(odd).toMatchObject({ type: 'odd-usage', usage: {} });
    expect(odd?.type === 'odd-usage' && odd.claim.length).toBe(500);
  });

  test('that came after a text which was kept back is said again after that text', () => {
    const count = {
      type: 'usage',
      usage: { inputTokens: 3, cachedInputTokens: 0, outputTokens: 2, reasoningTokens: 0 },
    };

    const events = read([
      delta({ content: '<thi' }, 'stop'),
      { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } },
    ]);

    expect(events).toEqual([count, { type: 'text', text: '<thi' }, count, end('stop')] as EngineEvent[]);
  });

  test('that came before a text which was kept back does not count it', () => {
    const events = read([
      { choices: [], usage: { prompt_tokens: 3, completion_tokens: 0 } },
      delta({ content: '<thi' }, 'stop'),
    ]);

    expect(events.map(({ type }) => type)).toEqual(['usage', 'text', 'end']);
  });

  test('of null says nothing', () => {
    expect(read([{ ...delta({ content: 'a' }, 'stop'), usage: null }])).toEqual([
      { type: 'text', text: 'a' },
      end('stop'),
    ]);
  });
});

describe('log probabilities', () => {
  const token = (text: string) => ({
    token: text,
    logprob: -0.5,
    bytes: [1],
    top_logprobs: [{ token: 'x', logprob: -1 }],
  });
  const told = (text: string) => ({
    token: text,
    logprob: -0.5,
    bytes: [1],
    top: [{ token: 'x', logprob: -1, bytes: null }],
  });
  const chunk = (text: string, finish: unknown = null) =>
    delta({ content: text }, finish, { logprobs: { content: [token(text)] } });

  test.each(['off', 'tags'] as const)('stay with their text, with thinking %s', (thinking) => {
    expect(read([chunk('a'), chunk('b', 'stop')], { thinking })).toEqual([
      { type: 'text', text: 'a', logprobs: [told('a')] },
      { type: 'text', text: 'b', logprobs: [told('b')] },
      end('stop'),
    ]);
  });

  test('of text that was kept back come with it', () => {
    expect(read([chunk('<'), chunk('b>'), chunk('c', 'stop')])).toEqual([
      { type: 'text', text: '<b>', logprobs: [told('<'), told('b>')] },
      { type: 'text', text: 'c', logprobs: [told('c')] },
      end('stop'),
    ]);
  });

  test('of text that is kept back to the end come with it', () => {
    expect(read([chunk('<'), delta({}, 'stop')])).toEqual([
      { type: 'text', text: '<', logprobs: [told('<')] },
      end('stop'),
    ]);
  });

  test('of reasoning are left out', () => {
    expect(read([chunk('<think>a</think>'), chunk('b', 'stop')])).toEqual([
      { type: 'reasoning', text: 'a' },
      { type: 'text', text: 'b', logprobs: [told('b')] },
      end('stop'),
    ]);
  });

  test.each([[null], [7], [{}], [{ content: null }]])('of %p are none', (logprobs) => {
    expect(read([delta({ content: 'a' }, 'stop', { logprobs })])).toEqual([{ type: 'text', text: 'a' }, end('stop')]);
  });

  test('that are no log probabilities are left out', () => {
    const logprobs = { content: [7, { token: 'a' }, { ...token('a'), bytes: 'x', top_logprobs: [null] }] };

    expect(read([delta({ content: 'a' }, 'stop', { logprobs })])[0]).toEqual({
      type: 'text',
      text: 'a',
      logprobs: [{ token: 'a', logprob: -0.5, bytes: null, top: [] }],
    });
  });
});

describe('what is no answer', () => {
  test.each([
    ['null', null],
    ['a string', 'oops'],
    ['an array', []],
    ['an empty object', {}],
    ['an error object', { error: { message: 'no' } }],
    ['an error beside choices', { ...delta({ content: 'a' }), error: 'no' }],
    ['choices that are not an array', { choices: {} }],
    ['a choice that is not an object', { choices: [7] }],
    ['a delta that is not an object', { choices: [{ delta: 'x' }] }],
    ['content that is not a string', delta({ content: ['a'] })],
    ['reasoning that is not a string', delta({ reasoning: {} })],
    ['tool calls that are not an array', delta({ tool_calls: {} })],
    ['a tool call that is not an object', delta({ tool_calls: [7] })],
    ['arguments that are a number', delta({ tool_calls: [{ function: { name: 'f', arguments: 7 } }] })],
    ['a finish reason that is not a string', delta({}, 7)],
  ])('%s is refused', (_what, raw) => {
    expect(() => reader().read(raw)).toThrow(BrokenAnswer);
  });

  test('an error of null is none', () => {
    expect(reader().read({ ...delta({ content: 'a' }), error: null })).toEqual([{ type: 'text', text: 'a' }]);
  });
});

test('tool-call deltas without index, id or name get what clients need', () => {
  const events = read([
    delta({ tool_calls: [{ index: '0', id: '', function: { name: 'f', arguments: null } }] }),
    delta({ tool_calls: [{ function: { name: '', arguments: '{}' } }] }),
    delta({ tool_calls: [{ index: 1, id: 'b' }] }),
    delta({ tool_calls: [{ index: 1, function: { name: 'g', arguments: { a: 1 } } }] }),
    delta({ tool_calls: null }, 'stop'),
  ]);

  expect(events).toEqual([
    { type: 'tool-call-start', index: 0, id: 'made-1', name: 'f' },
    { type: 'tool-call-arguments', index: 0, text: '{}' },
    { type: 'tool-call-start', index: 1, id: 'b', name: 'g' },
    { type: 'tool-call-arguments', index: 1, text: '{"a":1}' },
    end('tool_calls'),
  ]);
});
