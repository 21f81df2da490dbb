import { expect, test } from 'bun:test';
import { randomText, seeded } from '../../test/support/random.ts';
import type { EngineEvent, TokenLogprob } from '../core/chat.ts';
import { toSharedBytes } from '../lib/shared-bytes.ts';
import { AnswerRecord, restorePiece } from './answer-record.ts';

type Piece = Parameters<AnswerRecord['add']>[0];

const HEAD = { id: 'chatcmpl-1', createdAtMs: 5, model: 'svc-glacier' };
const USAGE = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 2, reasoningTokens: 0 };

const text = (written: string): Piece => ({ type: 'text', text: written });
const reasoning = (written: string): Piece => ({ type: 'reasoning', text: written });
const start = (index: number): Piece => ({ type: 'tool-call-start', index, id: `call_${index}`, name: 'f' });
const args = (index: number, written: string): Piece => ({ type: 'tool-call-arguments', index, text: written });
const logprob = (token: string): TokenLogprob => ({ token, logprob: -1, bytes: null, top: [] });

/** Recorded and read again. */
function recorded(pieces: readonly Piece[]): readonly EngineEvent[] {
  const record = new AnswerRecord(HEAD);
  for (const piece of pieces) record.add(piece);
  return record.finish({ finishReason: 'stop' }, USAGE).events.map(restorePiece);
}

test('a record has what the answer was', () => {
  const record = new AnswerRecord(HEAD);
  record.add(text('Hi'));

  expect(record.finish({ finishReason: 'length' }, USAGE)).toEqual({
    completionId: 'chatcmpl-1',
    createdAtMs: 5,
    model: 'svc-glacier',
    events: [toSharedBytes(JSON.stringify(text('Hi')))],
    finishReason: 'length',
    usage: USAGE,
  });
});

test('an empty answer has no events', () => {
  expect(recorded([])).toEqual([]);
});

test('pieces of one kind become one', () => {
  expect(recorded([reasoning('w'), reasoning('hy'), text('o'), text('k'), text('.')])).toEqual([
    reasoning('why'),
    text('ok.'),
  ]);
});

test('kinds that take turns stay in their order', () => {
  expect(recorded([text('a'), reasoning('b'), text('c')])).toEqual([text('a'), reasoning('b'), text('c')]);
});

test('arguments of one call become one; those of another call, and its start, stay apart', () => {
  expect(recorded([start(0), args(0, '{'), args(0, '}'), start(1), args(1, '['), args(1, ']')])).toEqual([
    start(0),
    args(0, '{}'),
    start(1),
    args(1, '[]'),
  ]);
  expect(recorded([start(0), start(1), args(0, 'a'), args(1, 'b')])).toEqual([
    start(0),
    start(1),
    args(0, 'a'),
    args(1, 'b'),
  ]);
});

test('log probabilities are joined with their text', () => {
  const pieces: Piece[] = [
    { type: 'text', text: 'a', logprobs: [logprob('a')] },
    { type: 'text', text: 'b' },
    { type: 'text', text: 'c', logprobs: [logprob('c')] },
  ];

  expect(recorded(pieces)).toEqual([{ type: 'text', text: 'abc', logprobs: [logprob('a'), logprob('c')] }]);
});

test('very many log probabilities stay in several pieces, each of which is quickly read', () => {
  const tokens = Array.from({ length: 5000 }, (_, n) => logprob(`w${n}`));

  const events = recorded(tokens.map((one) => ({ type: 'text', text: one.token, logprobs: [one] })));

  expect(events.length).toBeGreaterThan(2);
  expect(events.length).toBeLessThan(20);
  expect(events.flatMap((event) => ('logprobs' in event && event.logprobs) || [])).toEqual(tokens);
});

test('log probabilities that an earlier version has kept as a list are read as they are', () => {
  const kept = { type: 'text', text: 'a', logprobs: [logprob('a')] } as const;

  expect(restorePiece(toSharedBytes(JSON.stringify(kept)))).toEqual(kept);
});

test('what was added is not changed', () => {
  const first = Object.freeze(text('a'));

  recorded([first, text('b')]);

  expect(first).toEqual(text('a'));
});

test('a random answer says the same when it is recorded', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = seeded(seed);
    const pieces = Array.from({ length: random.integer(0, 20) }, (): Piece => {
      const kind = random.integer(0, 3);
      if (kind === 0) return text(randomText(random));
      if (kind === 1) return reasoning(randomText(random));
      return kind === 2 ? start(random.integer(0, 2)) : args(random.integer(0, 2), randomText(random));
    });

    const events = recorded(pieces);

    expect(saying(events), `seed ${seed}`).toEqual(saying(pieces));
    expect(events.length, `seed ${seed}`).toBeLessThanOrEqual(pieces.length);
  }

  /** Letter by letter, with what each letter belongs to. */
  function saying(events: readonly EngineEvent[]): readonly string[] {
    return events.flatMap((event) => {
      if (event.type === 'tool-call-start') return [`start ${event.index}`];
      const owner = 'index' in event ? `${event.type} ${event.index}` : event.type;
      return 'text' in event ? event.text.split('').map((letter) => `${owner} ${letter}`) : [];
    });
  }
});
