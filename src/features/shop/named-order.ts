/** The order that a command is about. */
import { type Options, required, UsageError } from '../../platform/commands/command.ts';
import type { Orders, OwnedOrder } from './payment-ports.ts';

export type OrderNeeds = { readonly stores: { readonly orders: Pick<Orders, 'listAll'> } };

/** The order that `--order` names. */
export async function orderOf(options: Options, { stores }: OrderNeeds): Promise<OwnedOrder> {
  const search = required(options, 'order');
  const order = (await stores.orders.listAll({ search })).find(
    ({ id, variableSymbol }) => id === search || variableSymbol === search,
  );
  if (!order) throw new UsageError(`There is no order ${search}.`);
  return order;
}
