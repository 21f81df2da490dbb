import { describe, expect, test } from 'bun:test';
import type { Piece } from '../../core/chat.ts';
import { ResponseOutput } from './output.ts';

const FORM = { key: 'k', reasoningAs: 'content', targets: { patch: { name: 'patch', isCustom: true } } } as const;

const itemsOf = (written: readonly string[]) => JSON.parse(`[${written.join('')}]`) as Record<string, unknown>[];

/** The events that pieces make, each as an object. */
function said(pieces: readonly Piece[], status: 'completed' | 'incomplete' = 'completed') {
  const events: Record<string, unknown>[] = [];
  const output = new ResponseOutput(FORM, (type, fields) => events.push({ type, ...JSON.parse(`{${fields}}`) }));
  for (const piece of pieces) output.add(piece);
  return {
    items: itemsOf(output.end(status)),
    events,
    types: events.map(({ type }) => String(type).replace('response.', '')),
  };
}

const collected = (pieces: readonly Piece[]) => {
  const output = new ResponseOutput(FORM);
  for (const piece of pieces) output.add(piece);
  return itemsOf(output.end('completed'));
};

describe('items', () => {
  test('text, reasoning and calls take turns, and each item opens and closes once', () => {
    const { items, types } = said([
      { type: 'reasoning', text: 'Hm' },
      { type: 'text', text: 'Let me look.' },
      { type: 'tool-call-start', index: 0, id: 'c0', name: 'look' },
      { type: 'tool-call-start', index: 1, id: 'c1', name: 'look' },
      { type: 'tool-call-arguments', index: 1, text: '{"b"' },
      { type: 'tool-call-arguments', index: 0, text: '{"a":1}' },
      { type: 'tool-call-arguments', index: 1, text: ':2}' },
      { type: 'text', text: 'And?' },
    ]);

    expect(items.map(({ type }) => type)).toEqual([
      'reasoning',
      'message',
      'function_call',
      'function_call',
      'message',
    ]);
    expect(items.map(({ arguments: written }) => written).filter(Boolean)).toEqual(['{"a":1}', '{"b":2}']);
    expect(types.filter((type) => type === 'output_item.added')).toHaveLength(5);
    expect(types.filter((type) => type === 'output_item.done')).toHaveLength(5);
    expect(new Set(items.map(({ id }) => id)).size).toBe(5);
  });

  test('are the same whether streamed or not', () => {
    const pieces: readonly Piece[] = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'ž🌲' },
      { type: 'tool-call-start', index: 0, id: 'c', name: 'patch' },
      { type: 'tool-call-arguments', index: 0, text: '{"input":"x\\ny"}' },
    ];

    expect(said(pieces).items).toEqual(collected(pieces));
    expect(collected(pieces)[1]).toMatchObject({ type: 'custom_tool_call', input: 'x\ny' });
  });

  test('an answer of nothing is an empty message, and a call without arguments has an empty object', () => {
    expect(collected([])).toMatchObject([{ type: 'message', content: [{ text: '' }] }]);
    expect(collected([{ type: 'tool-call-start', index: 0, id: 'c', name: 'f' }])).toMatchObject([{ arguments: '{}' }]);
  });

  test('of an answer that was cut, the last item is not whole', () => {
    const { items } = said(
      [
        { type: 'reasoning', text: 'Hm' },
        { type: 'text', text: 'a' },
      ],
      'incomplete',
    );

    expect(items.map(({ status }) => status)).toEqual(['completed', 'incomplete']);
  });
});

test('few logprobs are repeated at the end, many only for clients that have not seen them yet', () => {
  const top = Array.from({ length: 20 }, () => ({ token: 'b', logprob: -2, bytes: null }));
  const text = (tokens: number): Piece => ({
    type: 'text',
    text: 'a',
    logprobs: Array.from({ length: tokens }, () => ({ token: 'a', logprob: -1, bytes: [97], top })),
  });
  const countIn = (items: readonly object[]) =>
    (items[0] as { content: { logprobs: unknown[] }[] }).content[0]!.logprobs.length;

  expect(countIn(said([text(3)]).items)).toBe(3);
  expect(countIn(said([text(400), text(400)]).items)).toBe(0);
  expect(countIn(collected([text(400), text(400)]))).toBe(800);
});
