/** What the command line does to the books is in the log of operators, as what they do on the pages. */
import { ServiceError } from '../domain/errors.ts';
import type { OperatorAction, Deed as Wanted } from '../domain/operator.ts';
import { ACTOR } from './amounts.ts';
import { type Books, UsageError } from './command.ts';

export type Deed = OperatorAction & {
  /** Whether it was done before, under the same id, and not again. */
  readonly isRepeated: boolean;
};

/** `id`: made by whoever gives the order, so that the same order twice is done once. */
export async function act(
  { stores, clock, ids }: Books,
  deed: Wanted,
  about: { readonly reason: string; readonly id?: string | undefined },
): Promise<Deed> {
  const atMs = clock.nowMs();
  const id = about.id ?? ids.next('act_');
  try {
    const action = await stores.operator.act({ id, actor: ACTOR, reason: about.reason, atMs, deed });
    return { ...action, isRepeated: action.atMs !== atMs };
  } catch (thrown) {
    // What the books refuse is the operator's to know in one sentence.
    if (thrown instanceof ServiceError) throw new UsageError(thrown.message);
    throw thrown;
  }
}
