/** Sign-in: config → public address, providers and e-mails → the people who are signed in. */

import { formatCzk } from '../core/money.ts';
import type { CountAttempt, People } from '../core/people.ts';
import { type PublicAddress, publicAddressOf } from '../core/public-address.ts';
import { serviceNames } from '../core/service-names.ts';
import { type OidcProvider, type OidcWatch, watchProviders } from '../features/sign-in/oidc-discovery.ts';
import { createPasswords, type Passwords } from '../features/sign-in/passwords.ts';
import type { PeopleArea } from '../features/sign-in/people.ts';
import { createProofs } from '../features/sign-in/proofs.ts';
import type { SignInSetup } from '../features/sign-in/setup.ts';
import { createSharedLimits } from '../features/sign-in/shared-limits.ts';
import type { ServiceView } from '../features/site/contract.ts';
import { assert } from '../lib/assert.ts';
import { isInRanges } from '../lib/ip-range.ts';
import { type AskWeb, createAskWeb } from '../platform/guarded-web.ts';
import type { Platform } from '../platform/platform.ts';
import { LOOPBACK_RANGES } from '../platform/private-ranges.ts';
import type { Log } from '../platform/telemetry/log.ts';
import type { Config } from './configuration/config.ts';
import type { Settings } from './configuration/settings-config.ts';
import type { Stores } from './stores/stores.ts';

export type AuthSetup = Pick<SignInSetup, 'signUp' | 'secret' | 'discreetMs'> & {
  /** The settings of this moment. */
  readonly settings: () => Settings;
  readonly stores: Pick<
    Stores,
    'authRows' | 'owners' | 'invitations' | 'members' | 'mailDomains' | 'attempts' | 'accounts'
  >;
  /** A cheaper way to hash passwords, for tests. */
  readonly passwords?: Passwords | undefined;
};

/** It is there at once, but the public address is known only after listening. */
export type Auth = {
  readonly people: People;
  readonly address: () => PublicAddress;
  readonly isOurOrigin: (origin: string) => boolean;
  readonly handle: PeopleArea['handle'];
  /** Counts also what else strangers could use up: a proof of work is the same everywhere. */
  readonly countAttempt: CountAttempt;
  /** Public facts about the service. */
  readonly service: () => ServiceView;
  open(port: number): PublicAddress;
  stop(): Promise<void>;
};

export function createAuth(config: Config, platform: Platform, setup: AuthSetup): Auth {
  const { log } = platform;
  const { attempts } = setup.stores;
  const proofs = createProofs(platform, setup.secret);
  const countAttempt = createSharedLimits(platform, { attempts, proofs });
  let port: number | undefined;
  let known: { readonly publicUrl: string; readonly address: PublicAddress } | undefined;
  /** Those that answer. */
  let oidc: readonly OidcProvider[] = [];
  let watch: OidcWatch | undefined;
  const address = () => {
    assert(port !== undefined, 'The settings area is opened before the first request.');
    const { publicUrl } = setup.settings();
    if (known?.publicUrl !== publicUrl) {
      known = { publicUrl, address: publicAddressOf(publicUrl || `http://localhost:${port}`) };
      tellInsecure(known.address, log);
    }
    return known.address;
  };
  /** Made at the first sign-in: it is large, and a server that only serves keys never needs it. */
  let made: { readonly settings: Settings; readonly area: Promise<PeopleArea> } | undefined;
  const area = () => {
    const settings = setup.settings();
    if (made?.settings !== settings) {
      const found = { address: address(), oidc, proofs, countAttempt };
      made = { settings, area: peopleFrom(platform, setupOf(config, setup, found)) };
    }
    return made.area;
  };
  return {
    address,
    people: peopleBehind(area),
    isOurOrigin: (origin) => address().origins.includes(origin),
    handle: async (call) => (await area()).handle(call),
    countAttempt,
    service: () => serviceView(setup.settings(), { origin: address().origin, signUp: setup.signUp(), oidc }),
    open: (opened) => {
      port = opened;
      watch = watchProviders(config.oidc, {
        log,
        onFound: (found) => {
          oidc = found;
          made = undefined;
        },
      });
      return address();
    },
    stop: async () => {
      watch?.stop();
      if (made !== undefined) await (await made.area).settled();
    },
  };
}

function tellInsecure({ keepsSecureCookies, origin }: PublicAddress, log: Log): void {
  if (keepsSecureCookies) return;
  log.warn({ publicUrl: origin }, 'people sign in without https: passwords can be read on the way');
}

type Live = Pick<ServiceView, 'signUp' | 'oidc'> & { readonly origin: string };

/** The pages of the front, as texts of the operator or as examples of ours. */
const FRONT_TEXTS: ServiceView['legal'] = {
  version: null,
  terms: { cs: '/cs/terms', en: '/en/terms' },
  privacy: { cs: '/cs/privacy', en: '/en/privacy' },
};

const serviceView = (settings: Settings, { origin, signUp, oidc }: Live): ServiceView => ({
  ...serviceNames(settings.serviceName),
  signUp,
  trialCzk: settings.trial && formatCzk(settings.trial.czk),
  mail: settings.smtp ? 'smtp' : 'log',
  oidc: oidc.map(({ id, name }) => ({ id, name })),
  baseUrl: `${origin}/v1`,
  legal: settings.legal ?? (settings.front.enabled ? FRONT_TEXTS : null),
});

const peopleBehind = (area: () => Promise<PeopleArea>): People => ({
  personOf: async (cookies, accountId) => (await area()).people.personOf(cookies, accountId),
  change: async (userId, change) => (await area()).people.change(userId, change),
  hasPassword: async (userId) => (await area()).people.hasPassword(userId),
  isPassword: async (userId, password) => (await area()).people.isPassword(userId, password),
  remove: async (person) => (await area()).people.remove(person),
});

async function peopleFrom(platform: Platform, setup: SignInSetup): Promise<PeopleArea> {
  const { createPeople } = await import('../features/sign-in/people.ts');
  return createPeople(platform, setup);
}

const setupOf = (
  config: Config,
  { stores, signUp, settings, secret, passwords = createPasswords(), discreetMs }: AuthSetup,
  known: Pick<SignInSetup, 'address' | 'oidc' | 'proofs' | 'countAttempt'>,
): SignInSetup => ({
  ...known,
  rows: stores.authRows,
  owners: stores.owners,
  invitations: stores.invitations,
  members: stores.members,
  mailDomains: stores.mailDomains,
  attempts: stores.attempts,
  accounts: stores.accounts,
  passwords,
  ask: askWebOf(config),
  secret,
  signUp,
  trialCredit: settings().trial?.czk,
  termsVersion: settings().legal?.version ?? null,
  requireSecondFactor: config.operators.requireSecondFactor ?? !isOnlyHere(config.host, known.address),
  idleMinutes: config.sessions.idleMinutes,
  discreetMs,
});

/**
 * True where no other machine reaches the service: the port is bound here alone, and no proxy has another name for it. A name
 * other than localhost may lead anywhere, so it counts as reachable.
 */
const isOnlyHere = (host: string, { isThisMachine }: PublicAddress): boolean =>
  isThisMachine && (host === 'localhost' || isInRanges(host, LOOPBACK_RANGES));

/** Asks the providers of organisations. */
export const askWebOf = ({ organisations }: Config): AskWeb =>
  createAskWeb(organisations.allowPrivateProviders ? 'any' : 'public');
