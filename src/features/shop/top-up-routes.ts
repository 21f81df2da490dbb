/** Settings → Billing: automatic top-up and the saved card. */
import { ServiceError } from '../../core/errors.ts';
import type { Route } from '../../platform/http/call.ts';
import { personRoute } from '../../server/api/settings-route.ts';
import { topUpToView } from './billing-view.ts';
import type { TopUpService } from './top-ups.ts';

export function topUpRoutes(topUps: TopUpService): readonly Route[] {
  const viewOf = async (accountId: string) => topUpToView(await topUps.of(accountId));

  return [
    personRoute('GET /api/billing/top-up', ({ person }) => viewOf(person.accountId)),

    personRoute('PATCH /api/billing/top-up', async ({ person }, { body }) => {
      await topUps.set(person, body);
      return viewOf(person.accountId);
    }),

    personRoute('POST /api/billing/card', async ({ person }) => ({ url: await topUps.beginCard(person) })),

    personRoute('POST /api/billing/card/finish', async ({ person: { accountId } }, { body: { session } }) => {
      const isSaved = await topUps.finishCard(session, accountId);
      if (!isSaved) throw new ServiceError('not_found', 'No card was saved there.');
      return viewOf(accountId);
    }),

    personRoute('POST /api/billing/card/remove', async ({ person }) => {
      await topUps.removeCard(person);
      return viewOf(person.accountId);
    }),
  ];
}
