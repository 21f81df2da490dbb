import { describe, expect, test } from 'bun:test';
import { Leaving } from './leaving.ts';

const client = (): AbortSignal => new AbortController().signal;

describe('an answer loses its listener', () => {
  test('when the client goes or the server does, for the reason that came first', () => {
    const [gone, server] = [new AbortController(), new AbortController()];
    const leaving = new Leaving(gone.signal, server.signal);

    server.abort('the end');
    gone.abort('gone');

    expect(leaving.reason).toBe('the end');
  });

  test('at once where the server has ended', () => {
    expect(new Leaving(client(), AbortSignal.abort('the end')).reason).toBe('the end');
  });

  test('as one of many behind a single listener of the server, until it is cleared', () => {
    const server = new AbortController();
    const listeners = listenersOf(server.signal);
    const all = Array.from({ length: 3 }, () => new Leaving(client(), server.signal));

    expect(listeners.size).toBe(1);
    all[1]!.clear();
    server.abort('the end');

    expect(all.map(({ reason }) => reason)).toEqual(['the end', undefined, 'the end']);
  });

  test('and the last of many leaves no listener behind', () => {
    const server = new AbortController();
    const listeners = listenersOf(server.signal);
    const all = Array.from({ length: 2 }, () => new Leaving(client(), server.signal));

    for (const leaving of all) leaving.clear();
    expect(listeners.size).toBe(0);
    const late = new Leaving(client(), server.signal);
    server.abort('the end');

    expect(late.reason).toBe('the end');
  });
});

/** The listeners of a signal now. */
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
