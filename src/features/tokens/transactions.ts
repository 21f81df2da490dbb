/** Management tokens in the database: read, made and revoked. */
import { ServiceError } from '../../core/errors.ts';
import type { Language } from '../../core/people.ts';
import type { TokenArea } from '../../core/token-scopes.ts';
import type { AccountRules } from '../../platform/action-log/action-rules.ts';
import {
  bigint,
  type Database,
  number,
  optionalNumber,
  type Row,
  type Sql,
  text,
} from '../../platform/database/database.ts';
import { type Channel, toWrite } from '../../platform/notices/notice.ts';
import { insertNotice, insertRow, ownerFromRow } from '../../platform/notices/outbox-store.ts';
import { OWNER_EMAIL } from '../../platform/notices/owner-sql.ts';
import { accountsOf } from '../organisations/index.ts';
import { TOKEN_MADE } from './notices.ts';
import {
  LIVING_TOKENS_MAX,
  type ListedToken,
  type ManagementToken,
  type ManagementTokens,
  TOKENS_SHOWN,
} from './rules.ts';

/** When a token was last used is written this often: a program that asks all the time shall not write all the time. */
const USED_MS = 60_000;

const IS_LIVING = 't.revoked_at_ms IS NULL AND (t.expires_at_ms IS NULL OR t.expires_at_ms > ?)';

export function createManagementTokenStore(db: Database): ManagementTokens {
  return {
    list: async (of, nowMs) => {
      const { accountId, userId } = { accountId: '', userId: undefined, ...of };
      const rows = await db.sql.all(
        `SELECT t.*, u.email FROM management_tokens t LEFT JOIN auth_users u ON u.id = t.user_id
         WHERE t.area = ? AND (t.area = 'operator' OR t.account_id = ?) AND (? = 0 OR t.user_id = ?)
         ORDER BY CASE WHEN ${IS_LIVING} THEN 0 ELSE 1 END, t.created_at_ms DESC, t.id LIMIT ?`,
        of.area,
        accountId,
        userId === undefined ? 0 : 1,
        userId ?? '',
        nowMs,
        TOKENS_SHOWN,
      );
      return rows.map((row): ListedToken => ({ ...tokenFromRow(row), email: row.email as string | null }));
    },

    use: async (fingerprint, nowMs) => {
      const row = await db.sql.one(
        `SELECT t.*, ${PERSON}
         FROM management_tokens t JOIN auth_users u ON u.id = t.user_id WHERE t.fingerprint = ? AND ${IS_LIVING}`,
        fingerprint,
        nowMs,
      );
      if (!row) return undefined;
      const token = tokenFromRow(row);
      if ((token.lastUsedAtMs ?? 0) <= nowMs - USED_MS) {
        await db.sql.run('UPDATE management_tokens SET last_used_at_ms = ? WHERE id = ?', nowMs, token.id);
      }
      return { token, person: await personFromRow(db.sql, row) };
    },

    personWith: async (email) => {
      const row = await db.sql.one(`SELECT ${PERSON} FROM auth_users u WHERE u.email = ?`, email);
      return row && personFromRow(db.sql, row);
    },

    accountOf: async (tokenId) => {
      const row = await db.sql.one('SELECT account_id FROM management_tokens WHERE id = ?', tokenId);
      return row && text(row, 'account_id');
    },
  };
}

const PERSON = 'u.id AS person_id, u.email, u.name AS person_name, u.role, u.language, u.two_factor_enabled';

async function personFromRow(sql: Sql, row: Row) {
  const userId = text(row, 'person_id');
  return {
    userId,
    email: text(row, 'email'),
    name: text(row, 'person_name'),
    role: row.role === 'operator' ? ('operator' as const) : ('customer' as const),
    language: languageOf(row),
    hasTwoFactor: number(row, 'two_factor_enabled') === 1,
    accounts: await accountsOf(sql, userId),
  };
}

type NewToken = {
  readonly token: ManagementToken;
  readonly fingerprint: string;
  readonly channels: readonly Channel[];
};

/** The row of the account is locked by then. */
async function insertToken(sql: Sql, { token, fingerprint, channels }: NewToken, actor: string): Promise<void> {
  const { id, area, accountId, userId, name, hint, scopes, createdAtMs, expiresAtMs } = token;
  const living = await sql.one(
    `SELECT COUNT(*) AS n FROM management_tokens t WHERE t.area = ? AND t.account_id = ? AND ${IS_LIVING}`,
    area,
    accountId,
    createdAtMs,
  );
  if (bigint(living!, 'n') >= LIVING_TOKENS_MAX) {
    const sentence = `There are ${LIVING_TOKENS_MAX} management tokens, as many as there may be: revoke one first.`;
    throw new ServiceError('invalid_request', sentence);
  }
  await sql.run(
    `INSERT INTO management_tokens (id, area, account_id, user_id, fingerprint, name, hint, scopes, created_at_ms, expires_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    area,
    accountId,
    userId,
    fingerprint,
    name,
    hint,
    JSON.stringify(scopes),
    createdAtMs,
    expiresAtMs ?? null,
  );
  await tellOfToken(sql, token, { actor, channels });
}

type Telling = { readonly actor: string; readonly channels: readonly Channel[] };

/** The person for whom it acts gets an e-mail, and the owner of the account, who may be another one. */
async function tellOfToken(sql: Sql, token: ManagementToken, { actor, channels }: Telling): Promise<void> {
  const { id: tokenId, area, accountId, userId, name, hint, scopes, createdAtMs: atMs, expiresAtMs } = token;
  const person = await sql.one('SELECT email, language FROM auth_users WHERE id = ?', userId);
  if (!person) throw new ServiceError('not_found', 'There is no such person.');
  const about = { accountId, tokenId, area, name, hint, scopes, ...(expiresAtMs !== undefined && { expiresAtMs }) };
  const data = { ...about, person: text(person, 'email'), by: actor };
  const told = toWrite(
    TOKEN_MADE,
    { id: `token.made/${tokenId}`, atMs, data, owner: ownerFromRow(person) },
    channels.filter((channel) => channel !== 'operator' || area === 'operator'),
  );
  await insertNotice(sql, told);
  const owner = await sql.one(
    `SELECT ${OWNER_EMAIL}, u.language FROM accounts a LEFT JOIN auth_users u ON u.id = a.user_id
     WHERE a.id = ? AND (a.user_id IS NULL OR a.user_id <> ?)`,
    accountId,
    userId,
  );
  if (!owner || area === 'operator' || !channels.includes('owner')) return;
  const { notice, gather } = told;
  await insertRow(
    sql,
    { notice: { ...notice, id: `${notice.id}/owner`, owner: ownerFromRow(owner) }, gather },
    'owner',
  );
}

async function revokeToken(sql: Sql, tokenId: string, atMs: number): Promise<void> {
  const revoked = await sql.run(
    'UPDATE management_tokens SET revoked_at_ms = COALESCE(revoked_at_ms, ?) WHERE id = ?',
    atMs,
    tokenId,
  );
  if (revoked === 0) throw new ServiceError('not_found', 'There is no such token.');
}

/** A member who comes back makes new ones. */
export const revokeManagementTokensOf = (
  sql: Sql,
  { accountId, userId, atMs }: { readonly accountId: string; readonly userId: string; readonly atMs: number },
): Promise<number> =>
  sql.run(
    `UPDATE management_tokens SET revoked_at_ms = COALESCE(revoked_at_ms, ?)
     WHERE account_id = ? AND user_id = ? AND area = 'account'`,
    atMs,
    accountId,
    userId,
  );

const languageOf = ({ language }: Row): Language | null => (language === 'cs' || language === 'en' ? language : null);

const tokenFromRow = (row: Row): ManagementToken => {
  const expiresAtMs = optionalNumber(row, 'expires_at_ms');
  const revokedAtMs = optionalNumber(row, 'revoked_at_ms');
  const lastUsedAtMs = optionalNumber(row, 'last_used_at_ms');
  return {
    id: text(row, 'id'),
    area: text(row, 'area') as TokenArea,
    accountId: text(row, 'account_id'),
    userId: text(row, 'user_id'),
    name: text(row, 'name'),
    hint: text(row, 'hint'),
    scopes: JSON.parse(text(row, 'scopes')),
    createdAtMs: number(row, 'created_at_ms'),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(revokedAtMs !== undefined && { revokedAtMs }),
    ...(lastUsedAtMs !== undefined && { lastUsedAtMs }),
  };
};

export type ManagementTokenChange =
  /** `channels`: where a notice of it goes. */
  | {
      readonly kind: 'make-token';
      readonly token: ManagementToken;
      readonly fingerprint: string;
      readonly channels: readonly Channel[];
    }
  | { readonly kind: 'revoke-token'; readonly tokenId: string };

export const MANAGEMENT_TOKEN_ACTIONS: AccountRules<ManagementTokenChange> = {
  'make-token': {
    details: ({ token: { id, area, name, scopes, expiresAtMs } }) => ({ token: id, area, name, scopes, expiresAtMs }),
    perform: ({ sql }, action, { actor }) => insertToken(sql, action, actor),
  },
  'revoke-token': { perform: ({ sql }, { tokenId }, { atMs }) => revokeToken(sql, tokenId, atMs) },
};
