/** Settings → Billing: automatic top-up and the saved card. */
import { ServiceError } from '../../core/errors.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { topUpToView } from './billing-view.ts';
import { topUp } from './contract.ts';
import type { TopUpService } from './top-ups.ts';

export function topUpRoutes(topUps: TopUpService): readonly Route[] {
  const viewOf = async (accountId: string) => topUpToView(await topUps.of(accountId));

  return implement(topUp, {
    read: ({ person }) => viewOf(person.accountId),

    set: async ({ person, body }) => {
      await topUps.set(person, body);
      return viewOf(person.accountId);
    },

    beginCard: async ({ person }) => ({ url: await topUps.beginCard(person) }),

    finishCard: async ({ person: { accountId }, body: { session } }) => {
      const isSaved = await topUps.finishCard(session, accountId);
      if (!isSaved) throw new ServiceError('not_found', 'No card was saved there.');
      return viewOf(accountId);
    },

    removeCard: async ({ person }) => {
      await topUps.removeCard(person);
      return viewOf(person.accountId);
    },
  });
}
