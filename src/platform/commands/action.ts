/** Actions of the command line are in the log of operators, as those of the pages. */
import type { Action, ActionRequest, DoneAction } from '../action-log/action.ts';
import type { Platform } from '../platform.ts';
import { ACTOR } from './amounts.ts';
import { tellRefusal } from './command.ts';

export type ActNeeds = { readonly platform: Platform };

/** For a route of operators, whose callers name their action. */
export const newActionId = ({ platform }: ActNeeds): string => platform.ids.next('act_');

/** `id`: made by the caller, so that the same request twice is done once. */
export async function act(
  { platform: { actionLog, clock, ids } }: ActNeeds,
  action: Action,
  about: Pick<ActionRequest, 'reason' | 'told'> & { readonly id?: string | undefined },
): Promise<DoneAction> {
  const id = about.id ?? ids.next('act_');
  const wanted = { ...about, id, actor: ACTOR, atMs: clock.nowMs(), action };
  return actionLog.act(wanted).catch(tellRefusal);
}
