/** The web area of customers and operators: services → routes and gates. */

import { openShop } from '../core/offer.ts';
import { type BankImportParts, matchMovements } from '../features/bank/bank-import.ts';
import { readOnThread } from '../features/bank/statement-thread.ts';
import type { DocumentFiles } from '../features/invoices/document.ts';
import { createDocumentFiles } from '../features/invoices/files.ts';
import { createPdfThread } from '../features/invoices/pdf-thread.ts';
import { createKeyService, type KeyService } from '../features/keys/key-service.ts';
import type { MailDomainService } from '../features/organisations/mail-domains.ts';
import { createOrganisation, type Organisation } from '../features/organisations/organisation.ts';
import type { EngineControls } from '../features/serving/engines-operator-routes.ts';
import { createShopService, type ShopParts, type ShopService } from '../features/shop/service.ts';
import { paymentCode } from '../features/shop/spayd.ts';
import { cardProviderFrom } from '../features/shop/stripe.ts';
import { webhookRoute } from '../features/shop/stripe-route.ts';
import type { TopUpService } from '../features/shop/top-ups.ts';
import { authRoutes } from '../features/sign-in/auth-routes.ts';
import { meRoutes } from '../features/sign-in/routes.ts';
import { siteRoutes } from '../features/site/routes.ts';
import { securityTxtRoutes } from '../features/site/security-txt.ts';
import { webRoutes } from '../features/site/web-files.ts';
import { createManagementTokens, type ManagementTokenService } from '../features/tokens/management-tokens.ts';
import { webhookRefusals } from '../features/webhooks/call.ts';
import { createWebhookService, type WebhookService } from '../features/webhooks/service.ts';
import { auditOnThread } from '../ledger/audit/audit-thread.ts';
import { type AuditService, createAuditService } from '../ledger/audit-service.ts';
import type { SweepStep } from '../ledger/sweeps.ts';
import { diskSpaceOf } from '../platform/disk-space.ts';
import type { Route } from '../platform/http/call.ts';
import { createPageLimit } from '../platform/http/page-limit.ts';
import type { Platform } from '../platform/platform.ts';
import { bundleWeb } from '../platform/web-bundle.ts';
import { operatorRoutes } from './api/operator-routes.ts';
import { settingsRoutes } from './api/settings-routes.ts';
import type { Api } from './api.ts';
import type { Auth } from './auth.ts';
import { type Polling, startBankPolling } from './bank.ts';
import { type LiveCatalogue, reloadView } from './catalogue.ts';
import type { Config } from './configuration/config.ts';
import { stripeOf } from './configuration/payments-config.ts';
import { engineDeskFrom } from './engine-desk.ts';
import { inviteFirstOperator } from './first-operator.ts';
import { ledgerPlace } from './ledger-place.ts';
import { createMailDomains } from './mail-domains.ts';
import { webhookNetwork } from './notices.ts';
import { createPageGates, type PageGates } from './page-gates.ts';
import type { Stores } from './stores/stores.ts';
import { createSweepSteps } from './sweep-steps.ts';
import type { Telemetry } from './telemetry.ts';
import { createTopUps } from './top-ups.ts';

type DashboardParts = {
  readonly stores: Stores;
  readonly auth: Auth;
  readonly catalogue: LiveCatalogue;
  readonly api: Api;
  readonly telemetry: Pick<Telemetry, 'feed' | 'status'>;
  readonly engines: EngineControls;
  /** Of several processes that start together, one invites the first operator: a second link would end the first. */
  readonly isFirst: boolean;
};

type Dashboard = {
  readonly routes: readonly Route[];
  readonly gates: PageGates;
  /** What the dashboard adds to the sweeps. */
  readonly sweepSteps: readonly SweepStep[];
  /** To be called once the server's port is known. Sign-in does not work before. */
  open(port: number): Promise<void>;
  /** Ends the streams that would never end by themselves, and what runs on a timer; the server is about to drain. */
  stop(): Promise<void>;
};

export function createDashboard(config: Config, platform: Platform, parts: DashboardParts): Dashboard {
  const { stores, auth } = parts;
  const { clock } = platform;
  const provider = cardProviderFrom(stripeOf(config.payments));
  const shop = openShop(config.shop, parts.catalogue.sold);
  const topUps = createTopUps(config, { ...platform, ...parts, provider, shop });
  const services = createServices(config, platform, parts, { provider, topUps: topUps.service, shop });
  const limit = createPageLimit(config.limits.pageRequestsPerMinute, clock);
  const gates = createPageGates({
    ...parts,
    clock,
    limit,
    tokens: services.managementTokens,
    keyOf: services.keys.playground,
  });
  const feedEnd = new AbortController();
  const bankParts = bankPartsOf(config, platform, parts);
  let polling: Polling | undefined;
  return {
    routes: [
      webhookRoute(services.shop),
      ...securityTxtRoutes(platform, config.security),
      ...webRoutes(bundleWeb).filter(({ path }) => path !== '/' || !config.front.enabled),
      ...authRoutes({ handle: auth.handle, isOurOrigin: auth.isOurOrigin, limit }),
      ...siteRoutes(auth.service),
      ...meRoutes({ people: auth.people, accounts: stores.accounts }),
      ...customerRoutes(config, platform, parts, services),
      ...operatorRoutesFrom(config, platform, parts, { ...services, feedEnd: feedEnd.signal }),
    ],
    sweepSteps: [
      ...createSweepSteps(config, { ...platform, ...parts }, provider),
      ...topUps.sweepSteps,
      { name: 'mailDomains', run: services.domains.checkAgain },
      { name: 'bankMovements', run: () => matchMovements(bankParts) },
    ],
    gates,
    open: async (port) => {
      const { origin } = auth.open(port);
      if (!parts.isFirst) return;
      polling = startBankPolling(config, { ...bankParts, attempts: stores.attempts });
      await inviteFirstOperator(origin, { ...platform, ...parts }, platform.ids);
    },
    stop: async () => {
      feedEnd.abort();
      await polling?.stop();
    },
  };
}

type Services = {
  readonly topUps: TopUpService;
  readonly keys: KeyService;
  readonly shop: ShopService;
  readonly audit: AuditService;
  readonly documentFiles: DocumentFiles;
  readonly organisation: Organisation;
  readonly managementTokens: ManagementTokenService;
  readonly domains: MailDomainService;
  readonly webhooks: WebhookService;
};

type ServiceNeeds = Pick<Services, 'topUps'> & Pick<ShopParts, 'provider' | 'shop'>;

function createServices(
  config: Config,
  platform: Platform,
  { stores, auth, catalogue, api }: DashboardParts,
  { provider, topUps, shop }: ServiceNeeds,
): Services {
  const { ids, clock, log } = platform;
  return {
    topUps,
    keys: createKeyService(platform, {
      accountKeys: stores.accountKeys,
      catalogue: catalogue.published,
      keysPerAccount: config.limits.keysPerAccount,
      forget: api.forget,
    }),
    shop: createShopService({
      ...platform,
      shop,
      provider,
      orders: stores.orders,
      buyers: stores.buyers,
      vouchers: stores.vouchers,
      plans: stores.plans,
      ledger: stores.ledger,
      attempts: stores.attempts,
      planOffers: catalogue.planOffers,
      cards: topUps,
    }),
    organisation: createOrganisation({
      ...platform,
      members: stores.members,
      operatorStore: stores.operator,
      accounts: stores.accounts,
      accountKeys: stores.accountKeys,
      forget: api.forget,
      people: auth.people,
      attempts: stores.attempts,
      countAttempt: auth.countAttempt,
    }),
    domains: createMailDomains(config, { ...platform, stores }),
    managementTokens: createManagementTokens(platform, { tokens: stores.managementTokens }),
    webhooks: createWebhookService(platform, {
      webhooks: stores.webhooks,
      refusalOf: webhookRefusals(webhookNetwork(config)),
    }),
    documentFiles: createDocumentFiles({ drawPdf: createPdfThread(), serviceName: config.serviceName }),
    audit: createAuditService({
      operatorStore: stores.operator,
      audit: (nowMs, onProgress) => auditOnThread({ place: ledgerPlace(config), nowMs }, onProgress),
      ids,
      clock,
      log,
    }),
  };
}

function customerRoutes(
  { serviceName }: Config,
  platform: Platform,
  { stores, auth, catalogue, api }: DashboardParts,
  { keys, shop, topUps, documentFiles, organisation, managementTokens, domains, webhooks }: Services,
): readonly Route[] {
  return settingsRoutes({
    ...platform,
    stores,
    keyService: keys,
    catalogue: catalogue.published,
    contextTokensOf: catalogue.contextTokensOf,
    chatEdge: api.chatEdge,
    keptResponses: api.keptResponses,
    conversations: api.conversations,
    people: auth.people,
    shop: { service: shop, planOffers: catalogue.planOffers, serviceName, paymentCode },
    topUps,
    documentFiles,
    organisation,
    managementTokens,
    domainService: domains,
    webhookService: webhooks,
  });
}

function operatorRoutesFrom(
  { plans, signUp, limits, shop, dataDir }: Config,
  platform: Platform,
  { stores, catalogue, api, engines, telemetry }: DashboardParts,
  { audit, documentFiles, managementTokens, feedEnd }: Services & { readonly feedEnd: AbortSignal },
): readonly Route[] {
  return operatorRoutes({
    ...platform,
    operatorStore: stores.operator,
    stores,
    catalogue: catalogue.published,
    engineControls: engines,
    engineDesk: engineDeskFrom({ ...platform, catalogue, operatorStore: stores.operator }),
    modelStates: telemetry.status.now,
    diskSpace: () => diskSpaceOf(dataDir),
    auditService: audit,
    documentFiles,
    managementTokens,
    ...{ ways: shop, bank: shop.bank },
    readStatement: readOnThread,
    feed: telemetry.feed,
    feedEnd,
    offers: plans,
    configuredSignUp: signUp,
    refresh: catalogue.refresh,
    reload: reloadView(catalogue),
    forget: api.forget,
    writeStallMs: limits.writeStallMs,
    pingMs: limits.pingMs,
  });
}

const bankPartsOf = ({ shop }: Config, platform: Platform, { stores }: DashboardParts): BankImportParts => ({
  ...platform,
  bankMovements: stores.bankMovements,
  operatorStore: stores.operator,
  bank: shop.bank,
});
