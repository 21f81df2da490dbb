/** What the command line does to the ledger is in the log of operators, as what they do on the pages. */
import type { Clock, Ids } from '../../core/ports.ts';
import type { Action, ActionLog, ActionOrder, DoneAction } from '../action-log/action.ts';
import { ACTOR } from './amounts.ts';
import { tellRefusal } from './command.ts';

export type ActNeeds = {
  readonly stores: { readonly operator: Pick<ActionLog, 'act'> };
  readonly clock: Clock;
  readonly ids: Ids;
};

/** `id`: made by the caller, so that the same order twice is done once. */
export async function act(
  { stores, clock, ids }: ActNeeds,
  action: Action,
  about: Pick<ActionOrder, 'reason' | 'told'> & { readonly id?: string | undefined },
): Promise<DoneAction> {
  const id = about.id ?? ids.next('act_');
  const wanted = { ...about, id, actor: ACTOR, atMs: clock.nowMs(), action };
  return stores.operator.act(wanted).catch(tellRefusal);
}
