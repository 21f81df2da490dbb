import { describe, expect, test } from 'bun:test';
import { createEventReader, readEvents } from './sse.ts';

const STREAM = [
  ': ping\n',
  'data: {"text":"Příliš žluťoučký 🐎"}\n\n',
  ': ping\n\n',
  'event: message\nid: 7\nretry: 10\ndata:{"no":"space"}\n\n',
  'data: two\ndata: lines\n\n',
  'data: crlf\r\n\r\n',
  'data: {"error":{"message":"engine lost"}}\n\n',
  'data: [DONE]\n\n',
].join('');
const EVENTS = [
  '{"text":"Příliš žluťoučký 🐎"}',
  '{"no":"space"}',
  'two\nlines',
  'crlf',
  '{"error":{"message":"engine lost"}}',
  '[DONE]',
];
const BYTES = new TextEncoder().encode(STREAM);

describe('reading an event stream', () => {
  test('cut at any byte, the events are the same', () => {
    for (let cut = 0; cut <= BYTES.length; cut++) {
      const read = createEventReader();
      const events = [...read(BYTES.subarray(0, cut)), ...read(BYTES.subarray(cut))];
      expect(events, `cut at ${cut}`).toEqual(EVENTS);
    }
  });

  test.each([1, 2, 3, 7])('%i bytes at a time, the events are the same', (size) => {
    const read = createEventReader();
    const events: string[] = [];
    for (let at = 0; at < BYTES.length; at += size) events.push(...read(BYTES.subarray(at, at + size)));
    expect(events).toEqual(EVENTS);
  });

  test('an event that is not closed is not given out', () => {
    const read = createEventReader();
    expect(read(new TextEncoder().encode('data: half\n'))).toEqual([]);
  });

  test('who leaves early stops the source', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('data: more\n\n')),
      cancel: () => {
        isCancelled = true;
      },
    });

    for await (const event of readEvents(body)) {
      expect(event).toBe('more');
      break;
    }

    expect(isCancelled).toBe(true);
  });
});
