/** The setting `payments`: what is sold, for how much, and how it can be paid. */
import { z } from 'zod';
import { NANOS_PER_CZK, parseCzk, TOKENS_MAX } from '../domain/money.ts';
import type { Offer, PayMethod, Shop } from '../domain/offer.ts';
import { PLANS } from '../domain/plan.ts';
import { sellerSchema } from './seller-config.ts';

/** Stripe takes no less in crowns. */
const CZK_MIN = 15n * NANOS_PER_CZK;
/** The largest amount of eight digits in hellers: Stripe takes no more. */
const ANY_AMOUNT_MAX = 1_000_000n * NANOS_PER_CZK;

const czk = z
  .union([z.string(), z.number().transform(String)])
  .refine((text) => /^\d{1,7}(\.\d{1,2})?$/.test(text), 'must be an amount in CZK with at most 2 decimals')
  .refine((text) => !/^\d{1,7}(\.\d{1,2})?$/.test(text) || parseCzk(text) >= CZK_MIN, 'must be at least 15 CZK');

const amountRange = z
  .strictObject({ min: czk, max: czk })
  .transform(({ min, max }) => ({ min: parseCzk(min), max: parseCzk(max) }))
  .refine(({ min, max }) => min <= max, { message: 'must be at least min', path: ['max'] })
  .refine(({ max }) => max < ANY_AMOUNT_MAX, { message: 'must be less than 1000000 CZK', path: ['max'] });

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
        secretKey: secret(/^[sr]k_(test|live)_\w+$/, 'a secret key that begins with sk_ or rk_'),
        webhookSecret: secret(/^whsec_\w{8,}$/, 'a signing secret that begins with whsec_'),
        apiUrl: z
          .string()
          .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http or https address')
          .optional(),
      })
      .nullable()
      .default(null),
    bank: z
      .strictObject({
        iban: z
          .string()
          .transform((text) => text.replaceAll(' ', '').toUpperCase())
          .refine(isIban, 'must be an IBAN; one of its digits is wrong or missing'),
        name: z.string().trim().min(1).max(60),
        fio: z
          .strictObject({
            token: secret(/^\w{16,128}$/, 'a token of Fio, letters and digits'),
            everySeconds: z.int().min(30).max(86_400).default(120),
            days: z.int().min(1).max(60).default(14),
            apiUrl: z
              .string()
              .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http or https address')
              .transform((text) => text.replace(/\/+$/, ''))
              .default('https://fioapi.fio.cz/v1/rest'),
          })
          .nullable()
          .default(null),
      })
      .nullable()
      .default(null),
    amounts: z
      .array(czk)
      .max(12)
      .refine((all) => new Set(all).size === all.length, ...different('amount'))
      .default(['100', '500', '1000']),
    anyAmount: amountRange.nullable().default(null),
    packages: z
      .array(
        z.strictObject({
          id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 lower-case letters, digits or hyphens'),
          tokens: z.int().min(1).max(Number(TOKENS_MAX)).transform(BigInt),
          czk,
          days: z.int().min(1).max(3650),
        }),
      )
      .max(12)
      .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, ...different('id'))
      .default([]),
    plans: z
      .strictObject({ pro: z.strictObject({ czk }).optional(), ultra: z.strictObject({ czk }).optional() })
      .default({}),
    seller: sellerSchema.nullable().default(null),
  })
  .prefault({});

type PaymentsConfig = z.output<typeof paymentsSchema>;

/** Without both secrets Stripe is off. A message that cannot be checked is never taken. */
export const stripeOf = ({ stripe }: PaymentsConfig) =>
  stripe?.secretKey && stripe.webhookSecret ? stripe : undefined;

export function shopFrom(payments: PaymentsConfig): Shop {
  const methods: readonly PayMethod[] = [
    ...(stripeOf(payments) ? (['stripe'] as const) : []),
    ...(payments.bank ? (['bank'] as const) : []),
  ];
  const { seller } = payments;
  const bank = payments.bank && { iban: payments.bank.iban, name: payments.bank.name };
  if (methods.length === 0) return { offers: [], anyAmount: null, methods, bank, seller };
  return { offers: offersFrom(payments), anyAmount: payments.anyAmount, methods, bank, seller };
}

export function paymentsWarnings(payments: PaymentsConfig): readonly string[] {
  if (!payments.stripe || stripeOf(payments)) return [];
  return ['payments.stripe has no secretKey or no webhookSecret: payment by card is off.'];
}

const offersFrom = ({ amounts, packages, plans }: PaymentsConfig): readonly Offer[] => [
  ...amounts.map((text): Offer => ({ id: `credit-${text}`, kind: 'credit', amount: parseCzk(text) })),
  ...packages.map(
    ({ id, tokens, czk: text, days }): Offer => ({
      id: `package-${id}`,
      kind: 'package',
      amount: parseCzk(text),
      tokens,
      days,
    }),
  ),
  ...PLANS.flatMap((plan): readonly Offer[] => {
    const sold = plans[plan];
    return sold ? [{ id: `plan-${plan}`, kind: 'plan', plan, amount: parseCzk(sold.czk) }] : [];
  }),
];

/** Its two check digits make the number, with letters as 10 to 35, leave 1 when divided by 97. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = [...(text.slice(4) + text.slice(0, 4))].map((sign) => Number.parseInt(sign, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}
