/** Operators: who is one, and what they may see in somebody's name. */
import { ServiceError } from '../domain/errors.ts';
import type { OperatorDesk } from '../domain/operator.ts';
import type { Accounts, Clock, Ids, Person } from '../domain/ports.ts';
import type { Call } from './call.ts';
import type { PersonGate } from './person-gate.ts';
import { nothingHere } from './routing.ts';

/** Whoever is signed in but no operator is told what is told of a path that does not exist. */
export const createOperatorGate =
  (personGate: PersonGate): PersonGate =>
  async (call) => {
    const person = await personGate(call);
    if (person.role !== 'operator') throw nothingHere();
    return person;
  };

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
    if (person.role !== 'operator') throw nothingHere();
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
