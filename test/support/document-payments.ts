/**
 * A program for tests that kill it: opens storage as a server does and acts on payments and refunds, many at once, in an
 * order by chance. It prints a line for each, and `end` after the last. Events that an earlier run has acted on change
 * nothing: this is how a provider repeats what was not answered.
 */
import { ServiceError } from '../../src/core/errors.ts';
import { nanos } from '../../src/core/money.ts';
import { DEFAULT_PLANS } from '../../src/core/plan.ts';
import type { PaymentEvent } from '../../src/features/shop/payment-ports.ts';
import type { DatabasePlace } from '../../src/platform/database/database-place.ts';
import { openPostgresStorage } from '../../src/server/stores/postgres-storage.ts';
import { openSqliteStorage } from '../../src/server/stores/sqlite-storage.ts';
import { SELLER } from './known-sellers.ts';
import { movableClock } from './movable-clock.ts';
import { seeded } from './random.ts';

export type PaymentsRun = {
  readonly place: DatabasePlace;
  readonly orders: number;
  readonly atMs: number;
  readonly seed: number;
};

/** The events of each order: it is paid, and a part or all of it goes back, one after the other. */
export const PRICE_HELLERS = 12_345;
const HELLER = 10_000_000n;
const AT_ONCE = 20;
const SILENT = { info() {}, warn() {}, error() {} };

const eventsOf = (orders: number): readonly PaymentEvent[] =>
  Array.from({ length: orders }, (_, at) => {
    const [orderId, payment] = [`ord_${at}`, `pi_${at}`];
    const paid = { amount: nanos(BigInt(PRICE_HELLERS) * HELLER), currency: 'czk' };
    const session = {
      by: 'session',
      session: `cs_${at}`,
      orderId,
      payment,
      invoice: null,
      subscription: null,
    } as const;
    const refund = (hellers: number): PaymentEvent => ({
      id: `evt_refund_${at}_${hellers}`,
      kind: 'refund',
      about: { by: 'payment', payment, fact: { kind: 'refunded', total: nanos(BigInt(hellers) * HELLER) } },
    });
    return [
      { id: `evt_paid_${at}`, kind: 'paid', about: { ...session, fact: { kind: 'paid' }, paid } } as PaymentEvent,
      ...(at % 3 === 0 ? [refund(1_111)] : []),
      ...(at % 6 === 0 ? [refund(PRICE_HELLERS)] : []),
    ];
  }).flat();

async function run({ place, orders, atMs, seed }: PaymentsRun): Promise<void> {
  const open = place.databaseUrl ? openPostgresStorage : openSqliteStorage;
  const platform = { clock: movableClock(atMs), log: SILENT };
  const storage = await open(platform, place, { offers: DEFAULT_PLANS, seller: SELLER });
  const random = seeded(seed);
  const left = eventsOf(orders)
    .map((event) => ({ event, place: random.fraction() }))
    .toSorted((a, b) => a.place - b.place);
  const act = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      try {
        const { outcome } = await storage.stores.orders.apply(next.event, { actor: 'test', atMs });
        process.stdout.write(`${outcome}\n`);
      } catch (thrown) {
        // A provider sends again what could not be taken, here because the machine is too busy for the database.
        if (!(thrown instanceof ServiceError && thrown.details.isPassing)) throw thrown;
        left.unshift(next);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, act));
  process.stdout.write('end\n');
  await storage.close();
}

if (import.meta.main) await run(JSON.parse(process.argv[2]!) as PaymentsRun);
