/** The contracts of all features: what the description, the table of roles and the pages know of routes. */
import { bank } from '../../features/bank/contract.ts';
import { catalogue, prices } from '../../features/catalogue/contract.ts';
import { actions, audit, customers } from '../../features/customers/contract.ts';
import { invoices } from '../../features/invoices/contract.ts';
import { documents } from '../../features/invoices/operator-contract.ts';
import { keys } from '../../features/keys/contract.ts';
import { account, domains, team } from '../../features/organisations/contract.ts';
import { overview } from '../../features/overview/contract.ts';
import { engines, serving } from '../../features/serving/contract.ts';
import { billing, shop, topUp } from '../../features/shop/contract.ts';
import { offers, orders, vouchers } from '../../features/shop/operator-contract.ts';
import { site } from '../../features/site/contract.ts';
import { operatorTokens, tokens } from '../../features/tokens/contract.ts';
import { statements, usage } from '../../features/usage/contract.ts';
import { webhooks } from '../../features/webhooks/contract.ts';
import type { ApiOf, NamedRoute } from '../../platform/api/contract.ts';

export type ContractApi = ApiOf<typeof account> &
  ApiOf<typeof actions> &
  ApiOf<typeof audit> &
  ApiOf<typeof bank> &
  ApiOf<typeof billing> &
  ApiOf<typeof catalogue> &
  ApiOf<typeof customers> &
  ApiOf<typeof documents> &
  ApiOf<typeof domains> &
  ApiOf<typeof engines> &
  ApiOf<typeof invoices> &
  ApiOf<typeof keys> &
  ApiOf<typeof offers> &
  ApiOf<typeof operatorTokens> &
  ApiOf<typeof orders> &
  ApiOf<typeof overview> &
  ApiOf<typeof prices> &
  ApiOf<typeof serving> &
  ApiOf<typeof shop> &
  ApiOf<typeof site> &
  ApiOf<typeof statements> &
  ApiOf<typeof team> &
  ApiOf<typeof tokens> &
  ApiOf<typeof topUp> &
  ApiOf<typeof usage> &
  ApiOf<typeof vouchers> &
  ApiOf<typeof webhooks>;

export const CONTRACT_ROUTES: Readonly<Record<string, NamedRoute>> = byName(
  account,
  actions,
  audit,
  bank,
  billing,
  catalogue,
  customers,
  documents,
  domains,
  engines,
  invoices,
  keys,
  offers,
  operatorTokens,
  orders,
  overview,
  prices,
  serving,
  shop,
  site,
  statements,
  team,
  tokens,
  topUp,
  usage,
  vouchers,
  webhooks,
);

function byName(...contracts: readonly Readonly<Record<string, NamedRoute>>[]) {
  const routes = contracts.flatMap((contract) => Object.values(contract));
  return Object.fromEntries(routes.map((route) => [route.name, route]));
}
