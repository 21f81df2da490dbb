/** Customers and actions as the operator's pages show them. */
import { formatCzk } from '../../core/money.ts';
import { CSV_START, type CsvForm, csvRow } from '../../lib/csv.ts';
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

const ACTION_COLUMNS = ['time_utc', 'number', 'id', 'actor', 'action', 'object', 'reason', 'wanted', 'before', 'after'];

export const actionsCsvHead = (form: CsvForm): string => CSV_START + csvRow(ACTION_COLUMNS, form);

export const actionsToCsv = (actions: readonly LoggedAction[], form: CsvForm): string =>
  actions
    .map((action) =>
      csvRow(
        [
          new Date(action.atMs).toISOString(),
          action.seq,
          action.id,
          action.actor,
          action.kind,
          action.object,
          action.reason,
          JSON.stringify(action.wanted),
          JSON.stringify(action.before),
          JSON.stringify(action.after),
        ],
        form,
      ),
    )
    .join('');

/** One JSON value a line. */
export const actionsToJsonLines = (actions: readonly LoggedAction[]): string =>
  actions.map((action) => `${JSON.stringify({ at: new Date(action.atMs).toISOString(), ...action })}\n`).join('');
