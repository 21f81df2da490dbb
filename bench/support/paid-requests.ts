/** Holds and settlements as the ledger's thread runs them: holds together, settlements together, one flush. */
import type { Ledger } from '../../src/domain/ports.ts';
import { usageOf } from '../../test/support/ledger-fixture.ts';
import type { GrownLedger } from './grown-ledger.ts';
import { INPUT_TOKENS, OUTPUT_TOKENS } from './ledger-in-bulk.ts';

const USAGE = usageOf(INPUT_TOKENS, OUTPUT_TOKENS);

export type PaidRequests = {
  readonly count: number;
  readonly batchSize: number;
  /** Those of the books, unless others over the same database are to be watched. */
  readonly ledger?: Pick<Ledger, 'hold' | 'settle'>;
};

export async function payRequests(books: GrownLedger, { count, batchSize, ledger }: PaidRequests): Promise<void> {
  const { hold, settle } = ledger ?? books.stores.ledger;
  for (let done = 0; done < count; done += batchSize) {
    const orders = Array.from({ length: batchSize }, books.nextOrder);
    await books.database.batch(async () => {
      for (const order of orders) await hold(order);
    });
    await books.database.batch(async () => {
      for (const { requestId, atMs } of orders) await settle({ requestId, usage: USAGE, outcome: 'finished', atMs });
    });
    await books.flusher.flush();
  }
}
