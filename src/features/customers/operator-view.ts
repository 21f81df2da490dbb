/** Customers and actions as the operator's pages show them. */
import { formatCzk } from '../../core/money.ts';
import { csvTable } from '../../lib/csv.ts';
import type { LoggedAction } from '../../platform/action-log/action.ts';
import type { Webhook, WebhookDelivery } from '../webhooks/index.ts';
import type { CustomerRow } from './contract.ts';
import type { ListedCustomer } from './customers.ts';

type DeliveredWebhook = Webhook & { readonly deliveries: readonly WebhookDelivery[] };

export function webhookToView(webhook: DeliveredWebhook) {
  const failed = webhook.deliveries.find(({ problem }) => problem !== null);
  return { ...webhook, lastFailure: failed ? { ...failed, problem: failed.problem ?? '' } : null };
}

export const customerToView = ({ credit, spentMonth, ...customer }: ListedCustomer): CustomerRow => ({
  ...customer,
  creditCzk: formatCzk(credit),
  spentMonthCzk: formatCzk(spentMonth),
});

export const actionsCsv = csvTable<LoggedAction>([
  ['time_utc', ({ atMs }) => new Date(atMs).toISOString()],
  ['number', ({ seq }) => seq],
  ['id', ({ id }) => id],
  ['actor', ({ actor }) => actor],
  ['action', ({ kind }) => kind],
  ['object', ({ object }) => object],
  ['reason', ({ reason }) => reason],
  ['wanted', ({ wanted }) => JSON.stringify(wanted)],
  ['before', ({ before }) => JSON.stringify(before)],
  ['after', ({ after }) => JSON.stringify(after)],
]);

/** One JSON value a line. */
export const actionsToJsonLines = (actions: readonly LoggedAction[]): string =>
  actions.map((action) => `${JSON.stringify({ at: new Date(action.atMs).toISOString(), ...action })}\n`).join('');
