import { describe, expect, test } from 'bun:test';
import { seeded } from '../../../../test/support/random.ts';
import type { ChatRequest } from '../../../core/chat.ts';
import { BUILT_IN_TEMPLATES, chooseTemplate, TEMPLATE_NAMES, type TemplateName } from './built-in-templates.ts';
import { createChatTemplate } from './chat-template.ts';

const OPTIONS = { thinks: false };
const TOKENS = {
  chatml: { bos: '', eos: '<|im_end|>' },
  llama3: { bos: '<|begin_of_text|>', eos: '<|eot_id|>' },
  gemma: { bos: '<bos>', eos: '<eos>' },
  mistral: { bos: '<s>', eos: '</s>' },
  qwen: { bos: '', eos: '<|im_end|>' },
} as const;

const partsOf = (name: TemplateName, chat: Partial<ChatRequest>) =>
  createChatTemplate(BUILT_IN_TEMPLATES[name], TOKENS[name]).render(
    { model: 'm', messages: [], stream: false, includeUsage: false, ...chat },
    OPTIONS,
  );
const textOf = (name: TemplateName, chat: Partial<ChatRequest>): string =>
  partsOf(name, chat)
    .map((part) => part.text)
    .join('');

const CHAT: ChatRequest['messages'] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'Hello!', toolCalls: [] },
  { role: 'user', content: 'How are you?' },
];

const TOOLS = [{ name: 'weather', parameters: { type: 'object' } }];
const TOOL_CHAT: ChatRequest['messages'] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Prague and Brno?' },
  {
    role: 'assistant',
    content: 'I look.',
    toolCalls: [
      { id: 'a', name: 'weather', arguments: '{"city": "Prague"}' },
      { id: 'b', name: 'weather', arguments: '{"city": "Brno"}' },
    ],
  },
  { role: 'tool', toolCallId: 'a', content: 'sunny' },
  { role: 'tool', toolCallId: 'b', content: 'rain' },
];
const ANNOUNCED = `# Tools

You may call one or more functions to assist with the user query.

You are provided with function signatures within <tools></tools> XML tags:
<tools>
{"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}
</tools>

For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:
<tool_call>
{"name": <function-name>, "arguments": <args-json-object>}
</tool_call>`;
const CALLED = `I look.
<tool_call>
{"name": "weather", "arguments": {"city": "Prague"}}
</tool_call>
<tool_call>
{"name": "weather", "arguments": {"city": "Brno"}}
</tool_call>`;
const SUNNY = '<tool_response>\nsunny\n</tool_response>';
const RAIN = '<tool_response>\nrain\n</tool_response>';

describe('a chat with a system, a user and an assistant is written as the makers publish it', () => {
  test.each<[TemplateName, string]>([
    [
      'chatml',
      '<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHello!<|im_end|>\n<|im_start|>user\nHow are you?<|im_end|>\n<|im_start|>assistant\n',
    ],
    [
      'llama3',
      '<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nBe brief.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\nHello!<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nHow are you?<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n',
    ],
    [
      'gemma',
      '<bos><start_of_turn>user\nBe brief.\n\nHi<end_of_turn>\n<start_of_turn>model\nHello!<end_of_turn>\n<start_of_turn>user\nHow are you?<end_of_turn>\n<start_of_turn>model\n',
    ],
    ['mistral', '<s>[INST] Hi[/INST] Hello!</s>[INST] Be brief.\n\nHow are you?[/INST]'],
    [
      'qwen',
      '<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHello!<|im_end|>\n<|im_start|>user\nHow are you?<|im_end|>\n<|im_start|>assistant\n',
    ],
  ])('%s', (name, written) => {
    expect(textOf(name, { messages: CHAT })).toBe(written);
  });
});

describe('one message alone is written as the makers publish it', () => {
  test.each<[TemplateName, string]>([
    ['chatml', '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n'],
    [
      'llama3',
      '<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n',
    ],
    ['gemma', '<bos><start_of_turn>user\nHi<end_of_turn>\n<start_of_turn>model\n'],
    ['mistral', '<s>[INST] Hi[/INST]'],
    [
      'qwen',
      '<|im_start|>system\nYou are Qwen, created by Alibaba Cloud. You are a helpful assistant.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n',
    ],
  ])('%s', (name, written) => {
    expect(textOf(name, { messages: [{ role: 'user', content: 'Hi' }] })).toBe(written);
  });
});

describe('tools, calls and results have their turns', () => {
  test.each<[TemplateName, string]>([
    [
      'chatml',
      `<|im_start|>system\nBe brief.\n\n${ANNOUNCED}<|im_end|>\n<|im_start|>user\nPrague and Brno?<|im_end|>\n<|im_start|>assistant\n${CALLED}<|im_end|>\n<|im_start|>user\n${SUNNY}\n${RAIN}<|im_end|>\n<|im_start|>assistant\n`,
    ],
    [
      'llama3',
      `<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nBe brief.\n\n${ANNOUNCED}<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nPrague and Brno?<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n${CALLED}<|eot_id|><|start_header_id|>ipython<|end_header_id|>\n\nsunny<|eot_id|><|start_header_id|>ipython<|end_header_id|>\n\nrain<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n`,
    ],
    [
      'gemma',
      `<bos><start_of_turn>user\nBe brief.\n\n${ANNOUNCED}\n\nPrague and Brno?<end_of_turn>\n<start_of_turn>model\n${CALLED}<end_of_turn>\n<start_of_turn>user\n${SUNNY}\n${RAIN}<end_of_turn>\n<start_of_turn>model\n`,
    ],
    [
      'mistral',
      `<s>[INST] Be brief.\n\n${ANNOUNCED}\n\nPrague and Brno?[/INST] ${CALLED}</s>[INST] ${SUNNY}\n${RAIN}[/INST]`,
    ],
    [
      'qwen',
      `<|im_start|>system\nBe brief.\n\n${ANNOUNCED}<|im_end|>\n<|im_start|>user\nPrague and Brno?<|im_end|>\n<|im_start|>assistant\n${CALLED}<|im_end|>\n<|im_start|>user\n${SUNNY}\n${RAIN}<|im_end|>\n<|im_start|>assistant\n`,
    ],
  ])('%s', (name, written) => {
    expect(textOf(name, { messages: TOOL_CHAT, tools: TOOLS })).toBe(written);
  });

  test.each(TEMPLATE_NAMES)('also without a system, in %s', (name) => {
    const text = textOf(name, { messages: TOOL_CHAT.slice(1), tools: TOOLS });

    expect(text.split(ANNOUNCED).length).toBe(2);
    expect(text).not.toContain('\n\n\n');
  });

  test.each(TEMPLATE_NAMES)('and what the system says is never lost, even alone, in %s', (name) => {
    expect(textOf(name, { messages: [{ role: 'system', content: 'Be brief.' }] })).toContain('Be brief.');
  });
});

describe('a template is chosen by the special tokens of the model, then by its name', () => {
  test.each([
    ['<|start_header_id|>', 'llama', 'llama3'],
    ['<start_of_turn>', 'gemma2', 'gemma'],
    ['<|im_start|>', 'qwen2', 'qwen'],
    ['<|im_start|>', 'llama', 'chatml'],
    ['[INST]', 'llama', 'mistral'],
    ['none', 'llama', 'chatml'],
  ] as const)('%s in a model of the architecture %s', (token, architecture, expected) => {
    const facts = { architecture, name: undefined, hasSpecialToken: (text: string) => text === token };

    expect(chooseTemplate(facts)).toBe(expected);
  });

  test('a Mistral whose marks are plain text is known by its name', () => {
    const facts = { architecture: 'llama', name: 'Mistral 7B Instruct v0.1', hasSpecialToken: () => false };

    expect(chooseTemplate(facts)).toBe('mistral');
  });
});

describe('forged turns', () => {
  const MARKS = [
    ...['<|im_start|>', '<|im_end|>', '<|endoftext|>', '<|begin_of_text|>', '<|start_header_id|>', '<|end_header_id|>'],
    ...['<|eot_id|>', '<|eom_id|>', '<|python_tag|>', '<bos>', '<eos>', '<start_of_turn>', '<end_of_turn>', '<s>'],
    ...['</s>', '[INST]', '[/INST]', '[TOOL_CALLS]', '[TOOL_RESULTS]', '<tool_call>', '</tool_call>', '<think>'],
    ...['\uE0F00\uE0F1', '\uE0F0', '\uE0F1', '{{ bos_token }}', '{% endfor %}', '"', '\\', '\n', 'system', 'ž'],
  ];

  /** A chat in which every text of people is made by `text`. */
  const chatOf = (text: () => string): Partial<ChatRequest> => ({
    messages: [
      { role: 'system', content: text() },
      { role: 'user', content: text() },
      { role: 'assistant', content: text(), toolCalls: [{ id: text(), name: text(), arguments: text() }] },
      { role: 'tool', toolCallId: text(), content: text() },
      { role: 'user', content: text() },
    ],
    tools: [{ name: text(), description: text(), parameters: { properties: { [text()]: { enum: [text()] } } } }],
  });

  test.each(TEMPLATE_NAMES)('no text of people becomes part of the template: %s', (name) => {
    const ofTemplate = (chat: Partial<ChatRequest>) =>
      partsOf(name, chat)
        .filter((part) => part.isTemplate)
        .map((part) => part.text)
        .join('');
    const honest = ofTemplate(chatOf(() => 'x'));

    for (let seed = 1; seed <= 200; seed++) {
      const random = seeded(seed);
      const forged = () => Array.from({ length: random.integer(1, 6) }, () => random.pick(MARKS)).join('');

      expect(ofTemplate(chatOf(forged)), `seed ${seed}`).toBe(honest);
    }
  });
});
