/** The operator's first page and what is beside it: figures, requests as they end, and reading the configuration again. */
import { z } from 'zod';
import { actionBody } from '../../platform/action-log/contract.ts';
import { route, type View } from '../../platform/api/contract.ts';
import { isDemonstration } from '../../platform/api/schemas.ts';
import { TOKEN_TYPES } from '../margins/index.ts';
import { SET_UP_STEPS } from '../service-settings/index.ts';
import { MODEL_STATES } from '../site/index.ts';

const PERIODS = ['today', '7d', '30d'] as const;
export type OverviewPeriod = (typeof PERIODS)[number];

const spanView = z.object({ fromMs: z.number(), toMs: z.number() }).meta({ id: 'SpanView' });

const figuresView = z
  .object({
    payments: z
      .number()
      .describe('Orders that were paid, and what they came to. What was sent back later is not taken off.'),
    paidCzk: z.string(),
    spentCzk: z.string().describe('What requests have taken from credit.'),
    trialCzk: z.string().describe('What new customers were given to try the service. No one has paid it.'),
    requests: z.number().describe('Requests that were charged.'),
    tokens: z.number(),
    coveredTokens: z.number().describe('Of these, what plans and packages have paid.'),
    activeCustomers: z.number(),
    newCustomers: z.number(),
    answered: z.number().describe('Answers that were given, and that failed on our side, by UTC days.'),
    failed: z.number(),
    errors: z
      .array(z.object({ status: z.number(), responses: z.number() }))
      .describe('Requests that were refused or have failed, by ascending status.'),
    firstTokenP50Ms: z
      .number()
      .nullable()
      .describe('How soon half, and 95 % of the answers began; null without answers.'),
    firstTokenP95Ms: z.number().nullable(),
  })
  .meta({ id: 'FiguresView' });
export type FiguresView = View<typeof figuresView>;

const topView = z
  .object({ id: z.string(), costCzk: z.string(), requests: z.number(), tokens: z.number() })
  .meta({ id: 'TopView' });
export type TopView = View<typeof topView>;

const needView = z
  .union([
    z.object({ kind: z.literal('engine-down'), engine: z.string(), detail: z.string() }),
    z.object({
      kind: z.literal('model-failing'),
      model: z.string(),
      state: z.enum(MODEL_STATES).exclude(['up']),
    }),
    /** When it was found broken; when it was last found right, null where it never was. */
    z.object({ kind: z.enum(['audit-broken', 'audit-old']), atMs: z.number().nullable() }),
    z.object({
      kind: z.literal('below-cost'),
      model: z.string(),
      engine: z.string(),
      tokens: z.array(z.enum(TOKEN_TYPES)),
    }),
    z.object({ kind: z.literal('disk'), freeBytes: z.number() }),
    z.object({ kind: z.enum(['disputes', 'movements']), count: z.number() }),
    z.object({ kind: z.literal('transfers'), count: z.number(), czk: z.string() }),
    z.object({
      kind: z.literal('failed-payment'),
      id: z.string(),
      what: z.enum(['order', 'renewal', 'top-up']),
      accountId: z.string(),
      email: z.string(),
      czk: z.string(),
      atMs: z.number(),
    }),
    z.object({ kind: z.literal('set-up'), steps: z.array(z.enum(SET_UP_STEPS)) }),
  ])
  .meta({ id: 'NeedView' });
export type NeedView = View<typeof needView>;

const overviewView = z
  .object({
    period: spanView,
    before: spanView,
    needs: z.array(needView).describe('What needs the operator now, the most urgent first.'),
    figures: z.object({ now: figuresView, before: figuresView }),
    topCustomers: z.array(topView.extend({ email: z.string() })).describe('Those that spent most in the period.'),
    topModels: z.array(topView),
    models: z
      .array(z.object({ id: z.string(), state: z.enum(MODEL_STATES), isDemonstration }))
      .describe('How each model is now, as this server sees it.'),
    creditCzk: z
      .string()
      .describe('The credit of all customers: what they have paid in or were given, and have not spent.'),
    heldCzk: z.string().describe('Of this, what is held for requests that run.'),
    disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }),
    lastAuditAtMs: z.number().nullable(),
  })
  .meta({ id: 'OverviewView' });
export type OverviewView = View<typeof overviewView>;

const courseStep = z
  .object({
    fromMs: z.number(),
    paidCzk: z.string(),
    spentCzk: z.string(),
    marginCzk: z.string().nullable().describe('Null where no request has a buying price.'),
    requests: z.number(),
    errors: z.number().describe('Requests that were refused or have failed.'),
    firstTokenP50Ms: z.number().nullable(),
  })
  .meta({ id: 'CourseStep' });
export type CourseStep = View<typeof courseStep>;

const courseView = z
  .object({
    step: z.enum(['hour', 'day']),
    now: z.array(courseStep).describe('The steps of the period, in their order; the last one has not ended.'),
    before: z.array(courseStep).describe('As many of the period before it, each the one that is compared.'),
    byHour: z
      .array(z.array(z.number()))
      .describe('Charged requests of the period by weekday, Monday first, and hour of the day in Prague.'),
  })
  .meta({ id: 'CourseView' });
export type CourseView = View<typeof courseView>;

const EMAILS_MAX = 200;
const emailsQuery = z.strictObject({
  /** Joined by commas. */
  ids: z
    .string()
    .max(EMAILS_MAX * 64)
    .transform((text) => text.split(',').slice(0, EMAILS_MAX)),
});

const reloadView = z
  .union([
    z.object({
      ok: z.literal(true),
      models: z.array(z.string()),
      engines: z.array(z.string()),
      restartNeeded: z
        .array(z.string())
        .describe('Settings that were changed too, and that count only after a restart.'),
    }),
    z.object({ ok: z.literal(false), problems: z.array(z.string()) }),
  ])
  .meta({ id: 'ReloadView' });
export type ReloadView = View<typeof reloadView>;

const feedEntry = z
  .object({
    id: z.string(),
    atMs: z.number(),
    accountId: z.string().nullable(),
    keyName: z.string().nullable(),
    model: z.string().nullable(),
    status: z.number(),
    reason: z
      .string()
      .nullable()
      .describe('Of a request that was refused or has failed: the code of the error, and the field that it is about.'),
    durationMs: z.number(),
    inputTokens: z.number().nullable(),
    outputTokens: z.number().nullable(),
    czk: z.string().nullable(),
    coveredTokens: z.number().nullable().describe('What a plan or packages paid.'),
  })
  .meta({
    id: 'FeedEntry',
    description: 'One request that has ended. One that is sent again with the same id replaces the first.',
  });
export type FeedEntry = View<typeof feedEntry>;

export const overview = {
  look: route('GET /api/operator/overview', {
    about: 'The figures of a period beside those of the one before it, and what needs an operator now.',
    needs: 'customers:read',
    query: z.strictObject({ period: z.enum(PERIODS).default('today') }),
    reply: overviewView,
  }),
  course: route('GET /api/operator/overview/course', {
    about: 'How the figures of a period went, by the hour or by the day, beside those of the period before it.',
    needs: 'customers:read',
    query: z.strictObject({ period: z.enum(PERIODS).default('today') }),
    reply: courseView,
  }),
  emails: route('GET /api/operator/emails', {
    about: 'Of accounts by their ids; those that are none are left out.',
    needs: 'customers:read',
    pagesOnly: true,
    query: emailsQuery,
    reply: z.object({ emails: z.record(z.string(), z.string()) }).meta({ id: 'EmailsView' }),
  }),
  reload: route('POST /api/operator/reload', {
    about:
      'Reads the configuration again, on this server. What is wrong with it is in the answer, and then nothing changes.',
    needs: 'operator',
    body: actionBody,
    reply: reloadView,
  }),
  watch: route('GET /api/operator/feed', {
    about: 'Requests as they end: the last ones first, then each that follows. It does not end by itself.',
    needs: 'operator',
    reply: { file: 'text/event-stream', events: feedEntry },
  }),
};
