/** What the command line does to the ledger is in the log of operators, as what they do on the pages. */
import { ServiceError } from '../domain/errors.ts';
import type { LoggedAction, OperatorAction } from '../domain/operator.ts';
import { ACTOR } from './amounts.ts';
import { type Storage, UsageError } from './command.ts';

type DoneAction = LoggedAction & {
  /** Whether it was done before, under the same id, and not again. */
  readonly isRepeated: boolean;
};

/** `id`: made by the caller, so that the same order twice is done once. */
export async function act(
  { stores, clock, ids }: Storage,
  action: OperatorAction,
  about: { readonly reason: string; readonly id?: string | undefined },
): Promise<DoneAction> {
  const atMs = clock.nowMs();
  const id = about.id ?? ids.next('act_');
  try {
    const logged = await stores.operator.act({ id, actor: ACTOR, reason: about.reason, atMs, action });
    return { ...logged, isRepeated: logged.atMs !== atMs };
  } catch (thrown) {
    // A refusal of the store is for the operator to read, in one sentence.
    if (thrown instanceof ServiceError) throw new UsageError(thrown.message);
    throw thrown;
  }
}
