import { describe, expect, test } from 'bun:test';
import { followingSignal } from './following-signal.ts';

describe('a signal that follows another', () => {
  test('fires with it, for its reason', () => {
    const parent = new AbortController();
    const { signal } = followingSignal(parent.signal);

    parent.abort('over');

    expect(signal.reason).toBe('over');
  });

  test('has fired already where that has', () => {
    expect(followingSignal(AbortSignal.abort('gone')).signal.reason).toBe('gone');
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
