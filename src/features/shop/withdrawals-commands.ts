/** `order withdraw`, `withdrawal list | sent`: consumers who withdraw, and the money that goes back. */
import type { AccountNeeds } from '../../platform/commands/account.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import type { Command } from '../../platform/commands/command.ts';
import { forService, fromContract } from '../../platform/commands/from-contract.ts';
import { viaOperatorRoute } from '../../platform/commands/via-route.ts';
import { shop } from './contract.ts';
import { type OrderNeeds, orderOf } from './named-order.ts';
import { withdrawals as contract, type WithdrawalRow } from './operator-contract.ts';
import { withdrawalToView } from './order-view.ts';
import { withdrawalRoutes } from './orders-operator-routes.ts';
import { declareWithdrawal, type Withdrawals } from './withdrawals.ts';

type Needs = ActNeeds & AccountNeeds & OrderNeeds & { readonly stores: { readonly withdrawals: Withdrawals } };

/** For a consumer who has written a letter or an e-mail: every clear word counts. */
export const orderWithdraw: Command<Needs> = fromContract('order withdraw', shop.withdraw, {
  about: 'Withdraws from an order for a consumer who has asked for it, and sends the acknowledgement.',
  also: [shop.withdrawal.name],
  accountOf: async (order, needs) => (await orderOf({ order }, needs)).accountId,
  run: async ({ account, params: { id }, body: { name } }, needs) => {
    const { platform, stores } = needs;
    const action = { kind: 'command-call', accountId: account.id, call: shop.withdraw.name } as const;
    await act(needs, action, { reason: 'by command' });
    const person = { accountId: account.id, email: account.email, language: null };
    return withdrawalToView(
      await declareWithdrawal(platform, stores.withdrawals, { person, wish: { orderId: id, name } }),
    );
  },
  text: ({ declared }) => `The order is withdrawn from; ${declared?.refundCzk} CZK go back to ${declared?.email}.`,
});

const routesOf = ({ platform, stores }: Needs) => withdrawalRoutes(platform, stores.withdrawals);

const lineOf = ({
  orderId,
  atMs,
  email,
  refundCzk,
  method,
  variableSymbol,
  sentAtMs,
  hasConsent,
}: WithdrawalRow): string =>
  [
    orderId,
    new Date(atMs).toISOString(),
    email,
    `${refundCzk} CZK`,
    method,
    variableSymbol ?? '',
    sentAtMs === null ? 'to be sent' : 'sent',
    hasConsent ? '' : 'no consent to begin on record',
  ].join('  ');

export const withdrawalList: Command<Needs> = forService('withdrawal list', contract.list, {
  about: 'Lists consumers who have withdrawn from an order, and what goes back to them.',
  run: viaOperatorRoute(contract.list, routesOf),
  text: ({ withdrawals }) => withdrawals.map(lineOf).join('\n') || 'No consumer has withdrawn.',
});

export const withdrawalSent: Command<Needs> = forService('withdrawal sent', contract.sent, {
  about: 'Says that the money of an order by bank transfer has been sent back.',
  names: { id: 'order' },
  // Said twice of an order, it is done once.
  fills: { id: (_, { order }) => order },
  defaults: { reason: () => 'the money was sent back' },
  run: viaOperatorRoute(contract.sent, routesOf),
  text: (_, { params }) => `The refund of order ${params.id} is sent.`,
});
