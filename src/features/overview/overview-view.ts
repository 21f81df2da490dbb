/** The operator's overview, as it goes over the wire. */
import { formatCzk } from '../../core/money.ts';
import type { Need, Overview, OverviewFigures, TopRow } from './overview.ts';

type SpanView = { readonly fromMs: number; readonly toMs: number };

export type FiguresView = {
  /** Orders that were paid, and what they came to. What was sent back later is not taken off. */
  readonly payments: number;
  readonly paidCzk: string;
  /** What requests have taken from credit. */
  readonly spentCzk: string;
  /** What new customers were given to try the service. No one has paid it. */
  readonly trialCzk: string;
  /** Requests that were charged. */
  readonly requests: number;
  readonly tokens: number;
  /** Of these, what plans and packages have paid. */
  readonly coveredTokens: number;
  readonly activeCustomers: number;
  readonly newCustomers: number;
  /** Answers that were given, and that failed on our side, by UTC days. */
  readonly answered: number;
  readonly failed: number;
  /** Requests that were refused or have failed, by ascending status. */
  readonly errors: readonly { readonly status: number; readonly responses: number }[];
  /** How soon half, and 95 % of the answers began; null without answers. */
  readonly firstTokenP50Ms: number | null;
  readonly firstTokenP95Ms: number | null;
};

export type TopView = {
  readonly id: string;
  readonly costCzk: string;
  readonly requests: number;
  readonly tokens: number;
};

export type NeedView =
  | { readonly kind: 'engine-down'; readonly engine: string; readonly detail: string }
  | { readonly kind: 'model-failing'; readonly model: string; readonly state: 'disturbed' | 'down' }
  /** When it was found broken; when it was last found right, null where it never was. */
  | { readonly kind: 'audit-broken' | 'audit-old'; readonly atMs: number | null }
  | { readonly kind: 'disk'; readonly freeBytes: number }
  | { readonly kind: 'disputes' | 'movements'; readonly count: number }
  | { readonly kind: 'transfers'; readonly count: number; readonly czk: string }
  | {
      readonly kind: 'failed-payment';
      readonly id: string;
      readonly what: 'order' | 'renewal' | 'top-up';
      readonly accountId: string;
      readonly email: string;
      readonly czk: string;
      readonly atMs: number;
    };

export type OverviewView = {
  readonly period: SpanView;
  readonly before: SpanView;
  /** What needs the operator now, the most urgent first. */
  readonly needs: readonly NeedView[];
  readonly figures: { readonly now: FiguresView; readonly before: FiguresView };
  /** Those that spent most in the period. */
  readonly topCustomers: readonly (TopView & { readonly email: string })[];
  readonly topModels: readonly TopView[];
  /** How each model is now, as this server sees it. */
  readonly models: readonly { readonly id: string; readonly state: 'up' | 'disturbed' | 'down' }[];
  /** The credit of all customers: what they have paid in or were given, and have not spent. */
  readonly creditCzk: string;
  /** Of this, what is held for requests that run. */
  readonly heldCzk: string;
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number };
  readonly lastAuditAtMs: number | null;
};

export const overviewToView = (overview: Overview): OverviewView => ({
  period: overview.spans.now,
  before: overview.spans.before,
  needs: overview.needs.map(needToView),
  figures: { now: figuresToView(overview.figures.now), before: figuresToView(overview.figures.before) },
  topCustomers: overview.customers.map((row) => ({ ...topToView(row), email: row.email })),
  topModels: overview.models.map(topToView),
  models: [...overview.states].map(([id, state]) => ({ id, state })),
  creditCzk: formatCzk(overview.credit),
  heldCzk: formatCzk(overview.held),
  disk: overview.disk,
  lastAuditAtMs: overview.lastAuditAtMs,
});

const figuresToView = ({ paid, spent, trial, ...counts }: OverviewFigures): FiguresView => ({
  ...counts,
  paidCzk: formatCzk(paid),
  spentCzk: formatCzk(spent),
  trialCzk: formatCzk(trial),
});

const topToView = ({ id, cost, requests, tokens }: TopRow): TopView => ({
  id,
  costCzk: formatCzk(cost),
  requests,
  tokens,
});

function needToView(need: Need): NeedView {
  switch (need.kind) {
    case 'transfers':
      return { kind: need.kind, count: need.count, czk: formatCzk(need.amount) };
    case 'failed-payment': {
      const { kind, id, what, accountId, email, atMs } = need;
      return { kind, id, what, accountId, email, atMs, czk: formatCzk(need.amount) };
    }
    default:
      return need;
  }
}
