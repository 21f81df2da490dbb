import { expect, test } from 'bun:test';
import { unlessAborted } from './unless-aborted.ts';

test('what was promised comes, and what has failed fails', async () => {
  const { signal } = new AbortController();

  expect(await unlessAborted(Promise.resolve('here'), signal)).toBe('here');
  await expect(unlessAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
});

test('a caller that leaves waits no longer, also for what fails later', async () => {
  const leaving = new AbortController();
  const promised = Promise.withResolvers<never>();

  const waiting = unlessAborted(promised.promise, leaving.signal);
  leaving.abort(new Error('gone'));

  await expect(waiting).rejects.toThrow('gone');
  promised.reject(new Error('not waited for any more'));
});

test('a caller that has left already does not begin to wait', async () => {
  const never = Promise.withResolvers<never>().promise;

  await expect(unlessAborted(never, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});
