import { describe, expect, test } from 'bun:test';
import { translated } from './dialects.ts';

const CHAT = {
  model: 'svc-frost',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Weather in Brno?' },
  ],
  max_tokens: 50,
  stream: true,
  stream_options: { include_usage: true },
};

test('chat completions stay as they are', () => {
  expect(translated('chat', CHAT, 8192)).toEqual({ body: CHAT, leftOut: [] });
});

describe('as a response', () => {
  test('a question is the input, the system prompt the instructions, and nothing is kept', () => {
    expect(translated('responses', CHAT, 8192).body).toEqual({
      model: 'svc-frost',
      instructions: 'Be brief.',
      input: 'Weather in Brno?',
      max_output_tokens: 50,
      stream: true,
      store: false,
    });
  });

  test('what it has no place for is named', () => {
    expect(translated('responses', { ...CHAT, seed: 1, stop: ['END'] }, 8192).leftOut).toEqual(['seed', 'stop']);
  });
});

describe('as a message', () => {
  test('the system prompt stands beside the messages, and the usage is not asked for', () => {
    expect(translated('messages', CHAT, 8192).body).toEqual({
      model: 'svc-frost',
      max_tokens: 50,
      system: 'Be brief.',
      stream: true,
      messages: [{ role: 'user', content: 'Weather in Brno?' }],
    });
  });

  test('a length is always given, and never one that the model refuses', () => {
    const { max_tokens: _, ...chat } = CHAT;

    expect(translated('messages', chat, 8192).body.max_tokens).toBe(1024);
    expect(translated('messages', chat, 300).body.max_tokens).toBe(300);
  });

  test('what it has no place for is named: also a temperature above 1', () => {
    const more = { ...CHAT, seed: 1, temperature: 1.5, response_format: { type: 'json_object' } };

    const { body, leftOut } = translated('messages', more, 8192);

    expect(leftOut).toEqual(['seed', 'response_format', 'temperature']);
    expect(Object.keys(body)).not.toContain('temperature');
    expect(translated('messages', { ...CHAT, temperature: 1 }, 8192).leftOut).toEqual([]);
  });

  test('arguments that are no JSON do not break the page', () => {
    const calls = [{ id: 'call_1', function: { name: 'weather', arguments: '{"town":' } }];
    const messages = [...CHAT.messages, { role: 'assistant', content: null, tool_calls: calls }];

    expect(JSON.stringify(translated('messages', { ...CHAT, messages }, 8192).body)).toContain('"input":{}');
  });
});

test('pictures are in each dialect as it has them', () => {
  const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'What is it?' }, picture] }];
  const { input } = translated('responses', { ...CHAT, messages }, 8192).body;
  const { messages: turns } = translated('messages', { ...CHAT, messages }, 8192).body;

  const text = 'What is it?';
  expect(input).toEqual([
    {
      role: 'user',
      content: [
        { type: 'input_text', text },
        { type: 'input_image', image_url: picture.image_url.url },
      ],
    },
  ]);
  const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' };
  expect(turns).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text },
        { type: 'image', source },
      ],
    },
  ]);
});
