/** Settings → Account: what a customer wants on documents. */
import type { Buyers } from '../../domain/buyer.ts';
import { COUNTRIES } from '../../domain/countries.ts';
import type { Clock } from '../../domain/ports.ts';
import type { Route } from '../call.ts';
import { personRoute } from './route.ts';

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
