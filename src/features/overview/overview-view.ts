/** The operator's overview, as it goes over the wire. */
import { formatCzk } from '../../core/money.ts';
import type { FiguresView, NeedView, OverviewView, TopView } from './contract.ts';
import type { Need, Overview, OverviewFigures, TopRow } from './overview.ts';

export const toView = (overview: Overview): OverviewView => ({
  period: overview.spans.now,
  before: overview.spans.before,
  needs: overview.needs.map(needToView),
  figures: { now: figuresToView(overview.figures.now), before: figuresToView(overview.figures.before) },
  topCustomers: overview.customers.map((row) => ({ ...topToView(row), email: row.email })),
  topModels: overview.models.map(topToView),
  models: overview.served,
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
