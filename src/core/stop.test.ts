import { describe, expect, test } from 'bun:test';
import { Stop, type StopListener } from './stop.ts';

const counting = (): StopListener & { times: number } => ({
  times: 0,
  handleEvent() {
    this.times += 1;
  },
});

describe('a stop', () => {
  test('fires once, with what it follows or by its owner, for the reason that came first', () => {
    const parent = new AbortController();
    const stop = new Stop(parent.signal);
    const [one, two] = [counting(), counting()];
    stop.addEventListener('abort', one);
    stop.addEventListener('abort', two);
    stop.throwIfAborted();

    parent.abort('the parent');
    stop.abort('the owner');

    expect([stop.aborted, stop.reason, one.times, two.times]).toEqual([true, 'the parent', 1, 1]);
    expect(() => stop.throwIfAborted()).toThrow('the parent');
  });

  test('has fired already where what it follows has', () => {
    expect(new Stop(AbortSignal.abort('gone')).reason).toBe('gone');
  });

  test('tells those who still listen, also where one of them leaves meanwhile', () => {
    const stop = new Stop(new AbortController().signal);
    const [gone, stays] = [counting(), counting()];
    const leaves: StopListener = { handleEvent: () => stop.removeEventListener('abort', leaves) };
    for (const listener of [gone, leaves, stays]) stop.addEventListener('abort', listener);

    stop.removeEventListener('abort', gone);
    stop.abort('over');

    expect([gone.times, stays.times]).toEqual([0, 1]);
  });

  test('follows another stop, and no longer once it is cleared', () => {
    const first = new Stop(new AbortController().signal);
    const [follows, cleared] = [new Stop(first), new Stop(first)];

    cleared.clear();
    first.abort('over');

    expect([follows.reason, cleared.aborted]).toEqual(['over', false]);
  });
});
