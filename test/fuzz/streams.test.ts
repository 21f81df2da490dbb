/** Whatever an engine streams, in whatever pieces, it is the same answer or a broken one; nothing else happens. */
import { expect, test } from 'bun:test';
import { AnswerReader, BrokenAnswer } from '../../src/engines/upstream/upstream-answer.ts';
import { EventTooLarge, sseData } from '../../src/platform/http/sse.ts';
import corpus from '../fixtures/corpus/streams.json';
import { mutatedBytes } from '../support/mutations.ts';
import { type Random, seeded } from '../support/random.ts';

const ROUNDS = 2500;
const EVENT_BYTES_MAX = 100_000;
const encoder = new TextEncoder();

async function* pieces(bytes: Uint8Array, random?: Random): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const length = random ? random.integer(1, 7) : bytes.length;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

async function eventsOf(body: AsyncIterable<Uint8Array>): Promise<readonly string[]> {
  return (await Array.fromAsync(sseData(body, EVENT_BYTES_MAX))).flat();
}

/** The specification of event streams, line by line, without any cleverness. */
function eventsBySpecification(bytes: Uint8Array): readonly string[] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replace(/^\ufeff/, '');
  const lines = text.split(/\r\n|\r|\n/).slice(0, -1);
  const events: string[] = [];
  let data: string[] = [];
  for (const line of lines) {
    if (line === '') {
      if (data.length > 0) events.push(data.join('\n'));
      data = [];
    } else if (line === 'data') data.push('');
    else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
  }
  return events;
}

/** The reader's result of the events; a broken answer is one of the things it may make. */
function answerOf(events: readonly string[]): string {
  let ids = 0;
  const reader = new AnswerReader({ newToolCallId: () => `call_${++ids}`, thinking: 'tags' });
  try {
    const read = events.flatMap((data) => {
      const chunk = parsed(data);
      return chunk === undefined ? [] : reader.read(chunk);
    });
    return JSON.stringify([...read, ...reader.end()]);
  } catch (error) {
    if (error instanceof BrokenAnswer) return 'broken';
    throw error;
  }
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

test.each([1, 2, 3])('streams with changed bytes read alike, whole or in pieces (seed %d)', async (seed) => {
  const random = seeded(seed);
  let events = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const bytes = mutatedBytes(encoder.encode(random.pick(corpus)), random);
    try {
      const whole = await eventsOf(pieces(bytes));
      expect(await eventsOf(pieces(bytes, random))).toEqual([...whole]);
      expect([...whole]).toEqual([...eventsBySpecification(bytes)]);
      answerOf(whole);
      events += whole.length;
    } catch (error) {
      throw new Error(`seed ${seed}, round ${round}: ${Buffer.from(bytes).toString('base64')}`, { cause: error });
    }
  }

  expect(events).toBeGreaterThan(ROUNDS);
});

test('the corpus has answers and broken ones', async () => {
  const answers = await Promise.all(corpus.map(async (text) => answerOf(await eventsOf(pieces(encoder.encode(text))))));

  expect(answers.filter((answer) => answer !== 'broken').length).toBeGreaterThan(2);
  expect(answers.filter((answer) => answer === 'broken').length).toBeGreaterThan(2);
});

test('an event without an end is too large at some point, in whatever pieces it comes', async () => {
  const endless = encoder.encode(`data: ${'x'.repeat(EVENT_BYTES_MAX + 10)}`);

  expect(eventsOf(pieces(endless))).rejects.toBeInstanceOf(EventTooLarge);
  expect(eventsOf(pieces(endless, seeded(1)))).rejects.toBeInstanceOf(EventTooLarge);
});
