import { expect, test } from 'bun:test';
import { within } from './within.ts';

const late = () => new Error('late');

test('what comes in time is passed on, also a failure', async () => {
  expect(await within(60_000, Promise.resolve(7), late)).toBe(7);
  await expect(within(60_000, Promise.reject(new Error('own')), late)).rejects.toThrow('own');
});

test('what does not come is given up', async () => {
  await expect(within(1, new Promise(() => {}), late)).rejects.toThrow('late');
});
