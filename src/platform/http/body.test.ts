import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test';
import { ServiceError } from '../../core/errors.ts';
import { discardBody } from '../../gateway/edge/discard-body.ts';
import { readBody } from './body.ts';

const LIMITS = { bodyBytesMax: 10, bodyMs: 1000 };
const JSON_TYPE = { 'content-type': 'application/json' };

function post(body: string | ReadableStream<Uint8Array> | undefined, headers: Record<string, string> = JSON_TYPE) {
  return new Request('http://x/', { method: 'POST', headers, ...(body !== undefined && { body }) });
}

function streamOf(pieces: readonly string[]) {
  const state = { given: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[state.given];
        if (piece === undefined) controller.close();
        else {
          state.given += 1;
          controller.enqueue(new TextEncoder().encode(piece));
        }
      },
      cancel() {
        state.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, state };
}

const textOf = async (request: Request) => new TextDecoder().decode(await readBody(request, LIMITS));

async function refusal(request: Request) {
  try {
    await readBody(request, LIMITS);
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, message: error.message };
    throw error;
  }
  return undefined;
}

describe('a body', () => {
  test('with an announced length is read whole', async () => {
    expect(await textOf(post('{"a":1}', { ...JSON_TYPE, 'content-length': '7' }))).toBe('{"a":1}');
  });

  test('without an announced length is read whole, in any pieces', async () => {
    expect(await textOf(post(streamOf(['{"a"', ':', '1}']).stream))).toBe('{"a":1}');
  });

  test('that is missing is empty', async () => {
    expect(await textOf(post(undefined))).toBe('');
    expect(await textOf(post(streamOf([]).stream))).toBe('');
  });
});

describe('the size of a body', () => {
  const TOO_LARGE = { code: 'request_too_large', message: 'The request body is larger than 10 bytes.' } as const;

  test('may be at the limit', async () => {
    expect(await textOf(post('1234567890', { ...JSON_TYPE, 'content-length': '10' }))).toBe('1234567890');
    expect(await textOf(post(streamOf(['12345', '67890']).stream))).toBe('1234567890');
  });

  test('may not be announced above it: nothing is read', async () => {
    const { stream, state } = streamOf(['x']);

    expect(await refusal(post(stream, { ...JSON_TYPE, 'content-length': '11' }))).toEqual(TOO_LARGE);
    expect(state.given).toBe(0);
  });

  test('may not turn out above it: no more is read, and the rest can be discarded', async () => {
    const { stream, state } = streamOf(Array.from({ length: 1000 }, () => '123456'));
    const request = post(stream, { ...JSON_TYPE, 'transfer-encoding': 'chunked' });

    expect(await refusal(request)).toEqual(TOO_LARGE);
    expect(state.given).toBeLessThanOrEqual(3);
    expect(await discardBody(request, { discardBytesMax: 600, discardMs: 60_000 })).toBe(false);
    expect(state.given).toBeLessThanOrEqual(110);
    expect(state.isCancelled).toBe(false);
  });

  test('is judged before its form', async () => {
    expect(await refusal(post('x', { 'content-type': 'text/plain', 'content-length': '11' }))).toEqual(TOO_LARGE);
  });
});

describe('the form of a body', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json ; charset="utf-8"',
    'application/json; charset=utf8',
  ])('may be %s', async (type) => {
    expect(await textOf(post('{}', { 'content-type': type }))).toBe('{}');
  });

  test.each([
    'text/plain',
    'text/json',
    'application/jsonl',
    'application/json; charset=latin1',
    'application/json, application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
  ])('may not be "%s"', async (type) => {
    expect(await refusal(post('{}', { 'content-type': type }))).toEqual({
      code: 'unsupported_content_type',
      message: 'Send the request body with Content-Type: application/json.',
    });
  });

  test.each(['gzip', 'br', 'deflate', 'identity, gzip', ''])('may not be packed with "%s"', async (encoding) => {
    expect(await refusal(post('{}', { ...JSON_TYPE, 'content-encoding': encoding }))).toEqual({
      code: 'unsupported_content_type',
      message: 'Send the request body without Content-Encoding.',
    });
  });

  test.each(['identity', 'Identity'])('may be announced as "%s"', async (encoding) => {
    expect(await textOf(post('{}', { ...JSON_TYPE, 'content-encoding': encoding }))).toBe('{}');
  });
});

describe('the time of a body', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('ends at its limit', async () => {
    const silent = new ReadableStream<Uint8Array>({});
    const reading = refusal(post(silent));

    jest.advanceTimersByTime(1000);

    expect(await reading).toEqual({
      code: 'body_too_slow',
      message: 'The request body did not arrive within 1 seconds.',
    });
  });

  test('leaves no timer behind', async () => {
    await textOf(post('{}'));

    expect(jest.getTimerCount()).toBe(0);
  });
});
