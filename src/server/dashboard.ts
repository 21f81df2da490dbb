/** Composition root of the settings area: people → services → routes. `server/serve.ts` puts the routes beside its own. */
import { ENDPOINTS } from '../auth/endpoints.ts';
import type { Catalogue } from '../domain/model.ts';
import type { Notices } from '../domain/notice.ts';
import type { RateLimits } from '../domain/ports.ts';
import type { PublicAddress } from '../domain/public-address.ts';
import { authRoutes } from '../http/auth-routes.ts';
import type { Route } from '../http/call.ts';
import type { ChatEdge } from '../http/chat-completions.ts';
import type { EngineDesk } from '../http/operator/engines.ts';
import type { ReloadParts } from '../http/operator/reload.ts';
import { operatorRoutes } from '../http/operator/routes.ts';
import { createOperatorGate, createViewGate } from '../http/operator-gate.ts';
import { createPersonGate, type PersonGate } from '../http/person-gate.ts';
import { meRoutes } from '../http/settings/me.ts';
import { settingsRoutes } from '../http/settings/routes.ts';
import { createSpenderGate, type SpenderGate } from '../http/spender-gate.ts';
import { webRoutes } from '../http/web-files.ts';
import { webhookRoute } from '../http/webhook.ts';
import { stripeOf } from '../ops/payments-config.ts';
import { bundleWeb } from '../ops/web-bundle.ts';
import { paymentCode } from '../payments/spayd.ts';
import { cardProviderFrom } from '../payments/stripe.ts';
import { createAuditDesk } from '../service/audit-desk.ts';
import { createFirstInvitation, invitationLink } from '../service/invitations.ts';
import { createKeyDesk, type KeyDeskParts } from '../service/key-desk.ts';
import { tellLowBalances } from '../service/low-balance.ts';
import { sendReceipts } from '../service/order-receipts.ts';
import type { RequestFeed } from '../service/request-feed.ts';
import { createShopDesk, endSubscriptions } from '../service/shop.ts';
import type { SweepStep } from '../service/sweeps.ts';
import { auditOnThread } from '../store/audit-thread.ts';
import type { Stores } from '../store/stores.ts';
import { createPeopleDoor, type PeopleDoor, type PeopleDoorParts } from './auth.ts';

export type SettingsParts = PeopleDoorParts & {
  readonly stores: Stores;
  readonly notices: Notices;
  /** Reads the configuration again; says what was wrong with it, and then nothing has changed. */
  readonly reload: ReloadParts['reload'];
  readonly catalogue: Catalogue;
  readonly chatEdge: ChatEdge;
  readonly engineDesk: EngineDesk;
  readonly feed: RequestFeed;
  readonly rateLimits: RateLimits;
  /** 32 random bytes. */
  readonly random: KeyDeskParts['random'];
  /** Lets a change of a key be seen at once. */
  readonly forget: KeyDeskParts['forget'];
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
  const { config, stores } = parts;
  const door = createPeopleDoor(parts);
  const desks = createDesks(parts, door);
  const signedIn = createPersonGate(door.people, door.isOurOrigin);
  const views = { ...parts, personGate: signedIn, accounts: stores.accounts, desk: stores.operator };
  const personGate = createViewGate(views);
  const { requestsPerMinute } = config.limits;
  const feedEnd = new AbortController();
  const sweep = setInterval(() => void forget(parts), FORGET_EVERY_MS);
  sweep.unref();
  return {
    routes: [
      webhookRoute(desks.shop),
      ...webRoutes(bundleWeb),
      ...customerRoutes(parts, door, desks),
      ...operatorRoutesFrom(parts, desks, feedEnd.signal),
    ],
    sweepSteps: sweepStepsFrom(parts, desks),
    personGate,
    operatorGate: createOperatorGate(signedIn),
    spenderGate: createSpenderGate({ ...parts, personGate, keyOf: desks.keys.playground, requestsPerMinute }),
    open: async (port) => {
      const place = door.open(port);
      if (parts.isFirst) await inviteFirstOperator(parts, place);
    },
    quit: () => feedEnd.abort(),
    stop: async () => {
      clearInterval(sweep);
      await door.stop();
    },
  };
}

/** What is done for those at the pages. */
function createDesks(parts: SettingsParts, { address }: PeopleDoor) {
  const { config, stores } = parts;
  const { shop, plans: planOffers, serviceName } = config;
  const provider = cardProviderFrom(stripeOf(config.payments));
  return {
    provider,
    keys: createKeyDesk({ ...parts, accountKeys: stores.accountKeys, prefix: config.keyPrefix }),
    shop: createShopDesk({
      ...{ ...parts, ...stores, shop, provider, planOffers, serviceName },
      origin: () => address().origin,
    }),
    audit: createAuditDesk({
      ...parts,
      desk: stores.operator,
      audit: (nowMs, onProgress) => auditOnThread({ place: config, nowMs }, onProgress),
    }),
  };
}

type Desks = ReturnType<typeof createDesks>;

function customerRoutes(parts: SettingsParts, door: PeopleDoor, desks: Desks): readonly Route[] {
  const { people, isOurOrigin, handle, service } = door;
  const { plans: planOffers, serviceName } = parts.config;
  const shop = { desk: desks.shop, planOffers, serviceName, paymentCode };
  return [
    ...authRoutes({ endpoints: ENDPOINTS, handle, isOurOrigin }),
    ...meRoutes({ people, accounts: parts.stores.accounts, service }),
    ...settingsRoutes({ ...parts, people, keyDesk: desks.keys, shop }),
  ];
}

function operatorRoutesFrom(parts: SettingsParts, desks: Desks, feedEnd: AbortSignal): readonly Route[] {
  const { config, stores, announced } = parts;
  return operatorRoutes({
    ...parts,
    desk: stores.operator,
    offers: config.plans,
    refresh: announced.refresh,
    configuredSignUp: config.signUp,
    writeStallMs: config.limits.writeStallMs,
    pingMs: config.limits.pingMs,
    auditDesk: desks.audit,
    feedEnd,
  });
}

function sweepStepsFrom(parts: SettingsParts, { provider }: Desks): readonly SweepStep[] {
  const { config, stores } = parts;
  const { serviceName } = config;
  const { orders } = stores;
  return [
    { name: 'lowBalance', run: () => tellLowBalances({ ...parts, alerts: stores.alerts, serviceName }) },
    { name: 'receipts', run: () => sendReceipts({ ...parts, orders, serviceName, seller: config.shop.seller }) },
    { name: 'expireOrders', run: (nowMs) => orders.expire(nowMs) },
    { name: 'endSubscriptions', run: () => endSubscriptions({ ...parts, orders, provider }) },
  ];
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
