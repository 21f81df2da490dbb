/** `token create`, `token list`, `token revoke`: management tokens of accounts and of operators. */

import {
  CUSTOMER_SCOPE_NAMES,
  OPERATOR_SCOPE_NAMES,
  type TokenArea,
  type TokenScope,
} from '../../core/token-scopes.ts';
import type { ActionLog } from '../../platform/action-log/action.ts';
import { type AccountNeeds, accountOf } from '../../platform/commands/account.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { ACTOR, dateOf } from '../../platform/commands/amounts.ts';
import {
  type Command,
  listOf,
  type Options,
  optional,
  required,
  tellRefusal,
  UsageError,
} from '../../platform/commands/command.ts';
import type { Member } from '../organisations/index.ts';
import { operatorTokens, tokens as tokensContract } from './contract.ts';
import type { ListedToken, ManagementTokens, TokenMaker } from './rules.ts';
import { createManagementTokens } from './service.ts';

type Needs = ActNeeds &
  AccountNeeds & {
    readonly stores: {
      readonly managementTokens: ManagementTokens;
      readonly customers: { members(accountId: string): Promise<readonly Member[]> };
    };
  };

const NAME_MAX = 100;

export const tokenCreate: Command<Needs> = {
  usage:
    'token create --scopes a,b (--account ID|EMAIL [--person EMAIL] | --operator EMAIL) [--name N] [--expires DATE] [--json]',
  about: 'Creates a management token for a member of an account, or for an operator, and prints its secret once.',
  options: ['account', 'person', 'operator', 'scopes', 'name', 'expires'],
  does: [tokensContract.create.name, operatorTokens.create.name],
  run: async (options, storage) => {
    const area = areaOf(options);
    const maker = await (area === 'operator' ? operatorOf(options, storage) : memberOf(options, storage));
    const name = optional(options, 'name') ?? 'Management token';
    if (name.length > NAME_MAX) throw new UsageError(`--name has at most ${NAME_MAX} characters.`);
    const expiresAtMs = dateOf(options, 'expires', storage.platform.clock.nowMs()) ?? null;
    const wish = { name, scopes: scopesIn(options, area), expiresAtMs };
    const { token, secret } = await serviceOf(storage, maker).create(maker, area, wish).catch(tellRefusal);
    const { lastUsedAt: _, createdAt: __, revoked: ___, hint: ____, ...json } = tokenToView(token);
    return {
      json: { ...json, secret },
      text: `Management token ${token.id} for ${maker.email} (${token.scopes.join(', ')}). Its secret is shown only now:\n${secret}`,
    };
  },
};

export const tokenList: Command<Needs> = {
  usage: 'token list [--account ID|EMAIL] [--json]',
  about: 'Lists the management tokens of an account, or without --account those of operators.',
  options: ['account'],
  does: [tokensContract.list.name, operatorTokens.list.name],
  run: async (options, storage) => {
    const { stores, platform } = storage;
    const accountId = options.account === undefined ? undefined : (await accountOf(options, storage)).id;
    const of = accountId === undefined ? { area: 'operator' as const } : { area: 'account' as const, accountId };
    const tokens = (await stores.managementTokens.list(of, platform.clock.nowMs())).map(tokenToView);
    return { json: { tokens }, text: tokens.map(tokenLine).join('\n') || 'There is no management token.' };
  },
};

export const tokenRevoke: Command<Needs> = {
  usage: 'token revoke --token ID [--json]',
  about: 'Revokes a management token. Running servers refuse it at once.',
  options: ['token'],
  does: [tokensContract.revoke.name, operatorTokens.revoke.name],
  run: async (options, storage) => {
    const id = required(options, 'token');
    const accountId = await storage.stores.managementTokens.accountOf(id);
    if (!accountId) throw new UsageError(`There is no management token ${id}; "token list" lists the ids.`);
    await act(storage, { kind: 'revoke-token', accountId, tokenId: id }, { reason: 'revoked by the operator' });
    return { json: { id, revoked: true }, text: `Management token ${id} is revoked; it is refused from now on.` };
  },
};

/** The service of the pages. In the log it is the command line that acts, and the reason says for whom. */
const serviceOf = ({ platform, stores }: Needs, { email }: TokenMaker) => {
  const act: ActionLog['act'] = (order) =>
    platform.actionLog.act({ ...order, actor: ACTOR, reason: `management token for ${email}` });
  const actionLog = { ...platform.actionLog, act };
  return createManagementTokens({ ...platform, actionLog }, { tokens: stores.managementTokens });
};

function areaOf(options: Options): TokenArea {
  const isOperators = options.operator !== undefined;
  if (isOperators === (options.account !== undefined)) {
    throw new UsageError('Give --account for a token of an account, or --operator for one of an operator.');
  }
  if (isOperators && options.person !== undefined) throw new UsageError('--person needs --account.');
  return isOperators ? 'operator' : 'account';
}

/** The owner unless another member is named: the token can do what that person may do. */
async function memberOf(options: Options, storage: Needs): Promise<TokenMaker> {
  const { id: accountId, email: ofAccount } = await accountOf(options, storage);
  const members = await storage.stores.customers.members(accountId);
  const named = optional(options, 'person')?.toLowerCase();
  const member = named === undefined ? members[0] : members.find(({ email }) => email === named);
  if (!member && named !== undefined) throw new UsageError(`${named} is no member of this account.`);
  if (!member) throw new UsageError(`No person signs in to ${ofAccount} yet: a token acts for a person.`);
  return { accountId, userId: member.userId, email: member.email, memberRole: member.role };
}

async function operatorOf(options: Options, { stores }: Needs): Promise<TokenMaker> {
  const email = required(options, 'operator').toLowerCase();
  const person = await stores.managementTokens.personWith(email);
  const [account] = person?.accounts ?? [];
  if (person?.role !== 'operator' || !account) throw new UsageError(`There is no operator ${email}.`);
  return { accountId: account.accountId, userId: person.userId, email, memberRole: account.role };
}

function scopesIn(options: Options, area: TokenArea): readonly TokenScope[] {
  const known: readonly TokenScope[] = area === 'operator' ? OPERATOR_SCOPE_NAMES : CUSTOMER_SCOPE_NAMES;
  const words = listOf(options, 'scopes');
  if (words.length === 0) throw new UsageError(`--scopes is missing; there are ${known.join(', ')}.`);
  return words.map((word) => {
    const scope = known.find((one) => one === word);
    if (scope) return scope;
    throw new UsageError(`--scopes names ${word}, which is none of ${known.join(', ')}.`);
  });
}

const timeOf = (atMs: number | undefined): string | null => (atMs === undefined ? null : new Date(atMs).toISOString());

const tokenToView = (token: ListedToken) => ({
  id: token.id,
  area: token.area,
  account: token.accountId,
  person: token.email,
  name: token.name,
  hint: token.hint,
  scopes: token.scopes,
  createdAt: timeOf(token.createdAtMs),
  expiresAt: timeOf(token.expiresAtMs),
  lastUsedAt: timeOf(token.lastUsedAtMs),
  revoked: token.revokedAtMs !== undefined,
});

function tokenLine({ id, name, hint, person, scopes, revoked, expiresAt }: ReturnType<typeof tokenToView>): string {
  const ends = expiresAt ? `, until ${expiresAt}` : '';
  return `token ${id} "${name}" …${hint}${revoked ? ' (revoked)' : ''} of ${person ?? 'a removed person'}: ${scopes.join(', ')}${ends}`;
}
