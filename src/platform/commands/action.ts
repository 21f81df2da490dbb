/** What the command line does to the ledger is in the log of operators, as what they do on the pages. */

import type { Action, DoneAction } from '../action-log/action.ts';
import { ACTOR } from './amounts.ts';
import { type Storage, tellRefusal } from './command.ts';

/** `id`: made by the caller, so that the same order twice is done once. */
export async function act(
  { stores, clock, ids }: Storage,
  action: Action,
  about: { readonly reason: string; readonly id?: string | undefined },
): Promise<DoneAction> {
  const id = about.id ?? ids.next('act_');
  const wanted = { id, actor: ACTOR, reason: about.reason, atMs: clock.nowMs(), action };
  return stores.operator.act(wanted).catch(tellRefusal);
}
