/** What the command line does to the ledger is in the log of operators, as what they do on the pages. */
import type { Action, ActionOrder, DoneAction } from '../action-log/action.ts';
import type { Platform } from '../platform.ts';
import { ACTOR } from './amounts.ts';
import { tellRefusal } from './command.ts';

export type ActNeeds = { readonly platform: Platform };

/** `id`: made by the caller, so that the same order twice is done once. */
export async function act(
  { platform: { actionLog, clock, ids } }: ActNeeds,
  action: Action,
  about: Pick<ActionOrder, 'reason' | 'told'> & { readonly id?: string | undefined },
): Promise<DoneAction> {
  const id = about.id ?? ids.next('act_');
  const wanted = { ...about, id, actor: ACTOR, atMs: clock.nowMs(), action };
  return actionLog.act(wanted).catch(tellRefusal);
}
