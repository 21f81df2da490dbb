/** Operators: the gate of their area, and what they may see in a customer's name. */

import { ServiceError } from '../../core/errors.ts';
import type { Person } from '../../core/person.ts';
import type { CustomerList } from '../../features/customers/customers.ts';
import type { PersonGate } from '../../features/sign-in/person-gate.ts';
import { refuseUnlessScoped } from '../../features/tokens/gate.ts';
import type { Accounts } from '../../ledger/accounts.ts';
import type { Call } from '../../platform/http/call.ts';
import { AS } from '../../platform/http/page-route.ts';
import { nothingHere } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';

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

type ViewStores = { readonly accounts: Pick<Accounts, 'find'>; readonly customers: Pick<CustomerList, 'owner'> };

const LOOK_MS = 60 * 60 * 1000;
const KNOWN_LOOKS_MAX = 1000;

/**
 * A gate for the pages of customers. With `?as=ACCOUNT` an operator reads them as the owner does: only reads. The look is
 * in the log of actions before its first answer; a page asks many times, so it is one line for an operator, an account
 * and an hour. The id says which, so that all servers write the same line.
 */
export function createViewGate(
  { actionLog, clock }: Platform,
  { accounts, customers }: ViewStores,
  personGate: PersonGate,
): PersonGate {
  /** Those that this process has written: most answers then need no transaction. */
  const known = new Set<string>();

  async function log({ userId, email }: Person, accountId: string): Promise<void> {
    const atMs = clock.nowMs();
    const hour = Math.floor(atMs / LOOK_MS);
    const id = `look_${userId}_${accountId}_${hour}`;
    if (known.has(id)) return;
    const reason = 'looked at the pages of the account';
    await actionLog.act({ id, actor: email, reason, atMs, action: { kind: 'look', accountId } });
    if (known.size >= KNOWN_LOOKS_MAX) known.clear();
    known.add(id);
  }

  return async (call) => {
    const person = await personGate(call);
    const accountId = new URL(call.request.url).searchParams.get(AS);
    if (accountId === null) return person;
    refuseUnlessScoped(person, []);
    refuseUnlessOperator(person);
    refuseWrites(call);
    const account = await accounts.find(accountId);
    if (account?.id !== accountId) throw new ServiceError('not_found', 'There is no such account.', { param: AS });
    await log(person, accountId);
    const owner = await customers.owner(accountId);
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
      memberRole: 'owner',
      accounts: [],
    } satisfies Person;
  };
}

function refuseWrites({ request }: Call): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  throw new ServiceError('invalid_request', 'An account cannot be changed while you see it as its owner does.', {
    param: AS,
  });
}
