/** What an operator publishes to be sold, checked by the rules of the configuration. */
import { z } from 'zod';
import { TOKENS_MAX } from '../../core/money.ts';
import {
  AMOUNTS_MAX,
  isDifferent,
  kindOfItem,
  PACKAGE_DAYS_MAX,
  priceProblem,
  rangeProblem,
  written,
} from './offer-terms.ts';

/** At least 15 CZK, with at most 2 decimals. */
const czk = z
  .string()
  .refine((text) => !priceProblem(text), { error: ({ input }) => priceProblem(String(input)) })
  .transform(written);

const anyAmount = z
  .strictObject({ kind: z.literal('any-amount'), minCzk: czk, maxCzk: czk })
  .refine(({ minCzk, maxCzk }) => !rangeProblem(minCzk, maxCzk), {
    error: ({ input }) => {
      const { minCzk, maxCzk } = input as { minCzk: string; maxCzk: string };
      return rangeProblem(minCzk, maxCzk)?.replace('min', 'minCzk');
    },
    path: ['maxCzk'],
  });

const terms = z.discriminatedUnion('kind', [
  /** A month of a plan. */
  z.strictObject({ kind: z.literal('plan'), czk }),
  z.strictObject({
    kind: z.literal('package'),
    tokens: z.int().min(1).max(Number(TOKENS_MAX)),
    czk,
    days: z.int().min(1).max(PACKAGE_DAYS_MAX),
  }),
  z.strictObject({
    kind: z.literal('amounts'),
    czk: z
      .array(czk)
      .min(1, 'must have an amount; send terms: null to sell none')
      .max(AMOUNTS_MAX)
      .refine(isDifferent, 'must have a different amount for each'),
  }),
  anyAmount,
]);

const ITEM_FORM =
  'must be amounts, any-amount, plan-pro, plan-ultra, or package- and 1 to 40 lower-case letters, digits or hyphens';

export const offerParts = {
  /** What it is: amounts, any-amount, plan-pro, plan-ultra, or package- and its name. */
  item: z.string().refine((item) => kindOfItem(item) !== undefined, ITEM_FORM),
  /** Null takes it off sale. */
  terms: terms.nullable(),
  /** The last version that the sender knows; 0 where there is none. Another one is a 409, and nothing changes. */
  after: z.int().min(0).max(1_000_000_000),
};

export const fitsItem = ({ item, terms: sent }: { item: string; terms: { kind: string } | null }): boolean =>
  sent === null || kindOfItem(item) === undefined || sent.kind === kindOfItem(item);
