/** Sign-in: config → public address, providers and e-mails → the people who are signed in. */

import { formatCzk } from '../core/money.ts';
import type { CountAttempt, Passwords } from '../core/people.ts';
import type { Clock, Ids, Log, People } from '../core/ports.ts';
import { LOOPBACK_RANGES } from '../core/private-ranges.ts';
import { type PublicAddress, publicAddressOf } from '../core/public-address.ts';
import { serviceNames } from '../core/service-names.ts';
import type { SignUpMode } from '../core/sign-up.ts';
import type { Vault } from '../core/vault.ts';
import { type OidcProvider, type OidcWatch, watchProviders } from '../features/sign-in/oidc-discovery.ts';
import { createPasswords } from '../features/sign-in/passwords.ts';
import type { PeopleArea, PeopleParts } from '../features/sign-in/people.ts';
import { createProofs } from '../features/sign-in/proofs.ts';
import { createSharedLimits } from '../features/sign-in/shared-limits.ts';
import type { ServiceView } from '../features/site/contract.ts';
import { assert } from '../lib/assert.ts';
import { isInRanges } from '../lib/ip-range.ts';
import type { AskWeb } from '../platform/guarded-web.ts';
import { createAskWeb } from '../platform/guarded-web.ts';
import type { Mail } from '../platform/mail/mail.ts';
import type { Config } from './configuration/config.ts';
import type { Stores } from './stores/stores.ts';

export type AuthParts = {
  readonly stores: Pick<
    Stores,
    'authRows' | 'owners' | 'invitations' | 'members' | 'mailDomains' | 'attempts' | 'accounts' | 'operator'
  >;
  /** Who may sign up now, as the operator says. */
  readonly signUp: () => SignUpMode;
  readonly mail: Mail;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** The server's secret. */
  readonly secret: string;
  readonly vault: Vault;
  readonly fingerprint: (token: string) => string;
  /** How passwords are hashed; tests take a cheaper way. */
  readonly passwords?: Passwords | undefined;
  /** How long an answer takes at least where its time could tell who is registered; tests do not wait. */
  readonly discreetMs?: number | undefined;
};

/** It is there at once, but the public address is known only after listening. */
export type Auth = {
  readonly people: People;
  readonly address: () => PublicAddress;
  readonly isOurOrigin: (origin: string) => boolean;
  readonly handle: PeopleArea['handle'];
  /** For what else strangers could use up: a proof of work is the same everywhere. */
  readonly countAttempt: CountAttempt;
  /** What is public about the service. */
  readonly service: () => ServiceView;
  open(port: number): PublicAddress;
  stop(): Promise<void>;
};

export function createAuth(config: Config, parts: AuthParts): Auth {
  const { name, slug, keyVariable } = serviceNames(config.serviceName);
  const { log, clock, secret, stores } = parts;
  const proofs = createProofs({ secret, clock });
  const countAttempt = createSharedLimits({ attempts: stores.attempts, proofs, clock });
  let known: PublicAddress | undefined;
  /** Those that answer. */
  let oidc: readonly OidcProvider[] = [];
  let watch: OidcWatch | undefined;
  const address = () => {
    assert(known, 'The settings area is opened before the first request.');
    return known;
  };
  /** Made at the first sign-in: it is large, and a server that only serves keys never needs it. */
  let made: Promise<PeopleArea> | undefined;
  const area = () => {
    made ??= peopleFrom(config, parts, { address: address(), oidc, proofs, countAttempt });
    return made;
  };
  return {
    address,
    people: peopleBehind(area),
    isOurOrigin: (origin) => address().origins.includes(origin),
    handle: async (call) => (await area()).handle(call),
    countAttempt,
    service: () => ({
      name,
      slug,
      keyVariable,
      signUp: parts.signUp(),
      trialCzk: config.trial && formatCzk(config.trial.czk),
      mail: config.smtp ? ('smtp' as const) : ('log' as const),
      oidc: oidc.map(({ id, name }) => ({ id, name })),
      baseUrl: `${address().origin}/v1`,
      hasLegalTexts: config.front.enabled,
    }),
    open: (port) => {
      known = publicAddressOf(config.publicUrl || `http://localhost:${port}`);
      watch = watchProviders(config.oidc, {
        log,
        onFound: (found) => {
          oidc = found;
          made = undefined;
        },
      });
      if (!known.keepsSecureCookies) {
        log.warn({ publicUrl: known.origin }, 'people sign in without https: passwords can be read on the way');
      }
      return known;
    },
    stop: async () => {
      watch?.stop();
      if (made !== undefined) await (await made).settled();
    },
  };
}

const peopleBehind = (area: () => Promise<PeopleArea>): People => ({
  personOf: async (cookies, accountId) => (await area()).people.personOf(cookies, accountId),
  change: async (userId, change) => (await area()).people.change(userId, change),
  hasPassword: async (userId) => (await area()).people.hasPassword(userId),
  isPassword: async (userId, password) => (await area()).people.isPassword(userId, password),
  remove: async (person) => (await area()).people.remove(person),
});

async function peopleFrom(
  config: Config,
  { stores, ...parts }: AuthParts,
  known: Pick<PeopleParts, 'address' | 'oidc' | 'proofs' | 'countAttempt'>,
): Promise<PeopleArea> {
  const { createPeople } = await import('../features/sign-in/people.ts');
  return createPeople({
    rows: stores.authRows,
    owners: stores.owners,
    invitations: stores.invitations,
    members: stores.members,
    mailDomains: stores.mailDomains,
    vault: parts.vault,
    ask: askWebOf(config),
    attempts: stores.attempts,
    accounts: stores.accounts,
    operatorStore: stores.operator,
    passwords: parts.passwords ?? createPasswords(),
    mail: parts.mail,
    ...known,
    serviceName: config.serviceName,
    signUp: parts.signUp,
    trialCredit: config.trial?.czk,
    requireSecondFactor: config.operators.requireSecondFactor ?? !isOnlyHere(config.host, known.address),
    idleMinutes: config.sessions.idleMinutes,
    secret: parts.secret,
    fingerprint: parts.fingerprint,
    discreetMs: parts.discreetMs,
    ids: parts.ids,
    clock: parts.clock,
    log: parts.log,
  });
}

/**
 * Whether no other machine reaches the service: the port is bound here alone, and no proxy has another name for it. A name
 * other than localhost may lead anywhere, so it counts as reachable.
 */
const isOnlyHere = (host: string, { isThisMachine }: PublicAddress): boolean =>
  isThisMachine && (host === 'localhost' || isInRanges(host, LOOPBACK_RANGES));

/** How providers of organisations are asked. */
export const askWebOf = ({ organisations }: Config): AskWeb =>
  createAskWeb(organisations.allowPrivateProviders ? 'any' : 'public');
