import { describe, expect, test } from 'bun:test';
import { FormTurns } from './form-turns.ts';

function started() {
  const clock = { now: 1000, others: true };
  const sleep = async (ms: number) => {
    clock.now += ms;
  };
  const turns = new FormTurns({ nowMs: () => clock.now, sleep });
  const { signal } = new AbortController();
  const wait = async (account: string): Promise<number> => {
    const from = clock.now;
    await turns.wait(account, { signal, hasOthers: () => clock.others });
    return clock.now - from;
  };
  return { clock, turns, wait };
}

describe('an account that took time from all others', () => {
  test('lets them go on for twice as long', async () => {
    const { turns, wait } = started();
    turns.spend('a', 105);

    expect(await wait('b')).toBe(0);
    expect(await wait('a')).toBe(200);
    expect(await wait('a')).toBe(0);
  });

  test('has one debt, however many answers it has', async () => {
    const { turns, wait } = started();
    for (let answer = 0; answer < 3; answer++) turns.spend('a', 55);

    expect(await wait('a')).toBe(300);
  });

  test('does not wait while there are no others, nor once they are gone', async () => {
    const { clock, turns, wait } = started();
    turns.spend('a', 505);
    clock.others = false;

    expect(await wait('a')).toBe(0);
  });

  test('owes nothing for what every form takes, and ten seconds at most', async () => {
    const { turns, wait } = started();
    for (let token = 0; token < 100; token++) turns.spend('a', 4);
    expect(await wait('a')).toBe(0);

    turns.spend('a', 60_000);
    expect(await wait('a')).toBe(10_000);
  });

  test('stops waiting when its client leaves', async () => {
    const leaving = new AbortController();
    const turns = new FormTurns({ nowMs: () => 0, sleep: async () => leaving.abort(new Error('gone')) });
    turns.spend('a', 100);

    await expect(turns.wait('a', { signal: leaving.signal, hasOthers: () => true })).rejects.toThrow('gone');
  });
});
