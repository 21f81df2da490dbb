/** Settings → Account: what a customer wants on documents. */

import type { Clock } from '../../core/ports.ts';
import type { Route } from '../../platform/http/call.ts';
import { personRoute } from '../../server/api/settings-route.ts';
import type { Buyers } from './buyer.ts';
import { COUNTRIES } from './countries.ts';

type BuyerParts = { readonly buyers: Buyers; readonly clock: Clock };

export const buyerRoutes = ({ buyers, clock }: BuyerParts): readonly Route[] => [
  personRoute('GET /api/buyer', async ({ person }) => ({
    buyer: (await buyers.of(person.accountId)) ?? null,
    countries: COUNTRIES,
  })),

  personRoute('PATCH /api/buyer', async ({ person: { accountId } }, { body: buyer }) => {
    await buyers.set({ accountId, buyer, atMs: clock.nowMs() });
    return { buyer: buyer ?? null, countries: COUNTRIES };
  }),
];
