/** The web area of customers and operators: services → routes and gates. */

import { openShop } from '../core/offer.ts';
import { readOnThread } from '../features/bank/bank-file-thread.ts';
import { createDocumentFiles } from '../features/invoices/files.ts';
import { createPdfThread } from '../features/invoices/pdf-thread.ts';
import { createBuyerCheck, sellerVatIdOf } from '../features/invoices/vies.ts';
import { createKeyService } from '../features/keys/key-service.ts';
import { belowCost } from '../features/margins/index.ts';
import type { MailDomainService } from '../features/organisations/mail-domains.ts';
import { createMemberInvitations } from '../features/organisations/member-invitations.ts';
import { createOrganisation } from '../features/organisations/organisation.ts';
import { createServiceSettings } from '../features/service-settings/service.ts';
import type { EngineControls } from '../features/serving/engines-operator-routes.ts';
import { createShopService } from '../features/shop/service.ts';
import { cardProviderFrom } from '../features/shop/stripe.ts';
import { stripeEventsRoute } from '../features/shop/stripe-route.ts';
import { createTopUpService, type TopUpSources } from '../features/shop/top-ups.ts';
import { authRoutes } from '../features/sign-in/auth-routes.ts';
import { meRoutes } from '../features/sign-in/routes.ts';
import { siteRoutes } from '../features/site/routes.ts';
import { securityTxtRoutes } from '../features/site/security-txt.ts';
import { webRoutes } from '../features/site/web-files.ts';
import { createManagementTokens } from '../features/tokens/service.ts';
import { webhookRefusals } from '../features/webhooks/call.ts';
import { createWebhookService } from '../features/webhooks/service.ts';
import { auditOnThread } from '../ledger/audit/audit-thread.ts';
import { createAuditService } from '../ledger/audit-service.ts';
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
import { modelsFrom } from './models.ts';
import { webhookNetwork } from './notices.ts';
import { createPageGates, type PageGates } from './page-gates.ts';
import { settingsOnServer } from './service-settings.ts';
import type { Stores } from './stores/stores.ts';
import { createSweepSteps } from './sweep-steps.ts';
import type { Telemetry } from './telemetry.ts';

type Below = {
  readonly stores: Stores;
  readonly auth: Auth;
  readonly catalogue: LiveCatalogue;
  readonly api: Api;
  readonly telemetry: Pick<Telemetry, 'feed' | 'status'>;
  readonly engines: EngineControls;
  /** One of several processes that start together invites the first operator: a second link would end the first. */
  readonly isFirst: boolean;
};

type Dashboard = {
  readonly routes: readonly Route[];
  readonly gates: PageGates;
  readonly sweepSteps: readonly SweepStep[];
  /** To be called once the server's port is known. Sign-in does not work before. Returns the link for a first operator. */
  open(port: number): Promise<string | undefined>;
  /** Ends the streams that would never end by themselves, and what runs on a timer; the server is about to drain. */
  stop(): Promise<void>;
};

export function createDashboard(config: Config, platform: Platform, below: Below): Dashboard {
  const { stores, auth, api } = below;
  const topUpSources = topUpSourcesOf(config, below);
  const domains = createMailDomains(config, platform, stores.mailDomains);
  const services = { ...createServices(config, platform, below, topUpSources), domains: domains.service };
  const limit = createPageLimit(config.limits.pageRequestsPerMinute, platform.clock);
  const tokens = services.managementTokens;
  const gates = createPageGates(platform, { stores, auth, api, limit, tokens, keyOf: services.keys.playground });
  const feedEnd = new AbortController();
  let polling: Polling | undefined;
  return {
    routes: [
      stripeEventsRoute(services.shop),
      ...securityTxtRoutes(platform, config.security),
      ...webRoutes(bundleWeb).filter(({ path }) => path !== '/' || !config.front.enabled),
      ...authRoutes({ handle: auth.handle, isOurOrigin: auth.isOurOrigin, limit }),
      ...siteRoutes(auth.service),
      ...meRoutes({ people: auth.people, accounts: stores.accounts }),
      ...customerRoutes(platform, below, services),
      ...operatorRoutesFrom(config, platform, below, { ...services, feedEnd: feedEnd.signal }),
    ],
    sweepSteps: [...createSweepSteps(platform, stores, topUpSources), domains.sweepStep],
    gates,
    open: async (port) => {
      auth.open(port);
      if (!below.isFirst) return undefined;
      polling = startBankPolling(config, platform, stores);
      return inviteFirstOperator(platform, stores);
    },
    stop: async () => {
      feedEnd.abort();
      await polling?.stop();
    },
  };
}

const topUpSourcesOf = (config: Config, { stores, catalogue }: Below): TopUpSources => ({
  shop: openShop(() => catalogue.settings().settings.shop, catalogue.sold),
  provider: cardProviderFrom(stripeOf(config.payments)),
  topUps: stores.topUps,
  orders: stores.orders,
  attempts: stores.attempts,
});

type Services = ReturnType<typeof createServices> & { readonly domains: MailDomainService };

function createServices(
  config: Config,
  platform: Platform,
  { stores, auth, catalogue, api }: Below,
  topUpSources: TopUpSources,
) {
  const { shop, provider } = topUpSources;
  const { members, accounts, accountKeys, attempts } = stores;
  const { forget } = api;
  const { people, countAttempt } = auth;
  const topUps = createTopUpService(platform, topUpSources);
  const checkBuyer = createBuyerCheck(platform, {
    buyers: stores.buyers,
    attempts,
    vies: config.payments.vies,
    sellerVatId: () => sellerVatIdOf(shop),
  });
  return {
    topUps,
    keys: createKeyService(platform, {
      accountKeys,
      catalogue: catalogue.published,
      keysPerAccount: config.limits.keysPerAccount,
      forget,
    }),
    checkBuyer,
    shop: createShopService(platform, {
      shop,
      provider,
      stores,
      checkBuyer,
      planOffers: catalogue.planOffers,
      cards: topUps,
    }),
    settings: createServiceSettings(
      platform,
      settingsOnServer(config, { stores, catalogue, shop, vault: platform.vault }),
    ),
    organisation: createOrganisation(platform, { members, accounts, accountKeys, people, forget }),
    memberInvitations: createMemberInvitations(platform, { members, accounts, attempts, countAttempt }),
    managementTokens: createManagementTokens(platform, { tokens: stores.managementTokens }),
    webhooks: createWebhookService(platform, {
      webhooks: stores.webhooks,
      refusalOf: webhookRefusals(webhookNetwork(config)),
    }),
    documentFiles: createDocumentFiles(platform, createPdfThread()),
    audit: createAuditService(platform, (nowMs, onProgress) =>
      auditOnThread({ place: ledgerPlace(config), nowMs }, onProgress),
    ),
  };
}

const customerRoutes = (platform: Platform, { stores, auth, catalogue, api }: Below, services: Services) =>
  settingsRoutes(platform, {
    ...services,
    stores,
    catalogue: catalogue.published,
    groupPrices: catalogue.groupPrices,
    contextTokensOf: catalogue.contextTokensOf,
    planOffers: catalogue.planOffers,
    chatEdge: api.chatEdge,
    keptResponses: api.keptResponses,
    conversations: api.conversations,
    people: auth.people,
  });

function operatorRoutesFrom(
  config: Config,
  platform: Platform,
  { stores, catalogue, api, engines, telemetry }: Below,
  {
    audit,
    documentFiles,
    managementTokens,
    settings,
    shop: { shop },
    feedEnd,
  }: Services & { readonly feedEnd: AbortSignal },
): readonly Route[] {
  const { plans, limits, dataDir } = config;
  return operatorRoutes(platform, {
    stores,
    catalogue: catalogue.published,
    engineControls: engines,
    engineDesk: engineDeskFrom(platform, { catalogue, announcements: stores.announcements.read }),
    models: modelsFrom(platform, { catalogue, announcements: stores.announcements.read }),
    modelStates: telemetry.status.now,
    diskSpace: () => diskSpaceOf(dataDir),
    auditService: audit,
    documentFiles,
    managementTokens,
    ways: shop,
    settings,
    readBankFile: readOnThread,
    feed: telemetry.feed,
    feedEnd,
    offers: plans,
    declared: catalogue.declared,
    configuredOffers: () => {
      const { sold, declared } = catalogue.configured();
      return { sold, declared: declared.offers };
    },
    configuredSignUp: () => {
      const { signUp: mode, declared } = catalogue.configured();
      return { mode, isDeclared: declared.settings.has('signUp') };
    },
    soldModels: catalogue.soldModels,
    belowCost: () => belowCost(catalogue.soldModels(), catalogue.buying, platform.clock.nowMs()),
    refresh: catalogue.refresh,
    reload: reloadView(catalogue),
    forget: api.forget,
    writeStallMs: limits.writeStallMs,
    pingMs: limits.pingMs,
  });
}
