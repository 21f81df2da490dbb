import { expect, test } from 'bun:test';
import type { Balance, PotBalance } from '../core/ledger.ts';
import { nanos } from '../core/money.ts';
import { balanceWithFree } from './lease-balance.ts';

const pot = (id: string, kind: PotBalance['kind'], held: bigint) => ({ id, kind, held }) as PotBalance;
const heldOf = ({ pots, held }: Balance) => [...pots.map((one) => one.held), held];

test('what is free in a lease is not held, and no pot holds less than nothing', () => {
  const pots = [pot('p', 'plan', 50n), pot('k', 'package', 50n), pot('c', 'credit', 50n)];
  const balance = { pots, held: nanos(50n) } as unknown as Balance;

  const free = (amounts: Readonly<Record<string, bigint>>) =>
    heldOf(balanceWithFree(balance, new Map(Object.entries(amounts))));

  expect(free({})).toEqual([50n, 50n, 50n, 50n]);
  expect(free({ p: 49n, k: 50n, c: 51n })).toEqual([1n, 0n, 0n, 0n]);
  expect(free({ p: 1n })).toEqual([49n, 50n, 50n, 50n]);
  // A limit that came after running requests leaves less than nothing free.
  expect(free({ p: -5n, k: 0n, c: 20n })).toEqual([50n, 50n, 30n, 30n]);
});
