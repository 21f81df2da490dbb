import { expect, test } from 'bun:test';
import type { ChatRequest } from '../../domain/chat.ts';
import { Suspects } from './suspects.ts';

const chatOf = (content: string, more: Partial<ChatRequest> = {}): ChatRequest => ({
  ...{ model: 'm', stream: false, includeUsage: false, messages: [{ role: 'user', content }] },
  ...more,
});

function started() {
  const clock = { now: 0 };
  const suspects = new Suspects(() => clock.now);
  const isRefused = (chat: ChatRequest): boolean => {
    try {
      suspects.refuse(chat);
      return false;
    } catch {
      return true;
    }
  };
  return { clock, suspects, isRefused };
}

test('a request is refused after the engine has ended with it twice, also as a stream or with another seed', () => {
  const { suspects, isRefused } = started();

  suspects.add(chatOf('poison'));
  expect(isRefused(chatOf('poison'))).toBe(false);
  suspects.add(chatOf('poison', { stream: true, seed: 7 }));

  expect(isRefused(chatOf('poison'))).toBe(true);
  expect(isRefused(chatOf('poison', { stream: true, seed: 8, user: 'u' }))).toBe(true);
  expect(isRefused(chatOf('bread'))).toBe(false);
});

test('it is taken again when ten minutes have passed', () => {
  const { clock, suspects, isRefused } = started();
  suspects.add(chatOf('poison'));
  suspects.add(chatOf('poison'));

  clock.now = 10 * 60_000 - 1;
  expect(isRefused(chatOf('poison'))).toBe(true);
  clock.now += 1;
  expect(isRefused(chatOf('poison'))).toBe(false);
});

test('so many are remembered and no more', () => {
  const { suspects, isRefused } = started();
  for (const _ of [1, 2]) suspects.add(chatOf('poison'));

  for (let n = 0; n < 1000; n++) suspects.add(chatOf(`innocent ${n}`));

  expect(isRefused(chatOf('poison'))).toBe(false);
});
