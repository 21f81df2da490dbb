import { expect, test } from 'bun:test';
import type { FeedEntry } from '../../../../src/features/overview/contract.ts';
import { withEntry } from './feed.ts';

const entry = (id: string, czk: string | null = null): FeedEntry => ({
  id,
  atMs: 1,
  accountId: 'acc_1',
  keyName: 'key',
  model: 'svc-1',
  status: 200,
  reason: null,
  durationMs: 5,
  inputTokens: 1,
  outputTokens: 1,
  czk,
  coveredTokens: 0,
});

test('the newest request comes first, and no more than a hundred stay', () => {
  let entries: readonly FeedEntry[] = [];
  for (let i = 0; i < 120; i += 1) entries = withEntry(entries, entry(`req_${i}`));

  expect([entries.length, entries[0]!.id, entries.at(-1)!.id]).toEqual([100, 'req_119', 'req_20']);
});

test('a request that comes again stays in its place with what is known now', () => {
  const entries = withEntry([entry('req_2'), entry('req_1')], entry('req_1', '0.5'));

  expect(entries.map(({ id, czk }) => [id, czk])).toEqual([
    ['req_2', null],
    ['req_1', '0.5'],
  ]);
});
