/**
 * The settings area over real HTTP, with the database on its own thread and two people, Anna and Ben, and Olga the
 * operator, who are known by their cookies. Signing in itself is tested elsewhere.
 */

import type { Usage } from '../../src/core/chat.ts';
import { NOTHING_DECLARED } from '../../src/core/declared.ts';
import { DEFAULT_LIMITS, type Limits } from '../../src/core/limits.ts';
import type { Catalogue } from '../../src/core/model.ts';
import { nanos } from '../../src/core/money.ts';
import type { Shop } from '../../src/core/offer.ts';
import { DEFAULT_PLANS } from '../../src/core/plan.ts';
import { NO_TRACER } from '../../src/core/trace.ts';
import { chatDialect } from '../../src/dialects/chat/chat-dialect.ts';
import { readBankFile } from '../../src/features/bank/read-bank-file.ts';
import { createDocumentFiles } from '../../src/features/invoices/files.ts';
import { createPdfThread } from '../../src/features/invoices/pdf-thread.ts';
import { belowCost } from '../../src/features/margins/index.ts';
import { createMailDomainService } from '../../src/features/organisations/mail-domains.ts';
import { createMemberInvitations } from '../../src/features/organisations/member-invitations.ts';
import { createOrganisation } from '../../src/features/organisations/organisation.ts';
import type { ReloadView } from '../../src/features/overview/contract.ts';
import type { RequestFeed } from '../../src/features/overview/request-feed.ts';
import { createServiceSettings } from '../../src/features/service-settings/service.ts';
import type { SoldTerms } from '../../src/features/shop/offer-terms.ts';
import { publishOffer } from '../../src/features/shop/offer-version-store.ts';
import type { PaymentProvider } from '../../src/features/shop/payment-ports.ts';
import { stripeEventsRoute } from '../../src/features/shop/stripe-route.ts';
import type { TopUpSources } from '../../src/features/shop/top-ups.ts';
import { createProofs } from '../../src/features/sign-in/proofs.ts';
import { createSharedLimits } from '../../src/features/sign-in/shared-limits.ts';
import type { ManagementTokenService } from '../../src/features/tokens/service.ts';
import { createCustomerWebhook, webhookRefusals } from '../../src/features/webhooks/call.ts';
import { createWebhookService, deliverToWebhooks } from '../../src/features/webhooks/service.ts';
import { createApp, type Gates } from '../../src/gateway/edge/app.ts';
import { type ChatEdge, chatHandler } from '../../src/gateway/edge/chat-handler.ts';
import { listen, type Server } from '../../src/gateway/edge/server.ts';
import type { Conversations } from '../../src/gateway/responses/conversation-service.ts';
import type { KeptResponses } from '../../src/gateway/responses/kept-responses.ts';
import { audit } from '../../src/ledger/audit/audit.ts';
import { auditOnThread } from '../../src/ledger/audit/audit-thread.ts';
import type { Audit } from '../../src/ledger/audit.ts';
import { createAuditService } from '../../src/ledger/audit-service.ts';
import { createOrderedIds, type Ids } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { DatabasePlace } from '../../src/platform/database/database-place.ts';
import type { DiskSpace } from '../../src/platform/disk-space.ts';
import type { Route } from '../../src/platform/http/call.ts';
import { pathsOf } from '../../src/platform/http/routing.ts';
import type { Email, Mail } from '../../src/platform/mail/mail.ts';
import type { Notice } from '../../src/platform/notices/notice.ts';
import { createNoticePost } from '../../src/platform/notices/notices.ts';
import type { Platform } from '../../src/platform/platform.ts';
import type { Log } from '../../src/platform/telemetry/log.ts';
import { type Announced, followAnnouncements } from '../../src/server/announcements.ts';
import { operatorRoutes } from '../../src/server/api/operator-routes.ts';
import { settingsRoutes } from '../../src/server/api/settings-routes.ts';
import type { LiveCatalogue } from '../../src/server/catalogue.ts';
import type { Config } from '../../src/server/configuration/config.ts';
import { paymentsSchema, soldTermsFrom } from '../../src/server/configuration/payments-config.ts';
import { tellWhatIsDue } from '../../src/server/due-notices.ts';
import { servedConfig } from '../../src/server/engine-changes.ts';
import { engineDeskFrom } from '../../src/server/engine-desk.ts';
import { modelsFrom } from '../../src/server/models.ts';
import { noticeEmails } from '../../src/server/notice-emails.ts';
import { settingsOnServer } from '../../src/server/service-settings.ts';
import { soldModelsFrom } from '../../src/server/sold-models.ts';
import { PEOPLE, writePerson } from './known-people.ts';
import type { LeasedStores } from './leased-stores.ts';
import { NOON } from './ledger-fixture.ts';
import { type MovableClock, movableClock } from './movable-clock.ts';
import { openNewStorage } from './opened-storage.ts';
import { type ScriptedUpstream, startUpstream } from './scripted-upstream.ts';
import { answeredCatalogue, chatsOf } from './settings-chats.ts';
import { type GateNeeds, gatesOf } from './settings-gates.ts';
import { shopOf } from './shop.ts';
import { SILENT_METRICS } from './silent-metrics.ts';
import { testConfig } from './test-config.ts';
import { testPlatform } from './test-platform.ts';
import { type Visitor, visitorOf } from './visitor.ts';

export type SettingsService = AsyncDisposable & {
  readonly url: string;
  readonly port: number;
  readonly stores: LeasedStores;
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly upstream: ScriptedUpstream;
  readonly keptResponses: KeptResponses;
  readonly conversations: Conversations;
  /** Those of the settings area. */
  readonly routes: readonly Route[];
  readonly anna: Visitor;
  readonly ben: Visitor;
  readonly olga: Visitor;
  /** A person who belongs to no account yet. */
  newPerson(userId: string): Promise<Visitor>;
  readonly operatorRoutes: readonly Route[];
  /** Removed people, by their user id. */
  readonly removed: readonly string[];
  readonly clock: MovableClock;
  readonly stopping: AbortController;
  /** The lines that were logged as errors. */
  readonly errors: readonly string[];
  readonly provider: PaymentProvider | undefined;
  readonly shop: Shop;
  /** The sources from which the sweep tops accounts up. */
  readonly topUpSources: TopUpSources;
  readonly platform: Platform;
  /** The e-mails to people, once delivered. */
  readonly notices: {
    deliver(): Promise<number>;
    addDue(): Promise<void>;
    deliverToEndpoints(): Promise<number>;
    readonly emails: readonly Email[];
    readonly calls: readonly Notice[];
  };
  /** A settled request straight in the ledger, at the clock's time unless said. */
  spend(visitor: Visitor, order: Spending): Promise<string>;
  hold(visitor: Visitor, order: Omit<Spending, 'usage'>): Promise<string>;
  audit(): Promise<Audit>;
};

type Spending = {
  readonly keyId: string;
  readonly model?: string;
  readonly usage?: Usage;
  readonly atMs?: number;
  readonly outcome?: 'finished' | 'client-left';
  readonly isBatch?: boolean;
};

const GRANTED = 1000n * 1_000_000_000n;

export type SettingsOptions = {
  readonly limits?: Partial<Limits>;
  /** The setting `payments`, as an operator writes it. */
  readonly payments?: unknown;
  /** The version of the terms that an order accepts. */
  readonly legal?: { readonly version: string };
  /** The result of reading the configuration again. */
  readonly reload?: ReloadView;
  /** The disk of the data folder; there is plenty unless said. */
  readonly disk?: DiskSpace;
};

/** Longer than a test takes on any machine: a key is then in memory until something forgets it. */
const CACHE_MS = 600_000;

export async function startSettings(options: SettingsOptions = {}): Promise<SettingsService> {
  const { db, stores, place, close } = await openNewStorage(paymentsSchema.parse(options.payments ?? {}).seller);
  const upstream = await startUpstream();
  const clock = movableClock(NOON);
  const errors: string[] = [];
  const log = { info() {}, warn() {}, error: (_: object, message: string) => void errors.push(message) };
  const stopping = new AbortController();
  const { prices, priceGroups: groups, announcements } = stores;
  const catalogue = answeredCatalogue();
  await sell(options, { db, clock });
  const announced = await followAnnouncements({
    ...{ announcements, prices, groups, catalogue, clock, log },
    configured: {
      models: catalogue,
      sold: presetsOf(options),
      priceGroups: new Map(),
      signUp: 'open',
      declared: NOTHING_DECLARED,
    },
    plans: DEFAULT_PLANS,
    onReload: () => {},
  });
  const limits = { ...DEFAULT_LIMITS, keyCacheMs: CACHE_MS, ...options.limits };
  const platform = testPlatform(stores, { clock, log });
  const around = { platform, stores, place, clock, log, limits, catalogue: announced.catalogue, announced };
  const chats = chatsOf({ ...around, upstream, stopping: stopping.signal });
  const gateParts = gatesOf(around);
  const notices = noticesOf(around);
  const { shop, topUps, topUpSources, checkBuyer } = shopOf(options.payments, around, options.legal ?? null);
  const { people, keyService, removed, addPerson } = gateParts;
  const routes = settingsRoutes(platform, {
    stores,
    catalogue: announced.catalogue,
    groupPrices: announced.groupPrices,
    planOffers: announced.planOffers,
    people,
    keys: keyService,
    chatEdge: chats.edge,
    keptResponses: chats.keptResponses,
    conversations: chats.conversations,
    shop,
    topUps,
    documentFiles: createDocumentFiles({ serviceName: 'Boreal' }, createPdfThread()),
    checkBuyer,
    ...organisationOf(around, gateParts),
    managementTokens: gateParts.managementTokens,
    domains: domainsOf(around),
    webhooks: notices.webhookService,
  });
  const { shop: ways } = shop;
  const { forget, managementTokens } = gateParts;
  const operatorNeeds = {
    chats,
    forget,
    managementTokens,
    reload: options.reload,
    disk: options.disk,
    stopping,
    ways,
  };
  const ofOperator = operatorRoutesOf(around, operatorNeeds);
  const ids = createOrderedIds(clock);
  const server = serve([stripeEventsRoute(shop), completionsRoute(chats.edge), ...routes, ...ofOperator], {
    platform,
    gates: gateParts.gates,
    requestIds: ids,
    feed: chats.feed,
  });
  const url = server.url.replace(/\/v1$/, '');
  await openAccounts(stores);
  return {
    url,
    port: Number(new URL(url).port),
    ...{ stores, db, upstream, routes, removed, clock, stopping, errors, notices, topUpSources, platform },
    provider: topUpSources.provider,
    catalogue: announced.catalogue,
    keptResponses: chats.keptResponses,
    conversations: chats.conversations,
    anna: visitorOf(PEOPLE.anna, url),
    ben: visitorOf(PEOPLE.ben, url),
    olga: visitorOf(PEOPLE.olga, url),
    newPerson: async (userId) => visitorOf(await addPerson(userId), url),
    operatorRoutes: ofOperator,
    shop: ways,
    ...spendingFrom(around, ids),
    audit: () => audit(db, clock.nowMs()),
    [Symbol.asyncDispose]: async () => {
      await server.drain(() => true);
      announced.stop();
      await close();
      await upstream.stop();
    },
  };
}

/** Offers of a test were put on sale in the database; without a word, the presets are sold. */
async function sell(
  { payments }: SettingsOptions,
  { db, clock }: { db: Database; clock: MovableClock },
): Promise<void> {
  if (payments === undefined) return;
  for (const [item, terms] of soldTermsFrom(paymentsSchema.parse(payments)).sold) {
    await publishOffer(db.sql, { item, terms, after: 0, fromMs: clock.nowMs(), actor: 'setup' }, DEFAULT_PLANS);
  }
}

const presetsOf = ({ payments }: SettingsOptions): SoldTerms =>
  payments === undefined ? soldTermsFrom(paymentsSchema.parse({})).sold : new Map();

/** The ground of every part of the service. */
type Around = GateNeeds & {
  readonly log: Log;
  readonly place: DatabasePlace;
  readonly announced: Announced;
};

/** Notices that arrive nowhere but in the test's hands. */
function noticesOf({ platform, stores, clock }: Around) {
  const emails: Email[] = [];
  const calls: Notice[] = [];
  const mail: Mail = { kind: 'smtp', send: async (email) => void emails.push(email) };
  const post = createNoticePost(
    { ...platform, mail },
    {
      outbox: stores.outbox,
      operator: () => ({ email: 'operator@example.com', language: 'en' }),
      callOperator: async (notice) => void calls.push(notice),
      emails: noticeEmails({ serviceName: 'Boreal' }, () =>
        Promise.reject(new Error('No sweep of the tests adds a receipt.')),
      ),
    },
  );
  const { webhooks, outbox } = stores;
  const webhookService = createWebhookService(platform, { webhooks, refusalOf: webhookRefusals('any') });
  const call = createCustomerWebhook({ network: 'any', timeoutMs: 2000, clock });
  const deliverToEndpoints = () => deliverToWebhooks(platform, { webhooks, outbox, post: call });
  const addDue = () => tellWhatIsDue(platform, stores, []);
  return { ...post, addDue, emails, calls, webhookService, deliverToEndpoints };
}

function organisationOf(
  { platform, stores }: Around,
  { people, forget }: Pick<ReturnType<typeof gatesOf>, 'people' | 'forget'>,
) {
  const { members, accounts, accountKeys, attempts } = stores;
  const proofs = createProofs(platform, 'a secret of the settings tests');
  const countAttempt = createSharedLimits(platform, { attempts, proofs });
  return {
    organisation: createOrganisation(platform, { members, accounts, accountKeys, people, forget }),
    memberInvitations: createMemberInvitations(platform, { members, accounts, attempts, countAttempt }),
  };
}

/** No name server is there: a test that needs one starts a whole service. */
const domainsOf = ({ platform, stores }: Around) =>
  createMailDomainService(platform, {
    mailDomains: stores.mailDomains,
    lookup: async () => null,
    checkIssuer: async (issuer) => issuer,
  });

const PLENTY: DiskSpace = { freeBytes: 80e9, totalBytes: 100e9 };

type OperatorNeeds = {
  readonly chats: ReturnType<typeof chatsOf>;
  readonly forget: (keyId: string) => void;
  readonly reload: ReloadView | undefined;
  readonly disk: DiskSpace | undefined;
  readonly stopping: AbortController;
  readonly ways: Shop;
  readonly managementTokens: ManagementTokenService;
};

function operatorRoutesOf(around: Around, needs: OperatorNeeds): readonly Route[] {
  const { chats, forget, reload, disk = PLENTY, stopping, ways, managementTokens } = needs;
  const { platform, stores, place, limits, catalogue, announced } = around;
  return operatorRoutes(platform, {
    stores,
    catalogue,
    forget,
    managementTokens,
    offers: DEFAULT_PLANS,
    documentFiles: createDocumentFiles({ serviceName: 'Boreal' }, createPdfThread()),
    ways,
    readBankFile,
    refresh: announced.refresh,
    declared: () => NOTHING_DECLARED,
    configuredOffers: () => ({ sold: new Map(), declared: new Set() }),
    configuredSignUp: () => ({ mode: 'open', isDeclared: false }),
    reload: async () => reload ?? { ok: true, models: [], engines: [], restartNeeded: [] },
    engineControls: chats.engineControls,
    ...servingDesks(around),
    settings: createServiceSettings(platform, settingsOf(around, ways)),
    soldModels: () => soldModelsFrom(catalogue.models.values(), {}),
    belowCost: () => belowCost(soldModelsFrom(catalogue.models.values(), {}), announced.buying, platform.clock.nowMs()),
    modelStates: () => new Map([...catalogue.models.keys()].map((id) => [id, 'up'])),
    diskSpace: async () => disk,
    auditService: createAuditService({ ...platform, actionLog: stores.actionLog }, (nowMs, onProgress) =>
      auditOnThread({ place, nowMs }, onProgress),
    ),
    feed: chats.feed,
    feedEnd: stopping.signal,
    pingMs: limits.pingMs,
    writeStallMs: limits.writeStallMs,
  });
}

/** Read once for all services of a run: nothing changes it. */
let read: Config | undefined;
const configOfNothing = (): Config => {
  read ??= testConfig();
  return read;
};

/** Goes by a configuration of its own. */
function settingsOf({ platform, stores, catalogue, announced }: Around, shop: Shop) {
  const file = configOfNothing();
  const found = { settings: file, problems: [] };
  const live = {
    settings: () => found,
    declared: () => NOTHING_DECLARED,
    published: catalogue,
    refresh: announced.refresh,
  };
  return settingsOnServer(file, { stores, catalogue: live, shop, vault: platform.vault });
}

/** Goes by a configuration of its own: what it changes is seen in the answers, and serves no request. */
function servingDesks({ platform, stores, announced }: Around) {
  const file = configOfNothing();
  const servedWith: LiveCatalogue['servedWith'] = async (changed, atMs) => {
    const said = { ...announced.said(), ...changed };
    return { file, served: await servedConfig(file, said, { atMs, vault: platform.vault }) };
  };
  const catalogue = { servedWith, declared: () => NOTHING_DECLARED, refresh: announced.refresh };
  const announcements = stores.announcements.read;
  return {
    engineDesk: engineDeskFrom(platform, { catalogue, announcements }),
    models: modelsFrom(platform, { catalogue, announcements }),
  };
}

const completionsRoute = (edge: ChatEdge): Route => ({
  method: 'POST',
  path: '/v1/chat/completions',
  guard: 'key',
  isCharged: true,
  handle: chatHandler(edge, chatDialect),
});

type Serving = {
  readonly platform: Platform;
  readonly gates: Gates;
  readonly requestIds: Ids;
  readonly feed: RequestFeed;
};

function serve(routes: readonly Route[], { platform, ...needs }: Serving): Server {
  const app = createApp(platform, {
    ...needs,
    routes,
    metrics: SILENT_METRICS,
    tracer: NO_TRACER,
    logsRequests: false,
    isStopping: () => false,
    limits: DEFAULT_LIMITS,
  });
  return listen(app, {
    host: '127.0.0.1',
    port: 0,
    trustProxy: false,
    paths: pathsOf(routes),
    limits: { drainMs: 100 },
  });
}

async function openAccounts({ owners, authRows, credits }: LeasedStores): Promise<void> {
  for (const person of Object.values(PEOPLE)) {
    const { userId, accountId, email } = person;
    await writePerson(authRows, person);
    await owners.adopt({ userId, email, newId: accountId, atMs: NOON });
    await credits.grant({ accountId, amount: nanos(GRANTED), reason: 'opening', actor: 'test', atMs: NOON });
  }
}

/** Requests straight in the ledger, without an engine. */
function spendingFrom({ stores, catalogue, clock }: Around, ids: Ids): Pick<SettingsService, 'hold' | 'spend'> {
  const hold: SettingsService['hold'] = async (
    who,
    { keyId, model = catalogue.defaultModel, atMs = clock.nowMs(), isBatch = false },
  ) => {
    const requestId = ids.next('req_');
    const { price, priceVersion } = catalogue.models.get(model)!;
    const bounds = { inputTokensMax: 10_000, outputTokensMax: 8_000 };
    const about = { requestId, accountId: who.accountId, keyId, model, price, priceVersion };
    await stores.ledger.hold({ ...about, ...bounds, atMs, isBatch });
    return requestId;
  };
  return {
    hold,
    spend: async (who, order) => {
      const requestId = await hold(who, order);
      const { usage = USAGE, outcome = 'finished', atMs = clock.nowMs() } = order;
      await stores.ledger.settle({ requestId, usage, outcome, atMs });
      return requestId;
    },
  };
}

export const USAGE: Usage = { inputTokens: 100, cachedInputTokens: 20, outputTokens: 50, reasoningTokens: 0 };
