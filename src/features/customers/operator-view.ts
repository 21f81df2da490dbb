/** What the operator's pages show, as it goes over the wire. */
import { formatCzk } from '../../core/money.ts';
import { CSV_START, type CsvForm, csvRow } from '../../lib/csv.ts';
import type { ActionView } from '../../platform/action-log/contract.ts';
import type { DoneAction, ListedCustomer, LoggedAction } from '../../platform/action-log/operator.ts';
import type { CustomerRow, CustomerWebhook } from '../../server/api/operator-api.ts';
import type { Webhook, WebhookDelivery } from '../webhooks/rules.ts';

type DeliveredWebhook = Webhook & { readonly deliveries: readonly WebhookDelivery[] };

export function webhookToRow({ accountId: _, deliveries, ...webhook }: DeliveredWebhook): CustomerWebhook {
  const failed = deliveries.find(({ problem }) => problem !== null);
  const lastFailure = failed && { atMs: failed.atMs, status: failed.status, problem: failed.problem ?? '' };
  return { ...webhook, lastFailure: lastFailure ?? null };
}

export const customerToRow = ({ credit, spentMonth, ...customer }: ListedCustomer): CustomerRow => ({
  ...customer,
  creditCzk: formatCzk(credit),
  spentMonthCzk: formatCzk(spentMonth),
});

/** Whether it was done now or before is left out: of an action that is sent twice, both hear the same. */
export const actionToView = ({ isRepeated: _, ...action }: LoggedAction & Partial<DoneAction>): ActionView => action;

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
