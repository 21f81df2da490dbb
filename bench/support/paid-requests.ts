/** Holds in memory, and settlements together: the first one goes alone, and the others are the next batch. */
import type { Ledger } from '../../src/ledger/ledger.ts';
import { usageOf } from '../../test/support/ledger-fixture.ts';
import type { GrownLedger } from './grown-ledger.ts';
import { INPUT_TOKENS, OUTPUT_TOKENS } from './ledger-in-bulk.ts';

const USAGE = usageOf(INPUT_TOKENS, OUTPUT_TOKENS);

export type PaidRequests = {
  readonly count: number;
  readonly batchSize: number;
  /** Those of the database, unless others over the same database are to be watched. */
  readonly ledger?: Pick<Ledger, 'hold' | 'settle'>;
};

export async function payRequests(storage: GrownLedger, { count, batchSize, ledger }: PaidRequests): Promise<void> {
  const paying = ledger ?? storage.ledger;
  for (let done = 0; done < count; done += batchSize) {
    const orders = Array.from({ length: batchSize }, storage.nextOrder);
    for (const order of orders) await paying.hold(order);
    await Promise.all(
      orders.map(({ requestId, atMs }) => paying.settle({ requestId, usage: USAGE, outcome: 'finished', atMs })),
    );
    await storage.flusher.flush();
  }
}
