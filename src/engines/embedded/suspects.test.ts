import { describe, expect, test } from 'bun:test';
import type { ChatRequest } from '../../core/chat.ts';
import { Suspects } from './suspects.ts';

const chatOf = (content: string, more: Partial<ChatRequest> = {}): ChatRequest => ({
  ...{ model: 'm', stream: false, includeUsage: false, messages: [{ role: 'user', content }] },
  ...more,
});

function started() {
  const clock = { now: 0 };
  const suspects = new Suspects(() => clock.now);
  const isRefused = (chat: ChatRequest, accountId = 'acc-1'): boolean => {
    try {
      suspects.refuse({ chat, accountId });
      return false;
    } catch {
      return true;
    }
  };
  return { clock, suspects, isRefused };
}

test('a request is refused after the engine has ended with it twice, also as a stream or with another seed', () => {
  const { suspects, isRefused } = started();

  suspects.add({ chat: chatOf('poison'), accountId: 'acc-1' });
  expect(isRefused(chatOf('poison'))).toBe(false);
  suspects.add({ chat: chatOf('poison', { stream: true, seed: 7 }), accountId: 'acc-1' });

  expect(isRefused(chatOf('poison'))).toBe(true);
  expect(isRefused(chatOf('poison', { stream: true, seed: 8, user: 'u' }))).toBe(true);
  expect(isRefused(chatOf('bread'))).toBe(false);
});

test('it is taken again when ten minutes have passed', () => {
  const { clock, suspects, isRefused } = started();
  suspects.add({ chat: chatOf('poison'), accountId: 'acc-1' });
  suspects.add({ chat: chatOf('poison'), accountId: 'acc-1' });

  clock.now = 10 * 60_000 - 1;
  expect(isRefused(chatOf('poison'))).toBe(true);
  clock.now += 1;
  expect(isRefused(chatOf('poison'))).toBe(false);
});

test('so many are remembered and no more', () => {
  const { suspects, isRefused } = started();
  for (const _ of [1, 2]) suspects.add({ chat: chatOf('poison'), accountId: 'acc-1' });

  for (let n = 0; n < 1000; n++) suspects.add({ chat: chatOf(`innocent ${n}`), accountId: 'acc-1' });

  expect(isRefused(chatOf('poison'))).toBe(false);
});

describe('large forms of an account that was there twice', () => {
  const formOf = (bytes: number, name = 'form'): Partial<ChatRequest> => ({
    responseFormat: { type: 'json_schema', name, schema: { description: 'x'.repeat(bytes) } },
  });
  const ended = (suspects: Suspects, bytes: number): void => {
    for (const name of ['first', 'second'])
      suspects.add({ chat: chatOf(name, formOf(bytes, name)), accountId: 'acc-1' });
  };

  test('are refused whatever their bytes are, down to half the size', () => {
    const { suspects, isRefused } = started();
    ended(suspects, 80_000);

    expect(isRefused(chatOf('other', formOf(91_000, 'third')))).toBe(true);
    expect(isRefused(chatOf('other', formOf(41_000)))).toBe(true);
    expect(isRefused(chatOf('other', formOf(20_000)))).toBe(false);
    expect(isRefused(chatOf('other'))).toBe(false);
  });

  test('are those of that account only, and of none that sends small forms', () => {
    const { suspects, isRefused } = started();
    ended(suspects, 80_000);
    const small = started();
    ended(small.suspects, 1_000);

    expect(isRefused(chatOf('other', formOf(91_000)), 'acc-2')).toBe(false);
    expect(small.isRefused(chatOf('other', formOf(1_000)))).toBe(false);
  });

  test('are taken again when ten minutes have passed', () => {
    const { clock, suspects, isRefused } = started();
    ended(suspects, 80_000);
    clock.now = 10 * 60_000;

    expect(isRefused(chatOf('other', formOf(91_000)))).toBe(false);
  });
});
