/** What the command line does to the books is in the log of operators, as what they do on the pages. */
import { ServiceError } from '../domain/errors.ts';
import type { AccountDeed, OperatorAction } from '../domain/operator.ts';
import { ACTOR } from './amounts.ts';
import { type Books, UsageError } from './command.ts';

/** What the books refuse is the operator's to know in one sentence. */
export async function act({ stores, clock, ids }: Books, deed: AccountDeed, reason: string): Promise<OperatorAction> {
  try {
    return await stores.operator.act({ id: ids.next('act_'), actor: ACTOR, reason, atMs: clock.nowMs(), deed });
  } catch (thrown) {
    if (thrown instanceof ServiceError) throw new UsageError(thrown.message);
    throw thrown;
  }
}
