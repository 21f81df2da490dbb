/** Operators: who is one, and what they may see in somebody's name. */
import { ServiceError } from '../domain/errors.ts';
import type { OperatorDesk } from '../domain/operator.ts';
import type { Accounts, Clock, Ids, Person } from '../domain/ports.ts';
import type { Call } from './call.ts';
import type { PersonGate } from './person-gate.ts';
import { nothingHere } from './routing.ts';

export const createOperatorGate =
  (personGate: PersonGate): PersonGate =>
  async (call) => {
    const person = await personGate(call);
    refuseUnlessOperator(person);
    return person;
  };

/** Signed-in users who are not operators get 404, so that the area's existence is not revealed. */
function refuseUnlessOperator({ role, operatorNeeds }: Person): void {
  if (role !== 'operator') throw nothingHere();
  if (operatorNeeds === null) return;
  throw new ServiceError('second_factor_required', 'Operators of this service sign in with a second factor.');
}

export type ViewGateParts = {
  readonly personGate: PersonGate;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly desk: Pick<OperatorDesk, 'act' | 'owner'>;
  readonly ids: Ids;
  readonly clock: Clock;
};

/** The account whose pages an operator looks at. */
export const AS = 'as';

/**
 * A gate for the pages of customers. With `?as=ACCOUNT` an operator reads them as the owner does: only reads, and each
 * one is in the log of actions before it is answered.
 */
export function createViewGate({ personGate, accounts, desk, ids, clock }: ViewGateParts): PersonGate {
  return async (call) => {
    const person = await personGate(call);
    const { pathname, searchParams } = new URL(call.request.url);
    const accountId = searchParams.get(AS);
    if (accountId === null) return person;
    refuseUnlessOperator(person);
    refuseWrites(call);
    const account = await accounts.find(accountId);
    if (account?.id !== accountId) throw new ServiceError('not_found', 'There is no such account.', { param: AS });
    await desk.act({
      id: ids.next('act_'),
      actor: person.email,
      reason: 'looked at the pages of the account',
      atMs: clock.nowMs(),
      deed: { kind: 'look', accountId, path: pathname },
    });
    const owner = await desk.owner(accountId);
    return {
      userId: owner?.userId ?? '',
      email: account.email,
      name: owner?.name ?? '',
      role: 'customer',
      // The operator reads, so it is the operator's language.
      language: person.language,
      hasTwoFactor: owner?.hasTwoFactor ?? false,
      operatorNeeds: null,
      accountId,
    } satisfies Person;
  };
}

function refuseWrites({ request }: Call): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  throw new ServiceError('invalid_request', 'Whoever looks at an account as its owner sees it cannot change it.', {
    param: AS,
  });
}
