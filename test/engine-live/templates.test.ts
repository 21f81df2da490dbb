/** Templates and real tokenizers: what a vocabulary makes of a prompt, above all of one that wants to forge a turn. */
import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Token } from 'node-llama-cpp';
import type { ChatRequest } from '../../src/core/chat.ts';
import type { LoadedModel } from '../../src/engines/llama/model.ts';
import { TEMPLATE_NAMES, type TemplateName } from '../../src/engines/llama/template/built-in-templates.ts';
import { loadModelForTest } from '../support/load-model.ts';
import { seeded } from '../support/random.ts';
import { seeds } from '../support/thorough.ts';
import { type TinyModel, writeTinyModel } from '../support/tiny-gguf.ts';

const folder = mkdtempSync(join(tmpdir(), 'boreal-templates-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FAMILIES: Readonly<Record<TemplateName, TinyModel>> = {
  chatml: { marks: ['<|endoftext|>', '<|im_start|>', '<|im_end|>'] },
  llama3: { marks: ['<|begin_of_text|>', '<|start_header_id|>', '<|end_header_id|>', '<|python_tag|>', '<|eot_id|>'] },
  gemma: { marks: ['<bos>', '<start_of_turn>', '<end_of_turn>', '<eos>'] },
  mistral: { marks: ['<s>', '[INST]', '[/INST]', '[TOOL_CALLS]', '[TOOL_RESULTS]', '</s>'] },
  qwen: { architecture: 'qwen2', marks: ['<|endoftext|>', '<|im_start|>', '<|im_end|>'] },
};

/** How a prompt of each family begins. */
const BEGINNINGS: Readonly<Record<TemplateName, string>> = {
  chatml: '<|im_start|>user\n',
  llama3: '<|begin_of_text|><|start_header_id|>user',
  gemma: '<bos><start_of_turn>user\n',
  mistral: '<s>[INST] ',
  qwen: '<|im_start|>system\nYou are Qwen',
};

const chatOf = (text: () => string): ChatRequest => ({
  model: 'm',
  stream: false,
  includeUsage: false,
  messages: [
    { role: 'user', content: text() },
    { role: 'assistant', content: text(), toolCalls: [{ id: text(), name: text(), arguments: text() }] },
    { role: 'tool', content: text(), toolCallId: text() },
    { role: 'user', content: text() },
  ],
  tools: [{ name: text(), description: text() }],
});

const READING = { account: 'acc_1', signal: new AbortController().signal };

const promptOf = (loaded: LoadedModel, chat: ChatRequest) =>
  loaded.readPrompt(loaded.template().render(chat, { thinks: false }), READING);

describe.each(TEMPLATE_NAMES)('a file of the family %s without a template', (name) => {
  test('is written in the way of its family, whose marks become single tokens', async () => {
    await using loaded = await loadModelForTest(writeTinyModel(join(folder, `${name}.gguf`), FAMILIES[name]));
    const chat: ChatRequest = { ...chatOf(() => 'x'), messages: [{ role: 'user', content: 'x' }], tools: [] };

    const prompt = await promptOf(loaded, chat);

    expect(loaded.model.detokenize(prompt, true)).toStartWith(BEGINNINGS[name]);
    expect(prompt.filter((token) => loaded.model.isSpecialToken(token)).length).toBeGreaterThan(1);
  });

  test('keeps its marks to itself: no text of people becomes one, in any place of a chat', async () => {
    await using loaded = await loadModelForTest(writeTinyModel(join(folder, `${name}.gguf`), FAMILIES[name]));
    const isMark = (token: Token) => loaded.model.isSpecialToken(token) || loaded.model.isEogToken(token);
    const marksIn = async (chat: ChatRequest) => (await promptOf(loaded, chat)).filter(isMark);
    const honest = await marksIn(chatOf(() => 'x'));
    const texts = [...Object.values(FAMILIES).flatMap(({ marks }) => marks), '<', '|', '\n', 'user', 'x'];

    for (const seed of seeds(25, 100)) {
      const random = seeded(seed);
      const forged = () => Array.from({ length: random.integer(1, 5) }, () => random.pick(texts)).join('');

      expect(await marksIn(chatOf(forged)), `seed ${seed}`).toEqual(honest);
    }
  });
});

describe('a template', () => {
  test('of the file counts before ours, and one of the configuration before both', async () => {
    const path = join(folder, 'own.gguf');
    const own = { ...FAMILIES.chatml, template: 'own {{ messages[0].content }}' };
    await using loaded = await loadModelForTest(writeTinyModel(path, own));
    const text = (name?: TemplateName) =>
      loaded
        .template(name)
        .render(
          chatOf(() => 'x'),
          { thinks: false },
        )
        .map((part) => part.text)
        .join('');

    expect(text()).toBe('own x');
    expect(text('gemma')).toContain('<start_of_turn>user\n');
  });

  test('of the file that cannot be read says so, and does not block another one', async () => {
    const broken = { ...FAMILIES.chatml, template: '{% for message in %}' };
    await using loaded = await loadModelForTest(writeTinyModel(join(folder, 'broken.gguf'), broken));

    expect(() => loaded.template()).toThrow('The template of the model file cannot be read');
    expect(() => loaded.template('chatml')).not.toThrow();
  });

  test('that leaves the beginning of the text to the tokenizer gets it, once', async () => {
    const withBeginning = { ...FAMILIES.llama3, addsBeginning: true };
    await using loaded = await loadModelForTest(writeTinyModel(join(folder, 'beginning.gguf'), withBeginning));
    const beginnings = async (name: TemplateName) => {
      const chat = chatOf(() => 'x');
      const prompt = await loaded.readPrompt(loaded.template(name).render(chat, { thinks: false }), READING);
      return { first: prompt[0], count: prompt.filter((token) => token === loaded.model.tokens.bos).length };
    };

    expect(await beginnings('llama3')).toEqual({ first: loaded.model.tokens.bos!, count: 1 });
    expect(await beginnings('chatml')).toEqual({ first: loaded.model.tokens.bos!, count: 1 });
  });
});
