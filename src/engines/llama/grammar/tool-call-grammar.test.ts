import { describe, expect, test } from 'bun:test';
import { Gbnf } from '../../../../test/support/gbnf.ts';
import { schemaProblems } from '../../../../test/support/json-schema-check.ts';
import { cutAtRandom, seeded } from '../../../../test/support/random.ts';
import { randomSchema } from '../../../../test/support/random-schema.ts';
import type { Tool, ToolChoice } from '../../../core/chat.ts';
import { ToolCallParser } from '../template/tool-call-parser.ts';
import { PARALLEL_CALLS_MAX, toolCallGrammar } from './tool-call-grammar.ts';
import { GrammarTooLargeError } from './work-budget.ts';

const WEATHER: Tool = {
  name: 'get_weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const CLOCK: Tool = { name: 'clock' };
const call = (name: string, json: string) => `<tool_call>\n{"name": "${name}", "arguments": ${json}}\n</tool_call>`;
const PARIS = call('get_weather', '{"city": "Paris"}');
const NOW = call('clock', '{}');

function grammarFor(choice: ToolChoice, isParallel = true): Gbnf {
  return new Gbnf(toolCallGrammar({ tools: [WEATHER, CLOCK], choice, isParallel }));
}

const matched = (grammar: Gbnf, texts: readonly string[]) => texts.filter((text) => grammar.matches(text));

describe('which calls an answer may hold', () => {
  const texts = ['', 'Hello.', 'a < b, <tool, <<tool_call', '<b>bold</b>', '</tool_call>'];
  const calls = [PARIS, NOW, `${PARIS}\n${NOW}`];
  const mixed = [`Let me see.\n${NOW}`, `<<tool_ca${PARIS}`];
  const broken = ['<tool_call>', 'x <tool_call> y', call('other', '{}'), call('clock', '{"a": 1}'), `${NOW} and text`];
  const everything = [...texts, ...calls, ...mixed, ...broken];

  test('auto: text, calls, or text and then calls', () => {
    expect(matched(grammarFor({ mode: 'auto' }), everything)).toEqual([...texts, ...calls, ...mixed]);
  });

  test('required: calls and nothing else', () => {
    expect(matched(grammarFor({ mode: 'required' }), everything)).toEqual(calls);
  });

  test('none: text without a call', () => {
    expect(matched(grammarFor({ mode: 'none' }), everything)).toEqual(texts);
  });

  test('oneOf: only the named tools', () => {
    expect(matched(grammarFor({ mode: 'oneOf', names: ['clock', 'gone'] }), everything)).toEqual([NOW]);
  });

  test('one call unless several are wanted, and then not without end', () => {
    const several = (count: number) => Array.from({ length: count }, () => NOW).join('\n');

    expect(matched(grammarFor({ mode: 'required' }, false), [NOW, several(2)])).toEqual([NOW]);
    expect(grammarFor({ mode: 'required' }).matches(several(PARALLEL_CALLS_MAX))).toBe(true);
    expect(grammarFor({ mode: 'required' }).matches(several(PARALLEL_CALLS_MAX + 1))).toBe(false);
  });

  test('auto without tools is text', () => {
    const grammar = new Gbnf(toolCallGrammar({ tools: [], choice: { mode: 'auto' }, isParallel: true }));
    expect(matched(grammar, everything)).toEqual(texts);
  });

  test('a choice of tools that are not there is a bug', () => {
    const choice = { mode: 'oneOf', names: ['gone'] } as const;
    expect(() => toolCallGrammar({ tools: [CLOCK], choice, isParallel: false })).toThrow('Unreachable');
  });
});

describe('arguments', () => {
  const argumentsOf = (parameters: Tool['parameters']) => {
    const tools = [{ name: 't', ...(parameters ? { parameters } : {}) }];
    const grammar = new Gbnf(toolCallGrammar({ tools, choice: { mode: 'required' }, isParallel: false }));
    return ['{}', '{"a": 1}', '[]', 'null', '"x"'].filter((json) => grammar.matches(call('t', json)));
  };

  test('are an object, whatever the schema says', () => {
    expect(argumentsOf(undefined)).toEqual(['{}']);
    expect(argumentsOf({})).toEqual(['{}']);
    expect(argumentsOf({ type: 'object', properties: {} })).toEqual(['{}']);
    expect(argumentsOf({ type: 'object' })).toEqual(['{}', '{"a": 1}']);
    expect(argumentsOf({ type: ['object', 'null'], additionalProperties: { type: 'integer' } })).toEqual([
      '{}',
      '{"a": 1}',
    ]);
    expect(argumentsOf({ type: 'string' })).toEqual(['{}', '{"a": 1}']);
    expect(argumentsOf({ description: 'anything' })).toEqual(['{}', '{"a": 1}']);
  });

  test('schemas that are too large together are refused', () => {
    const parameters = (index: number) => ({
      properties: Object.fromEntries(
        Array.from({ length: 100 }, (_, each) => [`${index}-${each}`, { maxLength: 250 - each }]),
      ),
    });
    const tools = Array.from({ length: 128 }, (_, index) => ({ name: `t${index}`, parameters: parameters(index) }));
    expect(() => toolCallGrammar({ tools, choice: { mode: 'auto' }, isParallel: true })).toThrow(GrammarTooLargeError);
  });

  test('random calls come out of the parser as they were written, and satisfy the schema of their tool', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = seeded(seed);
      const tools = ['a', 'b"\\\n', 'c'].map((name) => ({ name, parameters: randomSchema(random) }));
      const mode = random.pick(['auto', 'required'] as const);
      const grammar = new Gbnf(toolCallGrammar({ tools, choice: { mode }, isParallel: true }));
      const sentence = grammar.sentence(random);

      const parser = new ToolCallParser();
      const events = [...cutAtRandom(sentence, random).flatMap((piece) => parser.push(piece)), ...parser.end()];

      const names = events.flatMap((event) => (event.type === 'tool-call-start' ? [event.name] : []));
      if (mode === 'required') expect(names.length, `seed ${seed}`).toBeGreaterThan(0);
      for (const [index, name] of names.entries()) {
        const json = events.map((event) =>
          'index' in event && 'text' in event && event.index === index ? event.text : '',
        );
        const schema = tools.find((tool) => tool.name === name)!.parameters;
        expect(schemaProblems(schema, JSON.parse(json.join(''))), `seed ${seed}: ${sentence}`).toEqual([]);
      }
    }
  });
});
