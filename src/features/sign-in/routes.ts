/** Who is signed in. */
import type { Accounts, People, Person } from '../../core/ports.ts';
import { actionsOf } from '../../core/roles.ts';
import { assert } from '../../lib/assert.ts';
import type { Route } from '../../platform/http/call.ts';
import type { MeView } from '../../server/api/settings-api.ts';
import { personRoute } from '../../server/api/settings-route.ts';

type MeParts = {
  readonly people: Pick<People, 'change' | 'hasPassword'>;
  readonly accounts: Pick<Accounts, 'find'>;
};

export function meRoutes({ people, accounts }: MeParts): readonly Route[] {
  async function viewOf(person: Person): Promise<MeView> {
    const { userId, email, name, role, language, hasTwoFactor, operatorNeeds, accountId } = person;
    const account = await accounts.find(accountId);
    assert(account, 'A person has an account.');
    const { id, status, createdAtMs } = account;
    const { memberRole: memberOf, accounts: belongsTo } = person;
    const hasPassword = await people.hasPassword(userId);
    const signedInBy = person.session?.by ?? 'self';
    const about = { email, name, role, language, hasPassword, hasTwoFactor, operatorNeeds, signedInBy };
    return {
      ...about,
      account: { id, status, createdAtMs, name: account.name ?? null, email: account.email, role: memberOf },
      may: actionsOf(memberOf),
      accounts: belongsTo.map(({ accountId: of, ...one }) => ({ id: of, ...one })),
    };
  }

  return [
    personRoute('GET /api/me', ({ person }) => viewOf(person)),
    personRoute('PATCH /api/me', async ({ person }, { body }) => {
      const { name = person.name, language = person.language } = body;
      await people.change(person.userId, { name, language });
      return viewOf({ ...person, name, language });
    }),
  ];
}
