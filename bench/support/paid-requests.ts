/** Requests that are held and settled, in parts that can be measured by themselves. */
import type { HoldRequest } from '../../src/core/ledger.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { usageOf } from '../../test/support/ledger-fixture.ts';
import type { GrownLedger } from './grown-ledger.ts';
import { INPUT_TOKENS, OUTPUT_TOKENS } from './ledger-in-bulk.ts';

const USAGE = usageOf(INPUT_TOKENS, OUTPUT_TOKENS);

type PaidRequests = {
  readonly count: number;
  readonly batchSize: number;
  /** Those of the database, unless others over the same database are to be watched. */
  readonly ledger?: Pick<Ledger, 'hold' | 'settle'>;
};

export async function payRequests(storage: GrownLedger, { count, batchSize, ledger }: PaidRequests): Promise<void> {
  const paying = ledger ?? storage.ledger;
  for (let done = 0; done < count; done += batchSize) {
    const orders = Array.from({ length: batchSize }, storage.nextOrder);
    await holdAll(paying, orders);
    await settleTogether(storage, orders, paying);
  }
}

/** In memory, where the account has enough leased. */
export async function holdAll(ledger: Pick<Ledger, 'hold'>, orders: readonly HoldRequest[]): Promise<void> {
  for (const order of orders) await ledger.hold(order);
}

/** The first one goes alone, and the others are the next batch. */
export async function settleTogether(
  { flusher, ledger }: GrownLedger,
  orders: readonly HoldRequest[],
  paying: Pick<Ledger, 'settle'> = ledger,
): Promise<void> {
  await Promise.all(
    orders.map(({ requestId, atMs }) => paying.settle({ requestId, usage: USAGE, outcome: 'finished', atMs })),
  );
  await flusher.flush();
}
