import { describe, expect, test } from 'bun:test';
import type { ChatRequest, Message } from '../../core/chat.ts';
import { type Candidate, choose, prefixOf } from './balance.ts';

const idle = (name: string, weight = 1): Candidate => ({ name, weight, running: 0 });
const busy = (name: string, running: number): Candidate => ({ name, weight: 1, running });
const THREE = [idle('a'), idle('b'), idle('c')];

/** How many of so many conversations go to each. */
function spread(candidates: readonly Candidate[], conversations: number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let prefix = 0; prefix < conversations; prefix++) {
    const { name } = choose(candidates, Bun.hash.xxHash32(`conversation ${prefix}`))!;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe('the engine of a conversation', () => {
  test('is always the same one while nothing else is going on', () => {
    const first = choose(THREE, 42);

    expect(choose(THREE, 42)).toBe(first!);
    expect(choose(THREE.toReversed(), 42)).toBe(first!);
  });

  test('is by turns every one of them, over many conversations', () => {
    const counts = spread(THREE, 3000);

    for (const { name } of THREE) expect(counts[name]).toBeWithin(900, 1100);
  });

  test('follows the weights', () => {
    const counts = spread([idle('a', 3), idle('b', 1)], 4000);

    expect(counts.a).toBeWithin(2900, 3100);
  });

  test('changes only for the conversations of an engine that is gone', () => {
    const moved = Array.from({ length: 1000 }, (_, n) => Bun.hash.xxHash32(`conversation ${n}`)).filter((prefix) => {
      const before = choose(THREE, prefix)!;
      return before.name !== 'c' && choose(THREE.slice(0, 2), prefix) !== before;
    });

    expect(moved).toEqual([]);
  });

  test('is the least loaded one once its own has twice its share', () => {
    const affine = choose(THREE, 42)!.name;
    const withRunning = (running: number) => THREE.map(({ name }) => busy(name, name === affine ? running : 0));

    expect(choose(withRunning(1), 42)?.name).toBe(affine);
    expect(choose(withRunning(2), 42)?.name).not.toBe(affine);
  });
});

test('one conversation that asks a thousand times at once does not keep to one engine', () => {
  const running: Record<string, number> = { a: 0, b: 0, c: 0 };

  for (let n = 0; n < 1000; n++) {
    const candidates = Object.entries(running).map(([name, count]) => busy(name, count));
    running[choose(candidates, 42)!.name]! += 1;
  }

  for (const count of Object.values(running)) expect(count).toBeWithin(160, 670);
});

test('without engines there is none to choose, and of one it is that one', () => {
  expect(choose([], 42)).toBeUndefined();
  expect(choose([busy('a', 1000)], 42)?.name).toBe('a');
});

describe('a conversation', () => {
  const chat = (...messages: Message[]): ChatRequest => ({
    model: 'svc-frost',
    messages,
    stream: true,
    includeUsage: false,
  });
  const rules: Message = { role: 'system', content: 'Be brief.' };
  const hello: Message = { role: 'user', content: 'Hello.' };
  const reply: Message = { role: 'assistant', content: 'Hi.', toolCalls: [] };
  const more: Message = { role: 'user', content: 'And now?' };
  const of = (accountId: string, ...messages: Message[]) => prefixOf({ accountId, chat: chat(...messages) });

  test('stays the same as it goes on', () => {
    expect(of('acc', rules, hello, reply, more)).toBe(of('acc', rules, hello));
  });

  test('is another one for another account, other rules or another beginning', () => {
    const all = [of('acc', rules, hello), of('other', rules, hello), of('acc', hello), of('acc', rules, more)];

    expect(new Set(all).size).toBe(4);
  });
});
