/** Usage: sums for charts, requests and their receipts, and a statement for each month. */
import { z } from 'zod';
import { route, type View } from '../../platform/api/contract.ts';
import { csvForm, whole } from '../../platform/api/schemas.ts';
import { servedTier } from '../../platform/api/tiers.ts';
import { priceView } from '../catalogue/contract.ts';

const tokens = {
  inputTokens: z.number(),
  cachedInputTokens: z.number().describe('Part of the input.'),
  cacheWrite5mTokens: z
    .number()
    .optional()
    .describe('Other parts of the input, written into a cache; missing where none were.'),
  cacheWrite1hTokens: z.number().optional(),
  outputTokens: z.number(),
  reasoningTokens: z.number().describe('Part of the output.'),
};

const usageSum = z.object({
  ...tokens,
  requests: z.number(),
  czk: z.string(),
  planTokens: z.number().describe('Of the tokens: what the plan and what packages paid.'),
  packageTokens: z.number(),
  creditTokens: z.number().describe('The rest of the tokens, which `czk` has paid.'),
});

const usagePoint = usageSum
  .extend({ atMs: z.number().describe("When the hour or the viewer's day begins.") })
  .meta({ id: 'UsagePoint' });
export type UsagePoint = View<typeof usagePoint>;

const usageView = z
  .object({
    step: z.enum(['hour', 'day']),
    startsMs: z
      .array(z.number())
      .describe('When each step of the span begins, with or without usage. The first begins where the span does.'),
    series: z
      .array(z.object({ id: z.string(), label: z.string(), points: z.array(usagePoint) }))
      .describe(
        'One for every model, key or pot with any usage, the largest first; `id` is what it is, `label` what people call it. ' +
          'Steps without usage have no point. Above 50 series the smallest are one, `other`. ' +
          'By pot (`plan`, `package`, `credit`) requests and types of tokens are 0: they are not split by who paid.',
      ),
    total: usageSum,
    errors: z
      .array(z.object({ status: z.number(), responses: z.number() }))
      .describe(
        'Requests that were refused or failed, by ascending status. What is not authenticated belongs to no account.',
      ),
    firstToken: z
      .object({ p50Ms: z.number(), p95Ms: z.number(), answers: z.number() })
      .nullable()
      .describe(
        'How soon the newest answers of the span began; `answers` is how many of them were looked at. Null without any.',
      ),
  })
  .meta({ id: 'UsageView' });
export type UsageView = View<typeof usageView>;

const OUTCOMES = ['finished', 'client-left', 'free'] as const;
const requestOutcome = z.enum(OUTCOMES).meta({
  id: 'RequestOutcome',
  description: '`free`: nothing was charged, because the engine failed or nothing had been done.',
});
export type RequestOutcome = View<typeof requestOutcome>;

/** Why nothing was charged. `expired`: the server died while it answered. */
const freeReason = z.enum([
  'engine-failed',
  'no-engine',
  'service-stopped',
  'left-early',
  'answered-elsewhere',
  'expired',
]);

const structuredResult = z.enum(['held', 'repaired', 'failed', 'unchecked']);

export const requestRow = z
  .object({
    ...tokens,
    id: z.string(),
    atMs: z.number(),
    model: z.string(),
    keyId: z.string(),
    keyName: z.string(),
    outcome: requestOutcome,
    czk: z.string(),
    planTokens: z.number(),
    packageTokens: z.number(),
    durationMs: z.number().nullable(),
    firstEventMs: z.number().nullable().describe("From admission to the engine's first event; null where none came."),
    freeReason: freeReason.nullable().describe('Only where the outcome is `free`.'),
    priceGroup: z.string().nullable().describe('The name of the price group by whose prices it was charged.'),
    tier: servedTier.describe('The tier that it was served at.'),
    endUser: z.string().nullable().describe('Whom it was for: `safety_identifier` or `user` of the request.'),
    metadata: z.record(z.string(), z.string()).describe('As the request said it.'),
    structured: structuredResult
      .nullable()
      .describe('How the answer kept to the strict JSON schema of its request; null where there was none.'),
    background: z.string().nullable().describe('The response that it has made in the background.'),
  })
  .meta({ id: 'RequestRow' });
export type RequestRow = View<typeof requestRow>;

const requestsView = z
  .object({
    requests: z.array(requestRow),
    next: z
      .string()
      .nullable()
      .describe(
        'Give it as `before` to read on; null at the end. A page may be short, even empty, and still have a next one.',
      ),
    searchedToMs: z.number().describe('How far back this page has looked.'),
  })
  .meta({ id: 'RequestsView' });
export type RequestsView = View<typeof requestsView>;

const planName = z.object({ en: z.string(), cs: z.string() });

const paidPart = z
  .union([
    z.object({ pot: z.literal('credit'), czk: z.string() }),
    z.object({
      pot: z.enum(['plan', 'package']),
      label: z.string(),
      tokens: z.number().describe('What the pot has lost.'),
      processedTokens: z
        .number()
        .optional()
        .describe('What it paid for, where the plan has weights or the request a tier.'),
    }),
    z
      .object({ pot: z.literal('plan'), label: z.string(), czk: z.string(), processedTokens: z.number().optional() })
      .describe('A plan that gives crowns.'),
  ])
  .meta({ id: 'PaidPartView' });

const receiptView = requestRow
  .extend({
    completionId: z.string(),
    priceVersion: z.string(),
    price: priceView,
    listPrice: priceView.nullable().describe('The price of the list, where a price group has another.'),
    tierPercent: z.number().nullable().describe('Of the price without a tier; null where there was none.'),
    paidBy: z.array(paidPart),
  })
  .meta({ id: 'ReceiptView' });
export type ReceiptView = View<typeof receiptView>;

const sellerView = z
  .object({ name: z.string(), address: z.string(), companyId: z.string(), vatId: z.string() })
  .meta({ id: 'SellerView' });

const invoiceView = z
  .object({
    orderId: z.string(),
    number: z.string(),
    atMs: z.number(),
    kind: z.enum(['credit', 'package', 'plan']),
    czk: z.string(),
    refundedCzk: z.string(),
    vatId: z.string().nullable().describe('Of the buyer.'),
  })
  .meta({ id: 'InvoiceView', description: 'A paid order.' });

const movement = z.object({
  atMs: z.number(),
  kind: z.enum(['grant', 'correction', 'refund', 'debt', 'expiry']),
  pot: z.enum(['credit', 'plan', 'package']),
  label: z.string(),
  planName: planName.nullable().describe('Of the pot of a plan: as it was called when its period began.'),
  reason: z.string(),
  order: z.object({ id: z.string(), invoice: z.string() }).nullable().describe('What is given was bought with it.'),
  czk: z.string().nullable().describe('Only where the pot is credit.'),
  tokens: z.number().nullable(),
});

const statementView = z
  .object({
    month: z.string(),
    fromMs: z.number(),
    toMs: z.number(),
    isFinal: z.boolean().describe('False while the month still runs.'),
    email: z.string(),
    seller: sellerView.nullable().describe('Who sells; null where the operator has not said.'),
    invoices: z.array(invoiceView).describe('What was paid to the operator in this month, oldest first.'),
    openingCzk: z.string(),
    closingCzk: z.string(),
    chargedCzk: z.string(),
    movements: z.array(movement),
    priceGroups: z.array(z.string()).describe('The price groups that the customer was in.'),
    usage: z.array(
      z.object({
        ...tokens,
        model: z.string(),
        requests: z.number(),
        planTokens: z.number(),
        packageTokens: z.number(),
        czk: z.string(),
      }),
    ),
  })
  .meta({
    id: 'StatementView',
    description:
      'A month in Europe/Prague. Opening plus the movements minus what was charged is closing, to the last digit.',
  });
export type StatementView = View<typeof statementView>;

const zone = z.string().min(1).max(64).refine(isTimeZone, 'must be a time zone such as Europe/Prague');

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

const usageQuery = z
  .strictObject({
    fromMs: whole,
    toMs: whole,
    step: z.enum(['hour', 'day']),
    by: z.enum(['model', 'key', 'member', 'pot']),
    /** Where a day begins for the viewer. */
    zone,
  })
  .refine(({ fromMs, toMs }) => fromMs < toMs, { message: 'must be after fromMs', path: ['toMs'] });

const requestsQuery = z.strictObject({
  before: z.string().max(200).optional(),
  fromMs: whole.optional(),
  toMs: whole.optional(),
  model: z.string().max(128).optional(),
  keyId: z.string().max(64).optional(),
  outcome: z.enum(OUTCOMES).optional(),
  /** As requests name it in `safety_identifier` or `user`. */
  endUser: z.string().max(512).optional(),
  /** A request or completion id, or its beginning. */
  search: z.string().trim().max(64).optional(),
});
export type RequestsQuery = View<typeof requestsQuery>;

export const usage = {
  chart: route('GET /api/usage', {
    about: 'Tokens, requests and costs in steps of time, by model or key.',
    needs: 'read-usage',
    query: usageQuery,
    reply: usageView,
  }),
  requests: route('GET /api/requests', {
    about: 'Requests, the newest first.',
    needs: 'read-usage',
    query: requestsQuery,
    reply: requestsView,
  }),
  receipt: route('GET /api/requests/{id}', {
    about: 'The receipt of one request: what was counted, its price, and which pot paid.',
    needs: 'read-usage',
    reply: receiptView,
  }),
  requestsCsv: route('GET /api/requests.csv', {
    about: 'All requests that fit the filters, newest first.',
    needs: 'read-usage',
    query: requestsQuery.extend(csvForm),
    reply: { file: 'text/csv' },
  }),
};

export const statements = {
  months: route('GET /api/statements', {
    about: 'Newest first: every month since the account was opened.',
    needs: 'read-billing',
    reply: z.object({ months: z.array(z.string()) }),
  }),
  month: route('GET /api/statements/{month}', {
    about: 'The statement of one month, such as 2026-11.',
    needs: 'read-billing',
    reply: statementView,
  }),
  monthCsv: route('GET /api/statements/{month}/csv', {
    about: 'A month as rows: who sells and who buys, invoices, movements and usage.',
    needs: 'read-billing',
    query: z.object(csvForm),
    reply: { file: 'text/csv' },
  }),
};
