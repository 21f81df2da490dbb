/**
 * The contracts of all features: what the description, the table of roles and the pages know of routes.
 * Money is a decimal text in CZK, times are milliseconds since 1970, ids are opaque. An error has the same body as
 * everywhere: `{"error": {"message", "type", "code", "param"}}`. Beside these there is `/api/auth/…`.
 */
import { OPERATOR_SCOPE_NAMES } from '../../core/token-scopes.ts';
import { activity } from '../../features/activity/contract.ts';
import { bank } from '../../features/bank/contract.ts';
import { batches, operatorBatches } from '../../features/batches/contract.ts';
import { catalogue, models, prices } from '../../features/catalogue/contract.ts';
import { account } from '../../features/customers/account-contract.ts';
import { actions, audit, customers } from '../../features/customers/contract.ts';
import { invoices } from '../../features/invoices/contract.ts';
import { documents } from '../../features/invoices/operator-contract.ts';
import { keys } from '../../features/keys/contract.ts';
import { organizationKeys } from '../../features/keys/organization-contract.ts';
import { buying, margins } from '../../features/margins/contract.ts';
import { domains, team } from '../../features/organisations/contract.ts';
import { overview } from '../../features/overview/contract.ts';
import { priceGroups } from '../../features/price-groups/contract.ts';
import { serviceSettings } from '../../features/service-settings/contract.ts';
import { engines, serving } from '../../features/serving/contract.ts';
import { billing, shop, topUp } from '../../features/shop/contract.ts';
import { offers, orders, vouchers, withdrawals } from '../../features/shop/operator-contract.ts';
import { me, signUp } from '../../features/sign-in/contract.ts';
import { site } from '../../features/site/contract.ts';
import { operatorTokens, tokens } from '../../features/tokens/contract.ts';
import { organizationAdminKeys } from '../../features/tokens/organization-contract.ts';
import { statements, usage } from '../../features/usage/contract.ts';
import { organization } from '../../features/usage/organization-contract.ts';
import { webhooks } from '../../features/webhooks/contract.ts';
import { type ApiOf, type Contract, type NamedRoute, route } from '../../platform/api/contract.ts';

export const operatorDescription = {
  read: route('GET /api/operator/openapi.json', {
    about: 'This description for machines.',
    needs: OPERATOR_SCOPE_NAMES,
    reply: { file: 'application/json', schema: { type: 'object' } },
  }),
};

export const description = {
  read: route('GET /api/openapi.json', {
    about: 'This description for machines.',
    needs: 'describe',
    reply: { file: 'application/json', schema: { type: 'object' } },
  }),
};

/** Programs find routes under these names, so a name that is changed is another operation to them. */
export const CONTRACTS = {
  account,
  actions,
  activity,
  audit,
  bank,
  batches,
  billing,
  buying,
  catalogue,
  customers,
  description,
  documents,
  domains,
  engines,
  invoices,
  keys,
  margins,
  me,
  models,
  offers,
  operatorBatches,
  operatorDescription,
  operatorTokens,
  orders,
  organization,
  organizationAdminKeys,
  organizationKeys,
  withdrawals,
  overview,
  priceGroups,
  prices,
  serviceSettings,
  serving,
  shop,
  signUp,
  site,
  statements,
  team,
  tokens,
  topUp,
  usage,
  vouchers,
  webhooks,
} as const;

export type ContractApi = ApiOf<typeof CONTRACTS>;

export const CONTRACT_ROUTES: Readonly<Record<string, NamedRoute>> = Object.fromEntries(
  Object.values<Contract>(CONTRACTS)
    .flatMap((contract) => Object.values(contract))
    .map((one) => [one.name, one]),
);
