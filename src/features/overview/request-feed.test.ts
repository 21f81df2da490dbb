import { expect, test } from 'bun:test';
import { nanos } from '../../core/money.ts';
import { createRequestFeed, type FeedItem } from './request-feed.ts';

const USAGE = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5, reasoningTokens: 0 };
const SETTLED = { usage: USAGE, cost: nanos(7n), coveredTokens: 0n };
const ended = (requestId: string) => ({
  requestId,
  status: 200,
  durationMs: 12,
  note: { accountId: 'acc_1' },
  keyName: undefined,
  reason: undefined,
});

function given() {
  const feed = createRequestFeed({ nowMs: () => 1000 });
  const seen: FeedItem[] = [];
  return { feed, seen, stop: feed.listen((item) => seen.push(item)) };
}

test('a request is shown with its cost when the charge came first', () => {
  const { feed, seen } = given();

  feed.chatEnded({ requestId: 'req_1', settled: SETTLED });
  feed.requestEnded(ended('req_1'));

  expect(seen).toEqual([{ ...ended('req_1'), atMs: 1000, settled: SETTLED }]);
});

test('a request whose client left is shown again when its charge is known', () => {
  const { feed, seen } = given();

  feed.requestEnded(ended('req_1'));
  feed.chatEnded({ requestId: 'req_1', settled: SETTLED });

  expect(seen.map(({ settled }) => settled)).toEqual([undefined, SETTLED]);
  expect(feed.recent()).toMatchObject([{ requestId: 'req_1', settled: SETTLED }]);
});

test('the last hundred are kept for later listeners, and one that has left gets no more', () => {
  const { feed, seen, stop } = given();
  stop();

  for (let i = 0; i < 150; i += 1) feed.requestEnded(ended(`req_${i}`));

  expect(seen).toEqual([]);
  expect(feed.recent().length).toBe(100);
  expect(feed.recent()[0]!.requestId).toBe('req_50');
});

test('what ended while no listener was there is shown later with its cost, whichever came first', () => {
  const feed = createRequestFeed({ nowMs: () => 1000 });

  feed.chatEnded({ requestId: 'req_1', settled: SETTLED });
  feed.requestEnded(ended('req_1'));
  feed.requestEnded(ended('req_2'));
  feed.chatEnded({ requestId: 'req_2', settled: SETTLED });
  feed.requestEnded(ended('req_3'));

  expect(feed.recent().map(({ requestId, settled }) => [requestId, settled])).toEqual([
    ['req_1', SETTLED],
    ['req_2', SETTLED],
    ['req_3', undefined],
  ]);
});
