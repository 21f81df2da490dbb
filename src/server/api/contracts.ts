/** The contracts of all features: what the description, the table of roles and the pages know of routes. */
import { catalogue } from '../../features/catalogue/contract.ts';
import { invoices } from '../../features/invoices/contract.ts';
import { billing, shop, topUp } from '../../features/shop/contract.ts';
import { site } from '../../features/site/contract.ts';
import { statements, usage } from '../../features/usage/contract.ts';
import { webhooks } from '../../features/webhooks/contract.ts';
import type { ApiOf, NamedRoute } from '../../platform/api/contract.ts';

export type ContractApi = ApiOf<typeof webhooks> &
  ApiOf<typeof catalogue> &
  ApiOf<typeof usage> &
  ApiOf<typeof statements> &
  ApiOf<typeof invoices> &
  ApiOf<typeof billing> &
  ApiOf<typeof topUp> &
  ApiOf<typeof shop> &
  ApiOf<typeof site>;

export const CONTRACT_ROUTES: Readonly<Record<string, NamedRoute>> = byName(
  webhooks,
  catalogue,
  usage,
  statements,
  invoices,
  billing,
  topUp,
  shop,
  site,
);

function byName(...contracts: readonly Readonly<Record<string, NamedRoute>>[]) {
  const routes = contracts.flatMap((contract) => Object.values(contract));
  return Object.fromEntries(routes.map((route) => [route.name, route]));
}
