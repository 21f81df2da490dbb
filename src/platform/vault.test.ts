import { expect, test } from 'bun:test';
import { createVault } from './vault.ts';

const vault = createVault('a secret of at least thirty-two characters');

test('what was sealed is opened again, and looks different each time', async () => {
  const text = 'Otázka ž🌲';

  const sealed = await Promise.all([vault.seal('acc_1', 'row', text), vault.seal('acc_1', 'row', text)]);

  expect(await vault.open('acc_1', 'row', sealed[0])).toBe(text);
  expect(sealed[0]).not.toBe(sealed[1]);
});

test('another account, another row, another secret and a changed byte open nothing', async () => {
  const sealed = await vault.seal('acc_1', 'row', 'text');
  const bytes = Buffer.from(sealed, 'base64');
  bytes[bytes.length - 1]! ^= 1;

  const attempts = [
    vault.open('acc_2', 'row', sealed),
    vault.open('acc_1', 'other row', sealed),
    createVault('another secret of thirty-two characters').open('acc_1', 'row', sealed),
    vault.open('acc_1', 'row', bytes.toString('base64')),
  ];

  const outcomes = await Promise.allSettled(attempts);
  expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
});
