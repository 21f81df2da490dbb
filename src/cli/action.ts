/** What the command line does to the ledger is in the log of operators, as what they do on the pages. */
import type { LoggedAction, OperatorAction } from '../domain/operator.ts';
import { ACTOR } from './amounts.ts';
import { type Storage, tellRefusal } from './command.ts';

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
  const wanted = { id, actor: ACTOR, reason: about.reason, atMs, action };
  const logged = await stores.operator.act(wanted).catch(tellRefusal);
  return { ...logged, isRepeated: logged.atMs !== atMs };
}
