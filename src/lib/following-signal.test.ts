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

  test('is one of many behind a single listener of what they share, and each of them fires', () => {
    const shared = new AbortController();
    const listeners = listenersOf(shared.signal);
    const followers = Array.from({ length: 3 }, () => followingSignal(new AbortController().signal, shared.signal));

    expect(listeners.size).toBe(1);
    followers[1]!.clear();
    shared.abort('the end');

    expect(followers.map(({ signal }) => signal.reason)).toEqual(['the end', undefined, 'the end']);
  });

  test('leaves no listener behind when the last of many is cleared, and can be followed again', () => {
    const shared = new AbortController();
    const listeners = listenersOf(shared.signal);
    const followers = Array.from({ length: 2 }, () => followingSignal(new AbortController().signal, shared.signal));

    for (const follower of followers) follower.clear();
    expect(listeners.size).toBe(0);
    const late = followingSignal(new AbortController().signal, shared.signal);
    shared.abort('the end');

    expect(late.signal.reason).toBe('the end');
  });
});

/** Who listens to a signal now. */
function listenersOf(signal: AbortSignal): ReadonlySet<unknown> {
  const listeners = new Set<unknown>();
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (name: string, listener: EventListenerObject) => {
    listeners.add(listener);
    add(name, listener);
  };
  signal.removeEventListener = (name: string, listener: EventListenerObject) => {
    listeners.delete(listener);
    remove(name, listener);
  };
  return listeners;
}
