/** What the operator's pages show, as it goes over the wire. */
import { formatCzk } from '../../core/money.ts';
import { PLANS } from '../../core/plan.ts';
import { withStates } from '../../core/version.ts';
import { CSV_START, type CsvForm, csvRow } from '../../lib/csv.ts';
import type { ActionView } from '../../platform/action-log/contract.ts';
import type { DoneAction, ListedCustomer, LoggedAction } from '../../platform/action-log/operator.ts';
import type { CustomerRow, CustomerWebhook, OrderRow, SoldView, VoucherView } from '../../server/api/operator-api.ts';
import { itemOf, kindOfItem, type OfferItem, type OfferVersion, termsAt, versionName } from '../shop/offer-terms.ts';
import { giftToView, orderAbout } from '../shop/order-view.ts';
import type { OwnedOrder, Voucher } from '../shop/payment-ports.ts';
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

export const orderToRow = (order: OwnedOrder): OrderRow => ({
  ...orderAbout(order),
  accountId: order.accountId,
  email: order.email,
  variableSymbol: order.variableSymbol,
});

export const voucherToView = ({ gift, ...voucher }: Voucher): VoucherView => ({ ...voucher, gift: giftToView(gift) });

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

const ALWAYS_THERE: readonly OfferItem[] = ['amounts', 'any-amount', ...PLANS.map((plan) => itemOf('plan', plan))];

export function soldToView(
  versions: readonly OfferVersion[],
  { methods, nowMs }: { readonly methods: SoldView['methods']; readonly nowMs: number },
): SoldView {
  const now = termsAt(versions, nowMs);
  const items = new Set([...ALWAYS_THERE, ...versions.map(({ item }) => item)]);
  const itemToView = (item: OfferItem): SoldView['items'][number] => {
    const own = versions.filter((one) => one.item === item);
    const [withdrawn, valid] = [own.filter(isWithdrawn), own.filter((one) => !isWithdrawn(one))];
    const states = [
      ...withStates(valid, nowMs),
      ...withdrawn.map((version) => [version, 'withdrawn'] as const),
    ].toSorted(([a], [b]) => b.fromMs - a.fromMs || b.version - a.version);
    return {
      item,
      kind: kindOfItem(item)!,
      terms: now.get(item) ?? null,
      version: own.at(-1)?.version ?? 0,
      versions: states.map(([{ version, terms, fromMs, actor }, state]) => ({
        ...{ id: versionName({ item, version }), terms, fromMs, actor, state },
      })),
    };
  };
  return { methods, items: [...items].map(itemToView) };
}

const isWithdrawn = ({ withdrawnAtMs }: OfferVersion): boolean => withdrawnAtMs !== null;
