import { describe, expect, test } from 'bun:test';
import { HttpFailure } from './http.ts';
import { PARSER_LIMITS, ResponseParser } from './http-parser.ts';

type Outcome = {
  readonly status: number | undefined;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly reusable: boolean | undefined;
  readonly done: boolean;
  readonly surplus: boolean;
};

/** Every case must come out the same however the network cuts the bytes. */
const CUTS = [1, 2, 3, 7, 1000, Number.POSITIVE_INFINITY];

function parse(wire: string, cut: number): Outcome {
  const parser = new ResponseParser();
  const body: Buffer[] = [];
  const bytes = Buffer.from(wire, 'latin1');
  for (let at = 0; at < bytes.length; at += cut) {
    // A copy, because the parser may move bytes within what it is given.
    body.push(Buffer.from(parser.feed(new Uint8Array(bytes.subarray(at, at + Math.min(cut, bytes.length))))));
  }
  return {
    status: parser.head?.status,
    headers: Object.fromEntries(parser.head?.headers ?? []),
    body: Buffer.concat(body).toString('latin1'),
    reusable: parser.head?.reusable,
    done: parser.done,
    surplus: parser.surplus,
  };
}

function refusal(wire: string, cut: number): string {
  try {
    parse(wire, cut);
  } catch (error) {
    if (error instanceof HttpFailure) return `${error.kind}, first byte ${error.beforeFirstByte ? 'not ' : ''}seen`;
    throw error;
  }
  return 'accepted';
}

const answer = (head: string, body = '') => `HTTP/1.1 200 OK\r\n${head}\r\n${body}`;
const chunked = (body: string) => answer('Transfer-Encoding: chunked\r\n', body);

const whole = { status: 200, headers: {}, body: '', reusable: true, done: true, surplus: false };

describe.each(CUTS)('in pieces of %p bytes', (cut) => {
  test('a body with a content-length ends after that many bytes', () => {
    const headers = { 'content-length': '5', 'x-a': 'b' };
    expect(parse(answer('Content-Length: 5\r\nX-A:b\r\n', 'hello'), cut)).toEqual({ ...whole, headers, body: 'hello' });
  });

  test('chunks are joined, and their extensions and the trailers are left out', () => {
    const wire = chunked(
      '5\r\nhello\r\n1;a="b c"\r\n \r\n00A \t;x\r\n0123456789\r\n0\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n',
    );
    expect(parse(wire, cut)).toMatchObject({ body: 'hello 0123456789', done: true, reusable: true, surplus: false });
  });

  test('a body without a length goes on until the peer closes', () => {
    expect(parse(answer('', 'some text'), cut)).toMatchObject({ body: 'some text', done: false, reusable: false });
  });

  test('interim answers are skipped', () => {
    const wire = `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\n${answer('content-length: 2\r\n', 'ok')}`;
    expect(parse(wire, cut)).toEqual({ ...whole, headers: { 'content-length': '2' }, body: 'ok' });
  });

  test.each([204, 304])('%p has no body, whatever its headers say', (status) => {
    const wire = `HTTP/1.1 ${status} X\r\ncontent-length: 10\r\n\r\n`;
    expect(parse(wire, cut)).toMatchObject({ status, body: '', done: true, reusable: true });
  });

  test('an answer of length zero is whole with its head', () => {
    expect(parse(answer('content-length: 0\r\n'), cut)).toMatchObject({ body: '', done: true, reusable: true });
  });

  test('HTTP/1.0 is read, but its connection is not used again', () => {
    const wire = 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\nok';
    expect(parse(wire, cut)).toMatchObject({ body: 'ok', done: true, reusable: false });
  });

  test('a connection that the peer will close is not used again', () => {
    expect(parse(answer('Connection: x, Close\r\ncontent-length: 0\r\n'), cut)).toMatchObject({ reusable: false });
  });

  test('bytes after the answer are reported, and are not part of the body', () => {
    const first = answer('content-length: 2\r\n', 'ok');
    expect(parse(first + answer('content-length: 3\r\n', 'bad'), cut)).toMatchObject({ body: 'ok', surplus: true });
    expect(parse(chunked('2\r\nok\r\n0\r\n\r\n!'), cut)).toMatchObject({ body: 'ok', done: true, surplus: true });
  });

  test('repeated headers are joined, and only blanks are trimmed from values', () => {
    const wire = answer('A:  1\t\r\na: 2\r\nEmpty:\r\nB: \xa0x\xa0 \r\ncontent-length: 0\r\n');
    const headers = { a: '1, 2', empty: '', b: '\xa0x\xa0', 'content-length': '0' };
    expect(parse(wire, cut)).toEqual({ ...whole, headers });
  });

  test('the same content-length twice is one content-length', () => {
    expect(parse(answer('content-length: 2\r\ncontent-length: 2\r\n', 'ok'), cut)).toMatchObject({
      body: 'ok',
      done: true,
    });
  });

  test('a status line needs no reason', () => {
    expect(parse('HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n', cut)).toMatchObject({ status: 200, done: true });
    expect(parse('HTTP/1.1 200 \r\ncontent-length: 0\r\n\r\n', cut)).toMatchObject({ status: 200, done: true });
  });

  test.each([
    ['both a content-length and a transfer-encoding', answer('content-length: 2\r\ntransfer-encoding: chunked\r\n')],
    ['two different content-lengths', answer('content-length: 2\r\ncontent-length: 3\r\n')],
    ['two different content-lengths in one header', answer('content-length: 2, 3\r\n')],
    ['a signed content-length', answer('content-length: +2\r\n')],
    ['a negative content-length', answer('content-length: -2\r\n')],
    ['a hexadecimal content-length', answer('content-length: 0x2\r\n')],
    ['an empty content-length', answer('content-length:\r\n')],
    ['a content-length too long for a number', answer(`content-length: ${'9'.repeat(16)}\r\n`)],
    ['a transfer-encoding of gzip, chunked', answer('transfer-encoding: gzip, chunked\r\n')],
    ['a transfer-encoding of chunked twice', answer('transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n')],
    ['a transfer-encoding of identity', answer('transfer-encoding: identity\r\n')],
    ['an empty transfer-encoding', answer('transfer-encoding:\r\n')],
    ['a transfer-encoding in HTTP/1.0', 'HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'],
    ['HTTP/2', 'HTTP/2 200 OK\r\n\r\n'],
    ['HTTP/1.2', 'HTTP/1.2 200 OK\r\n\r\n'],
    ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
    ['a status glued to its reason', 'HTTP/1.1 200OK\r\n\r\n'],
    ['a status out of range', 'HTTP/1.1 600 OK\r\n\r\n'],
    ['something that is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
    ['an empty line before the status line', '\r\nHTTP/1.1 200 OK\r\n\r\n'],
    ['an empty head', '\r\n\r\n'],
    ['a changed protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
    ['a header without a colon', answer('nonsense\r\n')],
    ['a header without a name', answer(': x\r\n')],
    ['a space before the colon', answer('a : x\r\n')],
    ['a folded header', answer('a: x\r\n y\r\n')],
    ['a folded first header', answer(' a: x\r\n')],
    ['a NUL in a header', answer('a: x\0\r\n')],
    ['a bare LF after a header', answer('a: x\n')],
    ['a bare LF after the status line', 'HTTP/1.1 200 OK\na: b\r\n\r\n'],
    ['a bare CR in a header', answer('a: x\ry\r\n')],
    ['a bare LF as the empty line', 'HTTP/1.1 200 OK\r\n\n'],
    ['a chunk without a size', chunked('\r\nab\r\n')],
    ['a chunk size that is not hexadecimal', chunked('g\r\nab\r\n')],
    ['a chunk size with 0x', chunked('0x2\r\nab\r\n')],
    ['a negative chunk size', chunked('-2\r\nab\r\n')],
    ['a space before a chunk size', chunked(' 2\r\nab\r\n')],
    ['a space after a chunk size', chunked('2 \r\nab\r\n')],
    ['a chunk size of too many digits', chunked(`${'0'.repeat(13)}2\r\nab\r\n`)],
    ['a bare LF after a chunk size', chunked('2\nab\r\n')],
    ['a bare LF in a chunk extension', chunked('2;a\nab\r\n')],
    ['a bare CR in a chunk extension', chunked('2;a\rb\r\nab\r\n')],
    ['a chunk longer than its size', chunked('2\r\nabc\r\n')],
    ['a chunk that ends in a bare LF', chunked('2\r\nab\n0\r\n\r\n')],
    ['a bare LF in the trailers', chunked('0\r\na: b\n\r\n')],
    ['a bare LF after the last chunk', chunked('0\r\n\n')],
    ['a line with a chunk size over its limit', chunked(`2;${'x'.repeat(1100)}\r\nab\r\n`)],
  ])('it refuses %s', (_name, wire) => {
    expect(refusal(wire, cut)).toBe('protocol, first byte seen');
  });

  test('a head is refused once it is over its limit, and accepted just below', () => {
    const fill = (count: number) => answer(`content-length: 0\r\na: ${'x'.repeat(count)}\r\n`);
    const room = PARSER_LIMITS.headBytesMax - fill(0).length;

    expect(refusal(fill(room), cut)).toBe('accepted');
    expect(refusal(fill(room + 1), cut)).toBe('too-large, first byte seen');
  });

  test('interim answers without an end are refused', () => {
    expect(refusal('HTTP/1.1 100 Continue\r\n\r\n'.repeat(3000), cut)).toBe('too-large, first byte seen');
  });

  test('trailers over their limit are refused', () => {
    expect(refusal(chunked(`0\r\n${'a: b\r\n'.repeat(4000)}`), cut)).toBe('too-large, first byte seen');
  });
});

test('only an answer without a length is ended by the peer closing', () => {
  const closing = (wire: string) => {
    const parser = new ResponseParser();
    parser.feed(Buffer.from(wire));
    return parser.close();
  };

  expect(closing(answer('', 'text'))).toBe(true);
  expect(closing(answer('content-length: 5\r\n', 'text'))).toBe(false);
  expect(closing(chunked('4\r\ntext\r\n'))).toBe(false);
  expect(closing('HTTP/1.1 200 OK\r\n')).toBe(false);
});

test('the chunks of one read from the socket are one piece', () => {
  const parser = new ResponseParser();

  const piece = parser.feed(Buffer.from(chunked('2\r\nab\r\n2\r\ncd\r\n2\r\nef\r\n')));

  expect(Buffer.from(piece).toString()).toBe('abcdef');
});

test('an interim answer is not yet the start of the answer', () => {
  const parser = new ResponseParser();

  parser.feed(Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'));
  expect(parser.started).toBe(false);

  parser.feed(Buffer.from('H'));
  expect(parser.started).toBe(true);
});
