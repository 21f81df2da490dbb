/** Random walks over bank files: however often, in whatever format and by how many servers they come, all is booked once. */
import { expect } from 'bun:test';
import { formatCzk, nanos, parseCzk } from '../../src/core/money.ts';
import { BANK_FILE_FORMATS } from '../../src/features/bank/bank.ts';
import { type BankBook, importMovements } from '../../src/features/bank/bank-import.ts';
import { readBankFile } from '../../src/features/bank/read-bank-file.ts';
import type { Order } from '../../src/features/shop/payment-ports.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { BANK_FILE_WRITERS, type BankMovement, WRITTEN_FORMATS } from '../support/bank-files.ts';
import { test } from '../support/databases.ts';
import { NOON, openStorage, type Storage } from '../support/ledger-fixture.ts';
import { type Random, seeded } from '../support/random.ts';
import { testPlatform } from '../support/test-platform.ts';
import { seeds } from '../support/thorough.ts';

const SEEDS = seeds(2, 12);
const DAYS = ['2026-11-14', '2026-11-15', '2026-11-16'];
const BANK = { iban: 'CZ6508000000192000145399', name: 'Boreal s.r.o.' };

test.each(SEEDS)(
  'statements imported again and again, by two servers at once, book each movement once: seed %i',
  async (seed) => {
    const random = seeded(seed);
    await using storage = await openStorage();
    const orders = await makeOrders(storage, random);
    const movements = makeMovements(orders, random);
    const servers = [1, 2].map(() => serverOf(storage));

    await importAll(movements, servers, random);

    const kept = await storage.stores.bankMovements.list({ rowsMax: 1000 });
    const contents = (all: readonly { amount: bigint; variableSymbol: string; bookedOn: string }[]) =>
      all.map(({ amount, variableSymbol, bookedOn }) => `${bookedOn} ${amount} ${variableSymbol}`).toSorted();
    const happened = movements.map((one) => ({
      ...{ amount: parseCzk(one.amount), variableSymbol: one.symbol, bookedOn: one.day },
    }));
    expect(contents(kept), `seed ${seed}`).toEqual(contents(happened));
    expect(kept.filter(({ state }) => state === 'new')).toEqual([]);
    const reversed = movements.filter(({ isReversal }) => isReversal).length;
    expect(kept.filter(({ problem }) => problem === 'reversal').length, `seed ${seed}`).toBe(reversed);
    await expectPaidOnce(storage, { orders, movements, seed });
    expect((await storage.audit()).problems, `seed ${seed}`).toEqual([]);
  },
);

async function makeOrders(storage: Storage, random: Random): Promise<readonly Order[]> {
  const orders: Order[] = [];
  for (let account = 0; account < 4; account += 1) {
    const { id: accountId } = await storage.account();
    for (let one = random.integer(1, 3); one > 0; one -= 1) {
      const amount = nanos(BigInt(random.integer(2, 4)) * 50_000_000_000n);
      const offer = { id: 'credit', kind: 'credit', amount } as const;
      const about = { language: 'cs', vatId: null, createdAtMs: NOON, expiresAtMs: NOON + 14 * 86_400_000 } as const;
      const id = `ord_${orders.length + 1}`;
      orders.push(await storage.stores.orders.create({ id, accountId, offer, method: 'bank', ...about }));
    }
  }
  return orders;
}

/** Most orders are paid, some twice on one day, some wrongly; and money comes and goes that is none of ours. */
function makeMovements(orders: readonly Order[], random: Random): readonly BankMovement[] {
  const movements: BankMovement[] = [];
  const add = (amount: string, symbol: string, changes: Partial<BankMovement> = {}) => {
    const id = 1000 + movements.length;
    movements.push({ day: random.pick(DAYS), amount, symbol, id, ...changes });
  };
  for (const { amount, variableSymbol } of orders) {
    const [exact, symbol] = [formatCzk(amount), variableSymbol!];
    const fate = random.pick([
      'paid',
      'paid',
      'paid',
      'twice',
      'wrong',
      'unpaid',
      'foreign',
      'back',
      'reversed',
    ] as const);
    const day = random.pick(DAYS);
    if (['paid', 'twice', 'back', 'reversed'].includes(fate)) add(exact, symbol, { day });
    if (fate === 'twice') add(exact, symbol, { day });
    if (fate === 'back') add(`-${exact}`, symbol, { day });
    if (fate === 'reversed') add(`-${exact}`, symbol, { day, isReversal: true });
    if (fate === 'wrong') add(formatCzk(nanos(amount - 10_000_000n)), symbol);
    if (fate === 'foreign') add(exact, symbol, { currency: 'EUR' });
  }
  add('100', '999');
  add('100', '999');
  add('-99.5', '');
  add('42', '');
  // A fee that the bank gives back, with a symbol that some order could have.
  add('50', orders[0]!.variableSymbol!, { isReversal: true });
  return movements;
}

function serverOf({ stores }: Storage): Server {
  const platform = testPlatform(stores, { clock: { nowMs: () => NOON, monotonicMs: () => 0 } });
  return { platform, book: { bankMovements: stores.bankMovements, bank: () => BANK } };
}

type Server = { readonly platform: Platform; readonly book: BankBook };

/** Each day one to three times, in any format and order. Fio, which has ids, is also asked in the middle of a day. */
async function importAll(movements: readonly BankMovement[], servers: readonly Server[], random: Random) {
  const files = DAYS.flatMap((day) => {
    const ofDay = movements.filter((one) => one.day === day);
    const whole = Array.from({ length: random.integer(1, 3) }, () =>
      BANK_FILE_WRITERS[random.pick(WRITTEN_FORMATS)](ofDay),
    );
    return [BANK_FILE_WRITERS['fio-json'](ofDay.slice(0, random.integer(0, ofDay.length))), ...whole];
  });
  const shuffled = files
    .map((file) => ({ file, at: random.fraction() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ file }) => readBankFile(file));
  expect(shuffled.every(({ format }) => BANK_FILE_FORMATS.includes(format))).toBe(true);
  while (shuffled.length > 0) {
    const together = shuffled.splice(0, random.integer(1, 4));
    await Promise.all(
      together.map((file) => {
        const { platform, book } = random.pick(servers);
        return importMovements(platform, book, file);
      }),
    );
  }
}

type Outcome = {
  readonly orders: readonly Order[];
  readonly movements: readonly BankMovement[];
  readonly seed: number;
};

async function expectPaidOnce(storage: Storage, { orders, movements, seed }: Outcome): Promise<void> {
  for (const order of orders) {
    const isPaid = movements.some(
      ({ symbol, amount, currency = 'CZK', isReversal }) =>
        symbol === order.variableSymbol && parseCzk(amount) === order.amount && currency === 'CZK' && !isReversal,
    );
    const found = await storage.stores.orders.find(order.accountId, order.id);
    expect([found?.status, order.id], `seed ${seed}`).toEqual([isPaid ? 'paid' : 'open', order.id]);
    expect(found?.invoiceNumber === null, `seed ${seed}`).toBe(!isPaid);
  }
  for (const accountId of new Set(orders.map((one) => one.accountId))) {
    const all = await storage.stores.orders.list(accountId);
    const paid = all.filter(({ status }) => status === 'paid').reduce((sum, { amount }) => sum + amount, 0n);
    expect((await storage.stores.ledger.balanceOf(accountId, NOON)).credit, `seed ${seed}`).toBe(nanos(paid));
  }
}
