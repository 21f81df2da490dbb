import { describe, expect, test } from 'bun:test';
import { cutAtRandom, randomText, seeded } from '../../../../test/support/random.ts';
import { type ToolCallEvent, ToolCallParser } from './tool-call-parser.ts';

type Whole = { readonly text: string; readonly calls: readonly (readonly [name: string, json: string])[] };

function parse(pieces: readonly string[]): readonly ToolCallEvent[] {
  const parser = new ToolCallParser();
  return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()];
}

/** Puts the pieces together, and checks that they come in an order that can be streamed. */
function joined(events: readonly ToolCallEvent[]): Whole {
  let text = '';
  const calls: [string, string][] = [];
  for (const event of events) {
    if (event.type === 'text') text += event.text;
    else if (event.type === 'tool-call-start') {
      expect(event.index).toBe(calls.length);
      calls.push([event.name, '']);
    } else {
      expect(event.index).toBe(calls.length - 1);
      calls.at(-1)![1] += event.text;
    }
    if (event.type !== 'tool-call-start') expect(event.text).not.toBe('');
  }
  return { text, calls };
}

const ONE = '<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>';
const CASES: readonly (readonly [name: string, written: string, whole: Whole])[] = [
  ['nothing', '', { text: '', calls: [] }],
  ['text', 'Hello, world. \n', { text: 'Hello, world. \n', calls: [] }],
  ['one call', ONE, { text: '', calls: [['f', '{"a": 1}']] }],
  [
    'two calls',
    `${ONE}\n${ONE}`,
    {
      text: '',
      calls: [
        ['f', '{"a": 1}'],
        ['f', '{"a": 1}'],
      ],
    },
  ],
  ['text before a call', `Wait.\n\n${ONE}\n`, { text: 'Wait.', calls: [['f', '{"a": 1}']] }],
  ['text after a call', `${ONE}\n Done. `, { text: 'Done. ', calls: [['f', '{"a": 1}']] }],
  ['blank space before a call', ` \n${ONE}`, { text: '', calls: [['f', '{"a": 1}']] }],
  [
    'other blank space',
    '<tool_call>{ "name" :"f" ,"arguments":\n{}\n}</tool_call>',
    { text: '', calls: [['f', '{}']] },
  ],
  [
    'tags and braces in strings',
    '<tool_call>\n{"name": "f\\"", "arguments": {"a": "}</tool_call>\\"{", "b": [{}]}}\n</tool_call>',
    { text: '', calls: [['f"', '{"a": "}</tool_call>\\"{", "b": [{}]}']] },
  ],
  ['text that begins like a tag', 'a <b> <tool <tool_cal', { text: 'a <b> <tool <tool_cal', calls: [] }],
  ['a tag behind its own beginning', `<tool_${ONE}`, { text: '<tool_', calls: [['f', '{"a": 1}']] }],
  ['a tag in a text', 'Write `<tool_call>` first.', { text: 'Write `<tool_call>` first.', calls: [] }],
  [
    'a tag and then a call',
    `<tool_call> is a tag ${ONE}`,
    { text: '<tool_call> is a tag', calls: [['f', '{"a": 1}']] },
  ],
  ['a closing tag alone', '</tool_call>', { text: '</tool_call>', calls: [] }],
  ['only the tag', '<tool_call>', { text: '<tool_call>', calls: [] }],
  ['an unfinished head', '<tool_call>\n{"name": "f', { text: '<tool_call>\n{"name": "f', calls: [] }],
  ['unfinished arguments', '<tool_call>\n{"name": "f", "arguments": {"a', { text: '', calls: [['f', '{"a']] }],
  ['no closing tag', '<tool_call>\n{"name": "f", "arguments": {}}', { text: '', calls: [['f', '{}']] }],
  [
    'no closing tag before the next call',
    `<tool_call>{"name": "g", "arguments": {}}${ONE}`,
    {
      text: '',
      calls: [
        ['g', '{}'],
        ['f', '{"a": 1}'],
      ],
    },
  ],
  [
    'arguments that are not closed',
    '<tool_call>{"name": "f", "arguments": {"a": 1\n</tool_call>x',
    { text: 'x', calls: [['f', '{"a": 1\n']] },
  ],
  [
    'arguments first',
    '<tool_call>\n{"arguments": {"a": 1}, "name": "f"}\n</tool_call>ok',
    { text: 'ok', calls: [['f', '{"a":1}']] },
  ],
  [
    'arguments as a string',
    '<tool_call>{"name": "f", "arguments": "{\\"a\\": 1}"}</tool_call>',
    { text: '', calls: [['f', '{"a": 1}']] },
  ],
  ['no arguments', '<tool_call>{"name": "f"}</tool_call>', { text: '', calls: [['f', '{}']] }],
  ['null for arguments', '<tool_call>{"name": "f", "arguments": null}</tool_call>', { text: '', calls: [['f', '{}']] }],
  [
    'other JSON in the tags',
    '<tool_call>{"a": 1}</tool_call> x',
    { text: '<tool_call>{"a": 1}</tool_call> x', calls: [] },
  ],
  [
    'broken JSON in the tags',
    '<tool_call>{"name" f}</tool_call>',
    { text: '<tool_call>{"name" f}</tool_call>', calls: [] },
  ],
  ['characters of several bytes', `Ř🌲 ${ONE.replace('1', '"🌲ž"')}`, { text: 'Ř🌲', calls: [['f', '{"a": "🌲ž"}']] }],
];

test.each(CASES)('%s', (_name, written, whole) => {
  expect(joined(parse([written]))).toEqual(whole);
});

test.each(CASES)('%s: wherever the text is cut', (_name, written, whole) => {
  expect(joined(parse([...written]))).toEqual(whole);
  for (let cut = 0; cut <= written.length; cut++) {
    expect(joined(parse([written.slice(0, cut), written.slice(cut)])), `cut at ${cut}`).toEqual(whole);
  }
});

describe('streaming', () => {
  test('arguments are passed on as they come', () => {
    const parser = new ToolCallParser();

    expect(parser.push('<tool_call>\n{"name": "f", "arguments": {"te')).toEqual([
      { type: 'tool-call-start', index: 0, name: 'f' },
      { type: 'tool-call-arguments', index: 0, text: '{"te' },
    ]);
    expect(parser.push('xt": "abc')).toEqual([{ type: 'tool-call-arguments', index: 0, text: 'xt": "abc' }]);
    expect(parser.count).toBe(1);
  });

  test('text is kept back only while it may be the tag or the space before it', () => {
    const parser = new ToolCallParser();

    expect(parser.push('a <tool')).toEqual([{ type: 'text', text: 'a' }]);
    expect(parser.push('box> b')).toEqual([{ type: 'text', text: ' <toolbox> b' }]);
    expect(parser.push('<tool_call> is')).toEqual([
      { type: 'text', text: '<tool_call>' },
      { type: 'text', text: ' is' },
    ]);
  });

  test('a call that never comes to an end is text, long before memory is full', () => {
    const parser = new ToolCallParser();
    const long = `<tool_call>{"other": "${'x'.repeat(20_000)}`;

    expect(joined(parser.push(long))).toEqual({ text: long, calls: [] });
  });

  test('random pieces of random order never lose text that is not a call', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const random = seeded(seed);
      const parts = [
        '<tool_call>',
        '</tool_call>',
        '{',
        '<',
        'tool_call>',
        '{"name": "f"',
        ', "arguments": ',
        'x',
        '\n',
      ];
      const written = Array.from({ length: 8 }, () => random.pick([random.pick(parts), randomText(random)])).join('');
      const events = joined(parse(cutAtRandom(written, random)));

      const about = `seed ${seed}: ${JSON.stringify(written)}`;
      expect(events, about).toEqual(joined(parse([written])));
      if (events.calls.length === 0) expect(events.text, about).toBe(written);
    }
  });
});
