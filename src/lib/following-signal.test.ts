import { describe, expect, test } from 'bun:test';
import { followingSignal } from './following-signal.ts';

describe('a signal that follows others', () => {
  test('fires with the first of them, for its reason', () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const { signal } = followingSignal(one.signal, two.signal);

    two.abort('two');
    one.abort('one');

    expect(signal.reason).toBe('two');
  });

  test('has fired already where one of them has', () => {
    expect(followingSignal(new AbortController().signal, AbortSignal.abort('gone')).signal.reason).toBe('gone');
  });

  test('fires when its owner says so', () => {
    const following = followingSignal(new AbortController().signal);

    following.abort('enough');

    expect(following.signal.reason).toBe('enough');
  });

  test('follows no longer once it is cleared', () => {
    const parent = new AbortController();
    const following = followingSignal(parent.signal);

    following.clear();
    parent.abort('late');

    expect(following.signal.aborted).toBe(false);
  });
});
