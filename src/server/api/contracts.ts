/** The contracts of all features: what the description, the table of roles and the pages know of routes. */
import { keys } from '../../features/keys/contract.ts';
import { account, domains, team } from '../../features/organisations/contract.ts';
import { operatorTokens, tokens } from '../../features/tokens/contract.ts';
import { webhooks } from '../../features/webhooks/contract.ts';
import type { ApiOf, NamedRoute } from '../../platform/api/contract.ts';

export type ContractApi = ApiOf<typeof keys> &
  ApiOf<typeof team> &
  ApiOf<typeof domains> &
  ApiOf<typeof account> &
  ApiOf<typeof tokens> &
  ApiOf<typeof operatorTokens> &
  ApiOf<typeof webhooks>;

export const CONTRACT_ROUTES: Readonly<Record<string, NamedRoute>> = byName(
  keys,
  team,
  domains,
  account,
  tokens,
  operatorTokens,
  webhooks,
);

function byName(...contracts: readonly Readonly<Record<string, NamedRoute>>[]) {
  const routes = contracts.flatMap((contract) => Object.values(contract));
  return Object.fromEntries(routes.map((route) => [route.name, route]));
}
