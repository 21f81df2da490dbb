/** The format vectors are those of the Web Platform Tests for EventSource, fed in pieces of several sizes. */
import { describe, expect, test } from 'bun:test';
import { DONE, EventTooLarge, frame, PING, sseData } from './sse.ts';

const MEGABYTE = 1024 * 1024;
const CUTS = [1, 2, 3, Number.POSITIVE_INFINITY];

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const step = Math.min(size, Math.max(1, bytes.length));
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
}

async function read(wire: string | Uint8Array, size: number, bytesMax = MEGABYTE): Promise<string[]> {
  const bytes = typeof wire === 'string' ? new TextEncoder().encode(wire) : wire;
  return (await Array.fromAsync(sseData(cut(bytes, size), bytesMax))).flat();
}

const VECTORS: readonly (readonly [name: string, wire: string, data: readonly string[]])[] = [
  ['LF ends a line', 'data: 1\n\ndata: 2\n\n', ['1', '2']],
  ['CRLF ends a line', 'data: 1\r\n\r\ndata: 2\r\n\r\n', ['1', '2']],
  ['CR ends a line', 'data: 1\r\rdata: 2\r\r', ['1', '2']],
  ['line ends may be mixed', 'data: 1\n\r\ndata: 2\r\r\ndata: 3\r\n\n', ['1', '2', '3']],
  ['LF and CR after each other are two line ends', 'data:1\n\rdata:2\n\n', ['1', '2']],
  ['CRLF is one line end, also between data lines', 'data: a\r\ndata: b\r\n\r\n', ['a\nb']],
  ['the space after the colon may be missing', 'data:1\n\n', ['1']],
  ['only one space after the colon is dropped', 'data:  1\n\n', [' 1']],
  ['a tab after the colon is part of the data', 'data:\t1\n\n', ['\t1']],
  ['a space at the end is part of the data', 'data: 1 \n\n', ['1 ']],
  ['data of several lines is joined by LF', 'data: a\ndata: b\ndata:c\n\n', ['a\nb\nc']],
  ['a field without a colon has an empty value', 'data\n\n', ['']],
  ['empty data is an event', 'data:\n\n', ['']],
  ['two empty data lines are one line end', 'data\ndata\n\n', ['\n']],
  ['data that is only a colon', 'data::\n\n', [':']],
  ['blank lines without data are no events', '\n\n\n\ndata: 1\n\n\n\n', ['1']],
  ['comments are passed over', ': ping\n\n:\n: data: no\ndata: 1\n:between\ndata: 2\n\n', ['1\n2']],
  ['a stream of comments only has no events', ': ping\n: ping\n\n: ping\n\n', []],
  ['a long comment is passed over', `:${'x'.repeat(2000)}\ndata: 1\n\n`, ['1']],
  ['one BOM at the beginning is dropped', '\uFEFFdata: 1\n\ndata: 2\n\n', ['1', '2']],
  ['a second BOM is part of the field name', '\uFEFF\uFEFFdata: 1\n\ndata: 2\n\ndata: 3\n\n', ['2', '3']],
  ['a BOM later is part of the field name', 'data: 1\n\n\uFEFFdata: 2\n\ndata: 3\n\n', ['1', '3']],
  ['a BOM inside the data stays', 'data: \uFEFF1\n\n', ['\uFEFF1']],
  ['unknown fields are ignored', 'data: 1\nfoo: 2\nfoo\n data: 3\nDATA: 4\ndatas: 5\n\n', ['1']],
  ['event, id and retry are passed over', 'event: x\nid: 7\nretry: 10\ndata: 1\n\n', ['1']],
  ['an event type alone is no event', 'event: ping\n\ndata: 1\n\n', ['1']],
  ['an event without its blank line is no event', 'data: 1\n\ndata: 2', ['1']],
  ['an event with only its line end is no event', 'data: 1\n\ndata: 2\n', ['1']],
  ['NUL is part of the data', 'data: a\0b\n\n', ['a\0b']],
  ['NUL is part of a field name', 'data\0: 1\ndata: 2\n\n', ['2']],
  ['an id with NUL is ignored, and its event is not', 'id: a\0b\ndata: 1\n\n', ['1']],
  ['a bogus retry is ignored', 'retry: 3000x\nretry:\nretry: -1\ndata: 1\n\n', ['1']],
  ['U+2028, U+2029 and U+0085 end no line', 'data: a\u2028b\u2029c\u0085d\n\n', ['a\u2028b\u2029c\u0085d']],
  ['vertical tab and form feed end no line', 'data: a\vb\fc\n\n', ['a\vb\fc']],
  ['text of two, three and four bytes a character', 'data: ž€🌲\n\ndata: ok…\n\n', ['ž€🌲', 'ok…']],
  ['JSON with escapes is left alone', 'data: {"a":"\\n\\u2028"}\n\n', ['{"a":"\\n\\u2028"}']],
];

describe.each(CUTS)('in pieces of %p bytes', (size) => {
  test.each(VECTORS)('%s', async (_name, wire, data) => {
    expect(await read(wire, size)).toEqual([...data]);
  });

  test('bytes that are not UTF-8 become replacement characters, and the next event is whole', async () => {
    const wire = Buffer.concat([Buffer.from('data: a'), Buffer.from([0xff, 0xc3]), Buffer.from('\n\ndata: b\n\n')]);

    expect(await read(wire, size)).toEqual(['a\ufffd\ufffd', 'b']);
  });

  test('what we write is what we read', async () => {
    const wire = `${PING}${frame('{"a":1}')}${PING}${frame('{"b":"\\n"}')}${DONE}`;

    expect(await read(wire, size)).toEqual(['{"a":1}', '{"b":"\\n"}', '[DONE]']);
  });
});

test('a heartbeat has one line end, so that no client takes it for an event', () => {
  expect(PING).toBe(': ping\n');
});

test('an event is passed on before the next piece is asked for', async () => {
  let asked = 0;
  const body = async function* () {
    for (;;) {
      asked += 1;
      yield new TextEncoder().encode(`data: ${asked}\n\n`);
    }
  };
  const events = sseData(body(), MEGABYTE);

  const first = await events.next();
  const second = await events.next();
  await events.return();

  expect([first.value, second.value, asked]).toEqual([['1'], ['2'], 2]);
});

test('leaving the events closes the body', async () => {
  let isClosed = false;
  const body = async function* () {
    try {
      for (;;) yield new TextEncoder().encode('data: 1\n\n');
    } finally {
      isClosed = true;
    }
  };

  for await (const _ of sseData(body(), MEGABYTE)) break;

  expect(isClosed).toBe(true);
});

describe('the size of an event', () => {
  const PIECE = 64 * 1024;

  test('1 MB passes, in one piece or in many', async () => {
    const text = 'x'.repeat(MEGABYTE);

    for (const size of [PIECE, Number.POSITIVE_INFINITY]) {
      const [data] = await read(`data: ${text}\n\n`, size, 8 * MEGABYTE);
      expect(data?.length).toBe(MEGABYTE);
    }
  });

  test('any number of events passes, however large they are together', async () => {
    const wire = frame('x'.repeat(700)).repeat(100);

    for (const size of [1, 999, 1000, 1001, Number.POSITIVE_INFINITY]) {
      expect((await read(wire, size, 1000)).length, `pieces of ${size}`).toBe(100);
    }
  });

  test.each([
    ['no line end', 'x'],
    ['data without a line end', 'data: xxxxxxxxxx'],
    ['a comment without a line end', ': xxxxxxxx'],
  ])('an endless body with %s is refused soon after the limit', async (_name, start) => {
    const bytesMax = MEGABYTE;
    const { body, consumed } = endless(start, 'x'.repeat(PIECE));

    await expect(Array.fromAsync(sseData(body, bytesMax))).rejects.toThrow(EventTooLarge);

    expect(consumed()).toBeLessThanOrEqual(bytesMax + 2 * PIECE);
  });

  test('endless data lines without a blank line are refused soon after the limit', async () => {
    const { body, consumed } = endless('', `data: ${'x'.repeat(1000)}\n`);

    await expect(Array.fromAsync(sseData(body, MEGABYTE))).rejects.toThrow(EventTooLarge);

    expect(consumed()).toBeLessThanOrEqual(MEGABYTE + PIECE);
  });

  test('10 MB of one event are refused when 8 MB are allowed', async () => {
    const wire = `data: ${'x'.repeat(10 * MEGABYTE)}\n\n`;

    await expect(read(wire, PIECE, 8 * MEGABYTE)).rejects.toThrow('An event is larger than 8388608 bytes.');
  });

  test('a whole event above the limit is refused, even when it comes in one piece', async () => {
    await expect(read(frame('x'.repeat(2000)), Number.POSITIVE_INFINITY, 1000)).rejects.toThrow(EventTooLarge);
  });

  test('a partial event counts, even when it comes behind whole ones', async () => {
    const seen: string[] = [];
    const wire = `${frame('1')}${frame('2')}data: ${'x'.repeat(5000)}`;
    const reading = async () => {
      for await (const data of sseData(cut(new TextEncoder().encode(wire), Number.POSITIVE_INFINITY), 1000)) {
        seen.push(...data);
      }
    };

    await expect(reading()).rejects.toThrow(EventTooLarge);

    expect(seen).toEqual(['1', '2']);
  });

  function endless(start: string, piece: string) {
    let bytes = 0;
    const encoder = new TextEncoder();
    const body = async function* () {
      for (const text of (function* () {
        if (start) yield start;
        for (;;) yield piece;
      })()) {
        bytes += text.length;
        yield encoder.encode(text);
      }
    };
    return { body: body(), consumed: () => bytes };
  }
});
