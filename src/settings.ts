/** Composition root of the settings area: people → services → routes. `main.ts` puts the routes beside its own. */
import { ENDPOINTS } from './auth/endpoints.ts';
import { type OidcProvider, type OidcWatch, watchProviders } from './auth/oidc-discovery.ts';
import { createPasswords } from './auth/passwords.ts';
import { createPeople, type PeopleArea } from './auth/people.ts';
import type { Mail } from './domain/mail.ts';
import type { Catalogue } from './domain/model.ts';
import type { Passwords } from './domain/people.ts';
import type { Clock, Ids, Log, People, RateLimits } from './domain/ports.ts';
import { type PublicAddress, publicAddressOf } from './domain/public-address.ts';
import { authRoutes } from './http/auth-routes.ts';
import type { Route } from './http/call.ts';
import type { ChatEdge } from './http/chat-completions.ts';
import { createPersonGate, type PersonGate } from './http/person-gate.ts';
import { meRoutes } from './http/settings/me.ts';
import { settingsRoutes } from './http/settings/routes.ts';
import { createSpenderGate, type SpenderGate } from './http/spender-gate.ts';
import { webRoutes } from './http/web-files.ts';
import { assert } from './lib/assert.ts';
import type { Config } from './ops/config.ts';
import { createMail, NO_MAIL } from './ops/mail.ts';
import { bundleWeb } from './ops/web-bundle.ts';
import { createFirstInvitation, invitationLink } from './service/invitations.ts';
import { createKeyDesk, type KeyDeskParts } from './service/key-desk.ts';
import { tellLowBalances } from './service/low-balance.ts';
import type { SweepStep } from './service/sweeps.ts';
import type { Stores } from './store/stores.ts';

export type SettingsParts = {
  readonly config: Config;
  readonly stores: Stores;
  readonly catalogue: Catalogue;
  readonly chatEdge: ChatEdge;
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
};

export type SettingsArea = {
  readonly routes: readonly Route[];
  readonly personGate: PersonGate;
  readonly spenderGate: SpenderGate;
  /** What the settings area adds to the sweeps. */
  readonly sweepSteps: readonly SweepStep[];
  /** To be called once it is known which port the server has. Nobody can sign in before. */
  open(port: number): Promise<void>;
  stop(): Promise<void>;
};

type Opened = {
  readonly address: PublicAddress;
  readonly area: PeopleArea;
  /** Those that answer. */
  readonly oidc: readonly OidcProvider[];
};

const FORGET_EVERY_MS = 60 * 60 * 1000;

export function createSettingsArea(parts: SettingsParts): SettingsArea {
  const { config, stores, log } = parts;
  let opened: Opened | undefined;
  let watch: OidcWatch | undefined;
  const now = () => {
    assert(opened, 'The settings area is open before anybody is served.');
    return opened;
  };
  const isOurOrigin = (origin: string) => now().address.origins.includes(origin);
  // A door that leads to whatever is behind it when it is used: the address is known only after listening.
  const people: People = {
    personOf: (cookies) => now().area.people.personOf(cookies),
    change: (userId, change) => now().area.people.change(userId, change),
    hasPassword: (userId) => now().area.people.hasPassword(userId),
    isPassword: (userId, password) => now().area.people.isPassword(userId, password),
    remove: (userId) => now().area.people.remove(userId),
  };
  const service = () => ({
    name: config.serviceName,
    signUp: config.signUp,
    mail: config.smtp ? ('smtp' as const) : ('log' as const),
    oidc: now().oidc.map(({ id, name }) => ({ id, name })),
    baseUrl: `${now().address.origin}/v1`,
  });
  const sweep = setInterval(() => void forget(parts), FORGET_EVERY_MS);
  sweep.unref();

  const mail = config.smtp ? createMail(config.smtp) : NO_MAIL;
  const { serviceName } = config;
  const personGate = createPersonGate(people, isOurOrigin);
  const keyDesk = createKeyDesk({ ...parts, accountKeys: stores.accountKeys, prefix: config.keyPrefix });
  const { requestsPerMinute } = config.limits;

  return {
    routes: [
      ...webRoutes(bundleWeb),
      ...authRoutes({ endpoints: ENDPOINTS, handle: (call) => now().area.handle(call), isOurOrigin }),
      ...meRoutes({ people, accounts: stores.accounts, service }),
      ...settingsRoutes({ ...parts, people, keyDesk }),
    ],
    sweepSteps: [
      { name: 'lowBalance', run: () => tellLowBalances({ ...parts, alerts: stores.alerts, mail, serviceName }) },
    ],
    personGate,
    spenderGate: createSpenderGate({ ...parts, personGate, keyOf: keyDesk.playground, requestsPerMinute }),
    open: async (port) => {
      const address = publicAddressOf(config.publicUrl || `http://localhost:${port}`);
      const use = (oidc: readonly OidcProvider[]) => {
        opened = { address, area: peopleFrom({ ...parts, mail }, address, oidc), oidc };
      };
      use([]);
      watch = watchProviders(config.oidc, { log, onFound: use });
      if (!address.keepsSecureCookies) {
        log.warn(
          { publicUrl: address.origin },
          'people sign in without https: passwords and sessions can be read on the way',
        );
      }
      await inviteFirstOperator(parts, address);
    },
    stop: async () => {
      clearInterval(sweep);
      watch?.stop();
      await opened?.area.settled();
    },
  };
}

function peopleFrom(
  parts: SettingsParts & { readonly mail: Mail },
  address: PublicAddress,
  oidc: readonly OidcProvider[],
): PeopleArea {
  const { config, stores, mail } = parts;
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
    signUp: config.signUp,
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
