/** The person who is signed in. */

import type { People } from '../../core/people.ts';
import type { Person } from '../../core/person.ts';
import { actionsOf } from '../../core/roles.ts';
import type { Accounts } from '../../ledger/accounts.ts';
import { assert } from '../../lib/assert.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { type MeView, me } from './contract.ts';

export function meRoutes({
  people,
  accounts,
}: {
  readonly people: Pick<People, 'change' | 'hasPassword'>;
  readonly accounts: Pick<Accounts, 'find'>;
}): readonly Route[] {
  async function toView(person: Person): Promise<MeView> {
    const account = await accounts.find(person.accountId);
    assert(account, 'A person has an account.');
    return {
      ...person,
      hasPassword: await people.hasPassword(person.userId),
      signedInBy: person.session?.by ?? 'self',
      account: { ...account, name: account.name ?? null, role: person.memberRole },
      may: actionsOf(person.memberRole),
      accounts: person.accounts.map(({ accountId: id, ...one }) => ({ id, ...one })),
    };
  }

  return implement(me, {
    show: ({ person }) => toView(person),

    change: async ({ person, body }) => {
      const { name = person.name, language = person.language } = body;
      await people.change(person.userId, { name, language });
      return toView({ ...person, name, language });
    },
  });
}
