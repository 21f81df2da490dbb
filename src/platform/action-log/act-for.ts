import { actorOf } from '../../core/management-token.ts';
import type { Person } from '../../core/person.ts';
import type { Platform } from '../platform.ts';
import type { Action, ActionRequest, DoneAction } from './action.ts';

/** A person who acts, or a program with that person's management token, and the account that it is done to. */
export type Acting = Pick<Person, 'accountId' | 'email' | 'token'> & Partial<Pick<Person, 'userId'>>;

type Change = Action & { readonly accountId?: never };

/** Does something to the account of a person. */
export const actFor = (
  { actionLog, ids, clock }: Pick<Platform, 'actionLog' | 'ids' | 'clock'>,
  person: Acting,
  change: Change,
  about: Pick<ActionRequest, 'reason' | 'told'>,
): Promise<DoneAction> =>
  actionLog.act({
    ...about,
    id: ids.next('act_'),
    actor: actorOf(person),
    memberId: person.userId || undefined,
    atMs: clock.nowMs(),
    action: { accountId: person.accountId, ...change },
  });
