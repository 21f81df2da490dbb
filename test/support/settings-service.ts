/**
 * The settings area over real HTTP, with the books on their own thread and two people, Anna and Ben, and Olga the
 * operator, who are known by their cookies. Signing in itself is tested elsewhere.
 */
import type { Usage } from '../../src/domain/chat.ts';
import { DEFAULT_LIMITS, type Limits } from '../../src/domain/limits.ts';
import type { Letter } from '../../src/domain/mail.ts';
import type { Catalogue, DraftModel } from '../../src/domain/model.ts';
import { nanos } from '../../src/domain/money.ts';
import type { Notice } from '../../src/domain/notice.ts';
import type { Shop } from '../../src/domain/offer.ts';
import type { PaymentProvider } from '../../src/domain/payment-ports.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import type { Clock } from '../../src/domain/ports.ts';
import { NO_TRACER } from '../../src/domain/trace.ts';
import { createHttpClient, originOf } from '../../src/engine/http-client.ts';
import { openaiUpstream } from '../../src/engine/openai-upstream.ts';
import { createEngines } from '../../src/engine/registry.ts';
import { watched } from '../../src/engine/watched.ts';
import { createApp } from '../../src/http/app.ts';
import type { Route } from '../../src/http/call.ts';
import { chatCompletions } from '../../src/http/chat-completions.ts';
import { createEventStreams } from '../../src/http/event-stream.ts';
import { createGate } from '../../src/http/gate.ts';
import { operatorRoutes } from '../../src/http/operator/routes.ts';
import { createOperatorGate, createViewGate } from '../../src/http/operator-gate.ts';
import { createPersonGate } from '../../src/http/person-gate.ts';
import { listen } from '../../src/http/server.ts';
import { settingsRoutes } from '../../src/http/settings/routes.ts';
import { createSpenderGate } from '../../src/http/spender-gate.ts';
import { webhookRoute } from '../../src/http/webhook.ts';
import { createIds, createOrderedIds } from '../../src/ops/clock.ts';
import { followAnnouncements } from '../../src/service/announcements.ts';
import { createAuditDesk } from '../../src/service/audit-desk.ts';
import { createChat } from '../../src/service/chat.ts';
import { createIdempotency } from '../../src/service/idempotency.ts';
import { createKeyDesk } from '../../src/service/key-desk.ts';
import { createAuthenticate } from '../../src/service/keys.ts';
import { createNotices } from '../../src/service/notices.ts';
import { createRequestFeed } from '../../src/service/request-feed.ts';
import { audit } from '../../src/store/audit.ts';
import type { Audit } from '../../src/store/audit-report.ts';
import { auditOnThread } from '../../src/store/audit-thread.ts';
import type { Database } from '../../src/store/database.ts';
import { createMemoryRateLimits } from '../../src/store/rate-limit-memory.ts';
import type { Stores } from '../../src/store/stores.ts';
import { createRequestReader } from '../../src/wire/chat-request.ts';
import { toErrorBody, toServiceError } from '../../src/wire/error-body.ts';
import type { ReloadView } from '../../src/wire/operator-api.ts';
import { catalogueOf } from './catalogue.ts';
import { knownPeople, PEOPLE } from './known-people.ts';
import { NOON } from './ledger-fixture.ts';
import { openNewBooks } from './opened-books.ts';
import { type ScriptedUpstream, startUpstream } from './scripted-upstream.ts';
import { shopOf } from './shop.ts';
import { SILENT_METRICS } from './silent-metrics.ts';
import { ORIGIN, type Visitor, visitorOf } from './visitor.ts';

export type SettingsService = AsyncDisposable & {
  readonly url: string;
  readonly port: number;
  readonly stores: Stores;
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly upstream: ScriptedUpstream;
  /** Those of the settings area. */
  readonly routes: readonly Route[];
  readonly anna: Visitor;
  readonly ben: Visitor;
  readonly olga: Visitor;
  readonly operatorRoutes: readonly Route[];
  /** Whoever was removed, by their user id. */
  readonly removed: readonly string[];
  readonly clock: Clock & { set(atMs: number): void; pass(ms: number): void };
  readonly stopping: AbortController;
  /** What was logged as an error. */
  readonly errors: readonly string[];
  readonly provider: PaymentProvider | undefined;
  readonly shop: Shop;
  /** What people are told, once it is delivered. */
  readonly notices: {
    deliver(): Promise<number>;
    readonly letters: readonly Letter[];
    readonly calls: readonly Notice[];
  };
  /** A settled request straight in the books, at the clock's time unless said. */
  spend(visitor: Visitor, order: Spending): Promise<string>;
  hold(visitor: Visitor, order: Omit<Spending, 'usage'>): Promise<string>;
  audit(): Promise<Audit>;
};

export type Spending = {
  readonly keyId: string;
  readonly model?: string;
  readonly usage?: Usage;
  readonly atMs?: number;
  readonly outcome?: 'finished' | 'client-left';
};

const PREFIX = 'sk-boreal-';
export const GRANTED = 1000n * 1_000_000_000n;

export type SettingsOptions = {
  readonly limits?: Partial<Limits>;
  /** The setting `payments`, as an operator writes it. */
  readonly payments?: unknown;
  /** What reading the configuration again comes to. */
  readonly reload?: ReloadView;
};

export async function startSettings(options: SettingsOptions = {}): Promise<SettingsService> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { db, stores, place, close } = await openNewBooks();
  const upstream = await startUpstream();
  let offsetMs = NOON - performance.now();
  const clock = {
    nowMs: () => Math.floor(performance.now() + offsetMs),
    monotonicMs: () => performance.now(),
    set: (atMs: number) => {
      offsetMs = atMs - performance.now();
    },
    pass: (ms: number) => {
      offsetMs += ms;
    },
  };
  const lines: string[] = [];
  const log = { info() {}, warn() {}, error: (_: object, message: string) => void lines.push(message) };
  const announced = await followAnnouncements({
    desk: stores.operator,
    prices: stores.prices,
    catalogue: answeredCatalogue(),
    configuredSignUp: 'open',
    onReload: () => {},
    clock,
    log,
  });
  const { catalogue } = announced;
  const stopping = new AbortController();
  const client = createHttpClient(originOf(new URL(upstream.url)));
  const toolIds = createIds();
  const engine = openaiUpstream(
    {
      name: 'main',
      basePath: '/v1',
      dialect: { model: 'test-model', maxTokensField: 'max_tokens', runningUsage: 'none' },
      thinking: 'off',
      deadlines: { connectMs: 2000, firstByteMs: 10_000, idleMs: 10_000, totalMs: 60_000 },
    },
    client,
    { log, newToolCallId: () => toolIds.next('call_') },
  );
  const main = watched(engine, clock);
  const engines = createEngines(catalogue.models.values(), new Map([['main', main]]));
  const feed = createRequestFeed(clock);
  const openChat = createChat({
    catalogue,
    engines,
    ledger: stores.ledger,
    ids: toolIds,
    clock,
    log,
    metrics: { ...SILENT_METRICS, chatEnded: feed.chatEnded },
    maxTokensAboveLimit: 'refuse',
    holdMs: 120_000,
  });
  const onFailure = (thrown: unknown) => toErrorBody(toServiceError(thrown));
  const chatEdge = {
    readRequest: createRequestReader({ ...limits, hasTools: true, defaultModel: catalogue.defaultModel }),
    openChat,
    idempotency: createIdempotency({ answers: stores.answers, clock, keepMs: limits.idempotencyMs }),
    streams: createEventStreams({ clock, pingMs: limits.pingMs, writeStallMs: limits.writeStallMs, onFailure }),
    limits,
    stopping: stopping.signal,
  };
  const fingerprint = (secret: string) => new Bun.CryptoHasher('sha256').update(secret).digest('hex');
  const authenticate = createAuthenticate({
    keys: stores.keys,
    clock,
    prefix: PREFIX,
    fingerprint,
    cacheMs: limits.keyCacheMs,
  });
  const rateLimits = createMemoryRateLimits({ max: limits.requestsPerMinute, windowMs: 60_000 }, clock);
  const { people, removed } = knownPeople();
  const { requestsPerMinute } = limits;
  const signedIn = createPersonGate(people, (origin) => origin === ORIGIN);
  const { accounts, operator: desk } = stores;
  const personGate = createViewGate({ personGate: signedIn, accounts, desk, ids: createIds(), clock });
  const keyDesk = createKeyDesk({
    accountKeys: stores.accountKeys,
    catalogue,
    clock,
    ids: createIds(),
    prefix: PREFIX,
    fingerprint,
    random: () => crypto.getRandomValues(new Uint8Array(32)),
    forget: authenticate.forget,
  });
  const spenderGate = createSpenderGate({ personGate, keyOf: keyDesk.playground, rateLimits, requestsPerMinute });
  const letters: Letter[] = [];
  const calls: Notice[] = [];
  const notices = createNotices({
    outbox: stores.outbox,
    mail: { kind: 'smtp', send: async (letter) => void letters.push(letter) },
    operatorEmail: 'operator@example.com',
    callWebhook: async (notice) => void calls.push(notice),
    serviceName: 'Boreal',
    clock,
    log,
  });
  const { shop, provider } = shopOf(options.payments, {
    ...{ stores, clock, log, fingerprint, notices },
    origin: () => ORIGIN,
  });
  const ownRoutes = settingsRoutes({ stores, keyDesk, catalogue, chatEdge, clock, log, people, shop });
  const ofOperator = operatorRoutes({
    stores,
    desk,
    catalogue,
    offers: DEFAULT_PLANS,
    refresh: announced.refresh,
    configuredSignUp: 'open',
    forget: authenticate.forget,
    fingerprint,
    random: () => crypto.getRandomValues(new Uint8Array(32)),
    reload: async () => options.reload ?? { ok: true, models: [], engines: [], restartNeeded: [] },
    engineDesk: {
      ...engines,
      health: async () => [{ name: 'main', ...(await main.health()) }],
      loadOf: () => main.load(),
    },
    auditDesk: createAuditDesk({
      desk,
      audit: (nowMs, onProgress) => auditOnThread({ place, nowMs }, onProgress),
      ids: createIds(),
      clock,
      log,
    }),
    feed,
    feedEnd: stopping.signal,
    pingMs: limits.pingMs,
    ids: createIds(),
    writeStallMs: limits.writeStallMs,
    clock,
    log,
  });
  const routes: readonly Route[] = [
    webhookRoute(shop.desk),
    { method: 'POST', path: '/v1/chat/completions', guard: 'key', handle: chatCompletions(chatEdge) },
    ...ownRoutes,
    ...ofOperator,
  ];
  const gate = createGate(authenticate, rateLimits, limits.requestsPerMinute);
  const ids = createOrderedIds(clock);
  const app = createApp({
    routes,
    gate,
    personGate,
    operatorGate: createOperatorGate(signedIn),
    spenderGate,
    ids,
    clock,
    log,
    metrics: SILENT_METRICS,
    tracer: NO_TRACER,
    feed,
    logsRequests: false,
    isStopping: () => false,
  });
  const server = listen(app, { host: '127.0.0.1', port: 0, trustProxy: false, limits: { drainMs: 100 } });
  const url = server.url.replace(/\/v1$/, '');

  for (const { accountId, email } of Object.values(PEOPLE)) {
    await stores.accounts.create({ id: accountId, email, status: 'active', createdAtMs: NOON });
    await stores.treasury.grant({ accountId, amount: nanos(GRANTED), reason: 'opening', actor: 'test', atMs: NOON });
  }

  const hold: SettingsService['hold'] = async (
    who,
    { keyId, model = catalogue.defaultModel, atMs = clock.nowMs() },
  ) => {
    const requestId = ids.next('req_');
    const { price, priceVersion } = catalogue.models.get(model)!;
    const bounds = { inputTokensMax: 10_000, outputTokensMax: 8_000 };
    const about = { requestId, accountId: who.accountId, keyId, model, price, priceVersion };
    await stores.ledger.hold({ ...about, ...bounds, atMs, expiresAtMs: atMs + 120_000 });
    return requestId;
  };

  return {
    url,
    port: Number(new URL(url).port),
    stores,
    db,
    catalogue,
    upstream,
    routes: ownRoutes,
    anna: visitorOf(PEOPLE.anna, url),
    ben: visitorOf(PEOPLE.ben, url),
    olga: visitorOf(PEOPLE.olga, url),
    operatorRoutes: ofOperator,
    removed,
    clock,
    stopping,
    errors: lines,
    provider,
    shop: shop.desk.shop,
    notices: { deliver: notices.deliver, letters, calls },
    hold,
    spend: async (who, order) => {
      const requestId = await hold(who, order);
      const { usage = USAGE, outcome = 'finished', atMs = clock.nowMs() } = order;
      await stores.ledger.settle({ requestId, usage, outcome, atMs });
      return requestId;
    },
    audit: () => audit(db, clock.nowMs()),
    [Symbol.asyncDispose]: async () => {
      await server.drain(() => true);
      announced.stop();
      await close();
      await upstream.stop();
    },
  };
}

export const USAGE: Usage = { inputTokens: 100, cachedInputTokens: 20, outputTokens: 50, reasoningTokens: 0 };

/** The published models, all answered by the one engine. */
function answeredCatalogue(): Catalogue<DraftModel> {
  const published = catalogueOf('A');
  const models = [...published.models].map(
    ([id, { priceVersion: _, ...model }]) => [id, { ...model, engine: 'main' }] as const,
  );
  return { ...published, models: new Map(models) };
}
