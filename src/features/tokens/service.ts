/** Management tokens: made, listed and revoked by people, and presented by programs. */

import { isWellFormedKey, keySecretFrom } from '../../core/api-key.ts';
import { ServiceError } from '../../core/errors.ts';
import { TOKEN_PREFIX } from '../../core/management-token.ts';
import type { Person } from '../../core/person.ts';
import { type Membership, may } from '../../core/roles.ts';
import { scopesOf, type TokenArea, type TokenScope } from '../../core/token-scopes.ts';
import { type Acting, actFor } from '../../platform/action-log/act-for.ts';
import type { Platform } from '../../platform/platform.ts';
import { TOKEN_MADE } from './notices.ts';
import type { ListedToken, ManagementToken, ManagementTokens, TokenHolder, TokenMaker, TokensOf } from './rules.ts';
import type { ManagementTokenChange } from './transactions.ts';

type Wish = {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly expiresAtMs: number | null;
};

export type ManagementTokenService = {
  list(person: Person, area: TokenArea): Promise<readonly ListedToken[]>;
  /** The secret is returned here and exists nowhere else. */
  create(maker: TokenMaker, area: TokenArea, wish: Wish): Promise<{ token: ListedToken; secret: string }>;
  revoke(person: Person, area: TokenArea, tokenId: string): Promise<readonly ListedToken[]>;
  /** The person for whom a secret acts now. Throws `invalid_token`. */
  personOf(secret: string, accountId?: string): Promise<Person>;
};

export function createManagementTokens(
  platform: Platform,
  { tokens }: { readonly tokens: ManagementTokens },
): ManagementTokenService {
  const { notices, keyPrefix, fingerprint, random, ids, clock } = platform;

  const list = (person: Person, area: TokenArea) => tokens.list(seenBy(person, area), clock.nowMs());

  const act = (maker: Acting, change: ManagementTokenChange, reason: string) =>
    actFor(platform, maker, change, { reason });

  return {
    list,

    create: async (maker, area, { name, scopes, expiresAtMs }) => {
      const createdAtMs = clock.nowMs();
      if (expiresAtMs !== null && expiresAtMs <= createdAtMs) {
        throw new ServiceError('invalid_request', 'expiresAtMs must be in the future.', { param: 'expiresAtMs' });
      }
      if (area === 'account') refuseMoreThanRole(maker, scopes);
      const secret = keySecretFrom(TOKEN_PREFIX, random());
      const { accountId, userId, email } = maker;
      const token: ManagementToken = {
        id: ids.next('tok_'),
        area,
        accountId,
        userId,
        name,
        hint: secret.slice(-4),
        scopes: [...new Set(scopes)],
        createdAtMs,
        ...(expiresAtMs !== null && { expiresAtMs }),
      };
      const channels = notices.channelsOf(TOKEN_MADE);
      const made = { token, fingerprint: fingerprint(secret), channels };
      await act(maker, { kind: 'make-token', ...made }, 'made a management token');
      return { token: { ...token, email }, secret };
    },

    revoke: async (person, area, tokenId) => {
      const token = (await list(person, area)).find(({ id }) => id === tokenId);
      if (!token) throw new ServiceError('not_found', 'There is no such token.');
      // Those of operators belong to the account of the person who made them.
      const owner = { ...person, accountId: token.accountId };
      await act(owner, { kind: 'revoke-token', tokenId }, 'revoked a management token');
      return list(person, area);
    },

    personOf: async (secret, accountId) => {
      const isOurs = isWellFormedKey(secret, TOKEN_PREFIX);
      const held = isOurs ? await tokens.use(fingerprint(secret), clock.nowMs()) : undefined;
      if (!held) throw invalidToken(secret, keyPrefix);
      const { token, person } = held;
      const acting = membershipOf(held);
      if (!acting) throw invalidToken(secret, keyPrefix);
      if (accountId !== undefined && accountId !== acting.accountId) {
        throw new ServiceError('not_found', 'There is no such account.', { param: 'account' });
      }
      const { id, name, scopes } = token;
      // Made at the pages, where operators come in with their second factor, or by command on the server.
      const about = { ...person, operatorNeeds: null, accountId: acting.accountId, memberRole: acting.role };
      return { ...about, token: { id, name, scopes } };
    },
  };
}

/** The account in which a management token acts, while its person may. */
function membershipOf({ token, person }: TokenHolder): Membership | undefined {
  if (token.area === 'account') return person.accounts.find((one) => one.accountId === token.accountId);
  // The account of an operator says nothing of customers: the token acts for the service.
  return person.role === 'operator' ? person.accounts[0] : undefined;
}

/** Everyone sees their own; those who manage members see and revoke those of all. */
function seenBy({ accountId, userId, memberRole }: Person, area: TokenArea): TokensOf {
  if (area === 'operator') return { area };
  return { area, accountId, ...(!may(memberRole, 'manage-members') && { userId }) };
}

function refuseMoreThanRole({ memberRole }: TokenMaker, scopes: readonly TokenScope[]): void {
  const own: readonly TokenScope[] = scopesOf(memberRole);
  const more = scopes.filter((scope) => !own.includes(scope));
  if (more.length === 0) return;
  const sentence = `The role in this organisation, ${memberRole}, has no ${more.join(', ')} to give to a token.`;
  throw new ServiceError('invalid_request', sentence, { param: 'scopes' });
}

const invalidToken = (secret: string, keyPrefix: string): ServiceError =>
  new ServiceError(
    'invalid_token',
    secret.startsWith(keyPrefix)
      ? `This is an API key, which is for /v1: the management API takes a management token, which begins with ${TOKEN_PREFIX}.`
      : 'This management token is mistyped, unknown, expired or revoked, or the person who made it may not use it any more.',
  );
