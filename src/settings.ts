/** Composition root of the settings area: people → services → routes. `main.ts` puts the routes beside its own. */
import { ENDPOINTS } from './auth/endpoints.ts';
import { type OidcProvider, type OidcWatch, watchProviders } from './auth/oidc-discovery.ts';
import { createPasswords } from './auth/passwords.ts';
import type { PeopleArea } from './auth/people.ts';
import type { Mail } from './domain/mail.ts';
import type { Catalogue } from './domain/model.ts';
import type { Notices } from './domain/notice.ts';
import type { Passwords } from './domain/people.ts';
import type { Clock, Ids, Log, People, RateLimits } from './domain/ports.ts';
import { type PublicAddress, publicAddressOf } from './domain/public-address.ts';
import { authRoutes } from './http/auth-routes.ts';
import type { Route } from './http/call.ts';
import type { ChatEdge } from './http/chat-completions.ts';
import type { EngineDesk } from './http/operator/engines.ts';
import type { ReloadParts } from './http/operator/reload.ts';
import { operatorRoutes } from './http/operator/routes.ts';
import { createOperatorGate, createViewGate } from './http/operator-gate.ts';
import { createPersonGate, type PersonGate } from './http/person-gate.ts';
import { meRoutes } from './http/settings/me.ts';
import { settingsRoutes } from './http/settings/routes.ts';
import { createSpenderGate, type SpenderGate } from './http/spender-gate.ts';
import { webRoutes } from './http/web-files.ts';
import { webhookRoute } from './http/webhook.ts';
import { assert } from './lib/assert.ts';
import type { Config } from './ops/config.ts';
import { createMail, NO_MAIL } from './ops/mail.ts';
import { hasStripe } from './ops/payments-config.ts';
import { bundleWeb } from './ops/web-bundle.ts';
import { paymentCode } from './payments/spayd.ts';
import { createStripe } from './payments/stripe.ts';
import type { Announced } from './service/announcements.ts';
import { createAuditDesk } from './service/audit-desk.ts';
import { createFirstInvitation, invitationLink } from './service/invitations.ts';
import { createKeyDesk, type KeyDeskParts } from './service/key-desk.ts';
import { tellLowBalances } from './service/low-balance.ts';
import { sendReceipts } from './service/order-receipts.ts';
import type { RequestFeed } from './service/request-feed.ts';
import { createShopDesk, endSubscriptions } from './service/shop.ts';
import type { SweepStep } from './service/sweeps.ts';
import { auditOnThread } from './store/audit-thread.ts';
import type { Stores } from './store/stores.ts';

export type SettingsParts = {
  readonly config: Config;
  readonly stores: Stores;
  /** What the operator says while the server runs: prices, and who may sign up. */
  readonly announced: Announced;
  readonly notices: Notices;
  /** Reads the configuration again; says what was wrong with it, and then nothing has changed. */
  readonly reload: ReloadParts['reload'];
  readonly catalogue: Catalogue;
  readonly chatEdge: ChatEdge;
  readonly engineDesk: EngineDesk;
  readonly feed: RequestFeed;
  readonly rateLimits: RateLimits;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** The server's secret. */
  readonly secret: string;
  readonly fingerprint: (token: string) => string;
  /** 32 random bytes. */
  readonly random: KeyDeskParts['random'];
  /** Lets a change of a key be seen at once. */
  readonly forget: KeyDeskParts['forget'];
  /** How passwords are hashed; tests take a cheaper way. */
  readonly passwords?: Passwords;
  /** How long an answer takes at least where its time could tell who is registered; tests do not wait. */
  readonly discreetMs?: number;
  /** Of several processes that start together, one invites the first operator: a second link would end the first. */
  readonly isFirst: boolean;
};

export type SettingsArea = {
  readonly routes: readonly Route[];
  readonly personGate: PersonGate;
  readonly operatorGate: PersonGate;
  readonly spenderGate: SpenderGate;
  /** What the settings area adds to the sweeps. */
  readonly sweepSteps: readonly SweepStep[];
  /** To be called once it is known which port the server has. Nobody can sign in before. */
  open(port: number): Promise<void>;
  /** The server begins to stop: what would never end by itself ends now. */
  quit(): void;
  stop(): Promise<void>;
};

const FORGET_EVERY_MS = 60 * 60 * 1000;

export function createSettingsArea(parts: SettingsParts): SettingsArea {
  const { config, stores, log } = parts;
  const mail = config.smtp ? createMail(config.smtp) : NO_MAIL;
  let address: PublicAddress | undefined;
  /** Those that answer. */
  let oidc: readonly OidcProvider[] = [];
  let watch: OidcWatch | undefined;
  const addressNow = () => {
    assert(address, 'The settings area is opened before anybody is served.');
    return address;
  };
  /** Made when somebody first signs in: it is large, and a server that only serves keys never needs it. */
  let made: Promise<PeopleArea> | undefined;
  const area = () => {
    made ??= peopleFrom({ ...parts, mail }, addressNow(), oidc);
    return made;
  };
  const isOurOrigin = (origin: string) => addressNow().origins.includes(origin);
  // A door to whatever is behind it when it is used: the address is known only after listening.
  const people: People = {
    personOf: async (cookies) => (await area()).people.personOf(cookies),
    change: async (userId, change) => (await area()).people.change(userId, change),
    hasPassword: async (userId) => (await area()).people.hasPassword(userId),
    isPassword: async (userId, password) => (await area()).people.isPassword(userId, password),
    remove: async (userId) => (await area()).people.remove(userId),
  };
  const service = () => ({
    name: config.serviceName,
    signUp: parts.announced.signUp(),
    mail: config.smtp ? ('smtp' as const) : ('log' as const),
    oidc: oidc.map(({ id, name }) => ({ id, name })),
    baseUrl: `${addressNow().origin}/v1`,
  });
  const sweep = setInterval(() => void forget(parts), FORGET_EVERY_MS);
  sweep.unref();

  const feedEnd = new AbortController();
  const auditDesk = createAuditDesk({
    ...parts,
    desk: stores.operator,
    audit: (nowMs, onProgress) => auditOnThread({ place: config, nowMs }, onProgress),
  });

  const { serviceName } = config;
  const signedIn = createPersonGate(people, isOurOrigin);
  const personGate = createViewGate({
    ...parts,
    personGate: signedIn,
    accounts: stores.accounts,
    desk: stores.operator,
  });
  const keyDesk = createKeyDesk({ ...parts, accountKeys: stores.accountKeys, prefix: config.keyPrefix });
  const { requestsPerMinute } = config.limits;
  const { orders } = stores;
  const { stripe } = config.payments;
  const provider = stripe && hasStripe(config.payments) ? createStripe(stripe) : undefined;
  const { shop, plans: planOffers } = config;
  const desk = createShopDesk({
    ...{ ...parts, ...stores, shop, provider, planOffers, serviceName },
    origin: () => addressNow().origin,
  });

  return {
    routes: [
      webhookRoute(desk),
      ...webRoutes(bundleWeb),
      ...authRoutes({ endpoints: ENDPOINTS, handle: async (call) => (await area()).handle(call), isOurOrigin }),
      ...meRoutes({ people, accounts: stores.accounts, service }),
      ...settingsRoutes({ ...parts, people, keyDesk, shop: { desk, planOffers, serviceName, paymentCode } }),
      ...operatorRoutes({
        ...parts,
        desk: stores.operator,
        offers: config.plans,
        refresh: parts.announced.refresh,
        configuredSignUp: config.signUp,
        writeStallMs: config.limits.writeStallMs,
        pingMs: config.limits.pingMs,
        auditDesk,
        feedEnd: feedEnd.signal,
      }),
    ],
    sweepSteps: [
      { name: 'lowBalance', run: () => tellLowBalances({ ...parts, alerts: stores.alerts, mail, serviceName }) },
      { name: 'receipts', run: () => sendReceipts({ ...parts, orders, mail, serviceName, seller: shop.seller }) },
      { name: 'expireOrders', run: (nowMs) => orders.expire(nowMs) },
      { name: 'endSubscriptions', run: () => endSubscriptions({ ...parts, orders, provider }) },
    ],
    personGate,
    operatorGate: createOperatorGate(signedIn),
    spenderGate: createSpenderGate({ ...parts, personGate, keyOf: keyDesk.playground, requestsPerMinute }),
    open: async (port) => {
      const place = publicAddressOf(config.publicUrl || `http://localhost:${port}`);
      address = place;
      watch = watchProviders(config.oidc, {
        log,
        onFound: (found) => {
          oidc = found;
          made = undefined;
        },
      });
      if (!place.keepsSecureCookies) {
        log.warn({ publicUrl: place.origin }, 'people sign in without https: passwords can be read on the way');
      }
      if (parts.isFirst) await inviteFirstOperator(parts, place);
    },
    quit: () => feedEnd.abort(),
    stop: async () => {
      clearInterval(sweep);
      watch?.stop();
      if (made) await (await made).settled();
    },
  };
}

async function peopleFrom(
  parts: SettingsParts & { readonly mail: Mail },
  address: PublicAddress,
  oidc: readonly OidcProvider[],
): Promise<PeopleArea> {
  const { config, stores, mail } = parts;
  const { createPeople } = await import('./auth/people.ts');
  return createPeople({
    ...parts,
    rows: stores.authRows,
    owners: stores.owners,
    invitations: stores.invitations,
    attempts: stores.attempts,
    accounts: stores.accounts,
    passwords: parts.passwords ?? createPasswords(),
    mail,
    address,
    serviceName: config.serviceName,
    signUp: parts.announced.signUp,
    oidc,
  });
}

/** There is no default password: whoever can read the log of the first start is the operator. */
async function inviteFirstOperator(parts: SettingsParts, { origin }: PublicAddress): Promise<void> {
  const { stores, log } = parts;
  if (await stores.owners.hasOperator()) return;
  const { token } = await createFirstInvitation({ ...parts, invitations: stores.invitations });
  const link = invitationLink(origin, token);
  log.warn({ link }, `there is no operator yet: open this link once to become the operator: ${link}`);
}

/** What has ended is of no use: sessions, links and counters. Checks never rely on it being gone. */
async function forget({ stores, clock, log }: SettingsParts): Promise<void> {
  const nowMs = clock.nowMs();
  const ended = { field: 'expiresAt', operator: 'lt', value: nowMs, connector: 'AND', mode: 'sensitive' } as const;
  try {
    await stores.attempts.forgetEnded(nowMs);
    for (const model of ['session', 'verification']) await stores.authRows.deleteMany(model, [ended]);
  } catch (cause) {
    log.warn({ cause }, 'ended sessions and links could not be forgotten; the next sweep tries again');
  }
}
