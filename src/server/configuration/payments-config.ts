/** The setting `payments`: what is sold, for how much, and how it can be paid. */
import { z } from 'zod';
import { TOKENS_MAX } from '../../core/money.ts';
import { type PayMethod, priceProblem, type WaysToPay } from '../../core/offer.ts';
import { ARES_URL } from '../../features/service-settings/ares.ts';
import {
  AMOUNTS_MAX,
  isDifferent,
  itemOf,
  PACKAGE_DAYS_MAX,
  PACKAGE_ID,
  PACKAGE_ID_FORM,
  PACKAGES_MAX,
  rangeProblem,
  type SoldTerms,
  type Terms,
  written,
} from '../../features/shop/offer-terms.ts';
import { planId } from '../../platform/api/plans.ts';
import { httpUrl } from '../../platform/configuration/config-values.ts';
import { sellerSchema } from './seller-config.ts';

const czk = z
  .union([z.string(), z.number().transform(String)])
  .refine((text) => !priceProblem(text), { error: ({ input }) => priceProblem(String(input)) });

const amountRange = z.strictObject({ min: czk, max: czk }).refine(({ min, max }) => !rangeProblem(min, max), {
  error: ({ input }) => {
    const { min, max } = input as { min: string; max: string };
    return rangeProblem(String(min), String(max));
  },
  path: ['max'],
});

const different = (what: string) => [`must have a different ${what} for each`] as const;

const secret = (prefix: RegExp, form: string) =>
  z
    .string()
    .refine((text) => text === '' || prefix.test(text), `must be empty or ${form}`)
    .default('');

export const paymentsSchema = z
  .strictObject({
    stripe: z
      .strictObject({
        secretKey: secret(/^[sr]k_(test|live)_\w+$/, 'a secret key that begins with sk_ or rk_').describe(
          'Begins with `sk_` or `rk_`.',
        ),
        webhookSecret: secret(/^whsec_\w{8,}$/, 'a signing secret that begins with whsec_').describe(
          'Begins with `whsec_`.',
        ),
        apiUrl: z
          .string()
          .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http or https address')
          .optional()
          .describe('Only for tests.'),
      })
      .nullable()
      .default(null)
      .describe('Cards. Without `secretKey` or `webhookSecret` they are off.'),
    bank: z
      .strictObject({
        iban: z
          .string()
          .transform((text) => text.replaceAll(' ', '').toUpperCase())
          .refine(isIban, 'must be an IBAN; one of its digits is wrong or missing')
          .describe('Its check digits must be right.'),
        name: z.string().trim().min(1).max(60).describe('Who is paid.'),
        fio: z
          .strictObject({
            token: secret(/^\w{16,128}$/, 'a token of Fio, letters and digits').describe(
              'A token of Fio that may read.',
            ),
            everySeconds: z.int().min(30).max(86_400).default(120).describe('How often.'),
            days: z.int().min(1).max(60).default(14).describe('How far back.'),
            apiUrl: z
              .string()
              .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http or https address')
              .transform((text) => text.replace(/\/+$/, ''))
              .default('https://fioapi.fio.cz/v1/rest'),
          })
          .nullable()
          .default(null)
          .describe("Reads movements from Fio's API (`apiUrl`)."),
      })
      .nullable()
      .default(null)
      .describe('Transfers to this account.'),
    amounts: z
      .array(czk)
      .max(AMOUNTS_MAX)
      .refine(isDifferent, ...different('amount'))
      .default(['100', '500', '1000'])
      .describe('Amounts of credit that are sold, in CZK: at least 15, with at most 2 decimals, as all prices here.'),
    anyAmount: amountRange
      .nullable()
      .default(null)
      .describe(
        '`min` and `max`, below 1000000: customers may type any amount between them. Without it there is no automatic top-up.',
      ),
    packages: z
      .array(
        z.strictObject({
          id: z.string().regex(PACKAGE_ID, PACKAGE_ID_FORM),
          tokens: z.int().min(1).max(Number(TOKENS_MAX)),
          czk,
          days: z.int().min(1).max(PACKAGE_DAYS_MAX),
        }),
      )
      .max(PACKAGES_MAX)
      .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, ...different('id'))
      .default([])
      .describe('Each has an `id`, `tokens`, a price (`czk`), and `days` after which the tokens end.'),
    plans: z
      .record(planId, z.strictObject({ czk }))
      .default({})
      .describe('By id what a plan costs, by the month or the year (`czk`).'),
    seller: sellerSchema.nullable().default(null).describe('Who sells, on documents, receipts and the front.'),
    ares: z
      .strictObject({
        url: httpUrl.transform((text) => text.replace(/\/+$/, '')).default(ARES_URL),
      })
      .nullable()
      .prefault({})
      .describe(
        'The Czech register of companies, which fills in the form of the seller; null: it is not asked. `url` is another address of it.',
      ),
    vies: z
      .strictObject({
        url: z
          .string()
          .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http or https address')
          .transform((text) => text.replace(/\/+$/, ''))
          .default('https://ec.europa.eu/taxation_customs/vies/rest-api'),
      })
      .nullable()
      .default(null)
      .describe('`{}` asks VIES about VAT ids; null: it is not asked. `url` is another address of it.'),
  })
  .prefault({});

type PaymentsConfig = z.output<typeof paymentsSchema>;

/** Without both secrets Stripe is off. A message that cannot be checked is never taken. */
export const stripeOf = ({ stripe }: Pick<PaymentsConfig, 'stripe'>) =>
  stripe?.secretKey && stripe.webhookSecret ? stripe : undefined;

export function waysToPay(
  payments: Pick<PaymentsConfig, 'stripe' | 'bank' | 'seller'>,
  legal: { readonly version: string } | null,
): WaysToPay {
  const methods: readonly PayMethod[] = [
    ...(stripeOf(payments) ? (['stripe'] as const) : []),
    ...(payments.bank ? (['bank'] as const) : []),
  ];
  const bank = payments.bank && { iban: payments.bank.iban, name: payments.bank.name };
  return { methods, bank, seller: payments.seller, termsVersion: legal?.version ?? null };
}

export function paymentsWarnings(payments: Pick<PaymentsConfig, 'stripe'>): readonly string[] {
  if (!payments.stripe || stripeOf(payments)) return [];
  return ['payments.stripe has no secretKey or no webhookSecret: payment by card is off.'];
}

/** Everything for sale, apart from how it is paid. */
export function soldTermsFrom({ amounts, anyAmount, packages, plans, ...payments }: PaymentsConfig) {
  const sold = new Map<string, Terms>();
  if (amounts.length > 0) sold.set('amounts', { kind: 'amounts', czk: amounts.map(written) });
  if (anyAmount) {
    sold.set('any-amount', { kind: 'any-amount', minCzk: written(anyAmount.min), maxCzk: written(anyAmount.max) });
  }
  for (const { id, tokens, czk: price, days } of packages) {
    sold.set(itemOf('package', id), { kind: 'package', tokens, czk: written(price), days });
  }
  for (const [plan, { czk: price }] of Object.entries(plans)) {
    sold.set(itemOf('plan', plan), { kind: 'plan', czk: written(price) });
  }
  return { payments, sold: sold as SoldTerms };
}

/** Its two check digits make the number, with letters as 10 to 35, leave 1 when divided by 97. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = [...(text.slice(4) + text.slice(0, 4))].map((sign) => Number.parseInt(sign, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}
