/** A long bank file is work in bounded pieces: few calls of the store, and none of them large. */
import { expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { NOON, openStorage } from '../../../test/support/ledger-fixture.ts';
import { testPlatform } from '../../../test/support/test-platform.ts';
import type { BankFile, BankMovements, Movement } from './bank.ts';
import { importMovements } from './bank-import.ts';

const BANK = { iban: 'CZ6508000000192000145399', name: 'Boreal s.r.o.' };
const LINES = 3000;
/** The rows of one call; others wait for no more than that. */
const ROWS_MAX = 200;

const movementOf = (n: number): Movement => ({
  bookedOn: '2026-11-15',
  amount: 100_000_000_000n + BigInt(n),
  currency: 'CZK',
  variableSymbol: `${900_000 + n}`,
  isReversal: false,
  bankId: `${n}`,
  counterparty: '',
  name: `Payer ${n}`,
  message: '',
});

/** The store, with the number of rows that each call was about. */
function watched(bankMovements: BankMovements) {
  const calls: number[] = [];
  const counted = Object.entries(bankMovements).map(([name, method]) => [
    name,
    async (...values: readonly unknown[]) => {
      const answer = await (method as (...values: readonly unknown[]) => Promise<unknown>)(...values);
      calls.push(Math.max(...[values[0], answer].map((some) => (Array.isArray(some) ? some.length : 1))));
      return answer;
    },
  ]);
  return { calls, watching: Object.fromEntries(counted) as BankMovements };
}

test('a statement of thousands of lines takes few calls, none with more than some hundred rows', async () => {
  await using storage = await openStorage();
  const { stores } = storage;
  const { calls, watching } = watched(stores.bankMovements);
  const platform = testPlatform(stores, { clock: { nowMs: () => NOON, monotonicMs: () => 0 } });
  const book = { bankMovements: watching, bank: () => BANK };
  const movements = Array.from({ length: LINES }, (_, n) => movementOf(n));
  const file: BankFile = { format: 'csv', source: 'csv', account: BANK.iban, movements };

  const first = await importMovements(platform, book, file);
  const made = calls.length;
  const again = await importMovements(platform, book, file);

  expect(first).toMatchObject({ movements: LINES, added: LINES, confirmed: 0, unmatched: LINES });
  expect(again).toMatchObject({ movements: LINES, added: 0 });
  expect(Math.max(...calls)).toBeLessThanOrEqual(ROWS_MAX);
  expect(made).toBeLessThan(LINES / 20);
});
