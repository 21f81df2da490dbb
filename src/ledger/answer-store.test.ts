import { expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { NOON, openStorage } from '../../test/support/ledger-fixture.ts';
import type { RecordedAnswer } from '../core/chat.ts';
import { nanos } from '../core/money.ts';
import { textOfBytes, toSharedBytes } from '../lib/shared-bytes.ts';
import { keepAnswer } from './answer-store.ts';

const EVENTS = [
  { type: 'text', text: 'one\n,two\\n \u2028 🦊 \ud800' },
  { type: 'reasoning', text: '' },
  { type: 'text', text: ']}' },
];
const ANSWER = {
  completionId: 'c',
  createdAtMs: NOON,
  model: 'm\n',
  finishReason: 'stop',
  usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0 },
} as const;
const COST = nanos(12_345_678_901_234_567_890n);

const eventsOf = (answer: RecordedAnswer | undefined) => answer?.events.map((event) => JSON.parse(textOfBytes(event)));

test('an answer is read as it was kept, however many events it has', async () => {
  await using storage = await openStorage();
  for (const events of [[], EVENTS.slice(0, 1), EVENTS]) {
    const answer = { ...ANSWER, events: events.map((event) => toSharedBytes(JSON.stringify(event))) };
    const kept = { scope: 's', fingerprint: 'f', requestId: 'r', expiresAtMs: NOON + 1, cost: COST, answer };

    await storage.db.transaction((sql) => keepAnswer(sql, kept));

    const found = await storage.stores.answers.find('s', NOON);
    expect(found).toMatchObject({ fingerprint: 'f', answer: { ...ANSWER, cost: COST } });
    expect(eventsOf(found?.answer)).toEqual(events);
  }
});

test('an answer that an earlier version has kept on one line is read, and one of today is JSON as a whole', async () => {
  await using storage = await openStorage();
  const line = JSON.stringify({ ...ANSWER, events: EVENTS, cost: String(COST) });
  const events = EVENTS.map((event) => toSharedBytes(JSON.stringify(event)));
  const now = { scope: 'now', fingerprint: 'f', requestId: 'r', expiresAtMs: NOON + 1, cost: COST };
  await storage.db.transaction(async (sql) => {
    await keepAnswer(sql, { ...now, answer: { ...ANSWER, events } });
    await keepAnswer(sql, { ...now, scope: 'before', answer: { ...ANSWER, events } });
    await sql.run("UPDATE recorded_answers SET answer = ? WHERE scope = 'before'", line);
  });

  const [before, today] = await Promise.all(['before', 'now'].map((scope) => storage.stores.answers.find(scope, NOON)));
  const row = await storage.db.sql.one("SELECT answer FROM recorded_answers WHERE scope = 'now'");

  expect(eventsOf(before?.answer)).toEqual(EVENTS);
  expect(before).toEqual(today);
  expect(JSON.parse(String(row?.answer))).toEqual(JSON.parse(line));
});
