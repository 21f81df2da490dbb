/** Our grammars and llama.cpp itself: it takes every one, and reads it as our own reader of grammars does. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { jsonObjectGrammar, schemaGrammar } from '../../src/engines/llama/grammar/grammar.ts';
import { toolCallGrammar } from '../../src/engines/llama/grammar/tool-call-grammar.ts';
import { Gbnf } from '../support/gbnf.ts';
import { seeded } from '../support/random.ts';
import { randomSchema } from '../support/random-schema.ts';

/** The part of the library that this test uses. */
type Grammar = { _testText(text: string): boolean };
type Llama = {
  createGrammar(options: { readonly grammar: string }): Promise<Grammar>;
  dispose(): Promise<void>;
};
type Library = { getLlama(options: Readonly<Record<string, unknown>>): Promise<Llama> };

const LIBRARY = 'node-llama-cpp';
const SCHEMAS = 50;
/** A grammar that grows with the square of its schema takes minutes; a slow machine takes a second. */
const TIME_MS_MAX = 20_000;

let llama: Llama;

beforeAll(async () => {
  const library: Library = await import(LIBRARY).catch((cause) => {
    throw new Error(`${LIBRARY} cannot be loaded: run npm ci, with its optional packages for this platform.`, {
      cause,
    });
  });
  llama = await library.getLlama({ gpu: false, build: 'never', skipDownload: true, logLevel: 'error' });
});

afterAll(() => llama?.dispose());

/** Sentences of the grammar match, with something missing or added they do not. */
async function expectSameReading(text: string, seed: number): Promise<void> {
  const random = seeded(seed);
  const ours = new Gbnf(text);
  const startedAtMs = performance.now();
  const theirs = await llama.createGrammar({ grammar: text });
  expect(performance.now() - startedAtMs, `seed ${seed}`).toBeLessThan(TIME_MS_MAX);

  for (let round = 0; round < 3; round++) {
    const sentence = ours.sentence(random);
    const at = random.integer(0, sentence.length);
    const altered = [sentence.slice(0, -1), `${sentence}}`, sentence.slice(0, at) + sentence.slice(at + 1)];

    expect(theirs._testText(sentence), `seed ${seed}: ${sentence}`).toBe(true);
    for (const other of altered) {
      if (other.length < 1000 && other.isWellFormed()) {
        expect(theirs._testText(other), `seed ${seed}: ${other}`).toBe(ours.matches(other));
      }
    }
  }
}

describe('llama.cpp', () => {
  test(`takes the grammars of ${SCHEMAS} random schemas`, async () => {
    for (let seed = 1; seed <= SCHEMAS; seed++)
      await expectSameReading(schemaGrammar(randomSchema(seeded(seed))), seed);
  });

  test('takes the grammar of any object', async () => {
    await expectSameReading(jsonObjectGrammar(), 1);
  });

  test.each(['auto', 'required', 'none'] as const)('takes the grammars of tool calls: %s', async (mode) => {
    for (let seed = 1; seed <= SCHEMAS; seed++) {
      const tools = ['a', 'b'].map((name, index) => ({ name, parameters: randomSchema(seeded(2 * seed + index)) }));
      await expectSameReading(toolCallGrammar({ tools, choice: { mode }, isParallel: seed % 2 === 0 }), seed);
    }
  });

  test('takes the grammars of the largest schemas that we take', async () => {
    const numbered = <T>(count: number, make: (index: number) => T) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`property_${index}`, make(index)]));
    const schemas = [
      { type: 'object', properties: numbered(300, () => ({ type: 'string' })) },
      { type: 'object', properties: numbered(60, (index) => ({ type: 'string', maxLength: 250 - index })) },
      { enum: Array.from({ length: 5000 }, (_, index) => `value ${index}`) },
      { type: 'array', minItems: 5000 },
      { type: 'string', minLength: 5000 },
    ];
    for (const [index, schema] of schemas.entries()) await expectSameReading(schemaGrammar(schema), index + 1);
  });
});
