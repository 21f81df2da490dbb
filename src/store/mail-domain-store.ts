/** Mail domains of organisations, and what is done to them. The row of the account is locked by then. */
import { ServiceError } from '../domain/errors.ts';
import {
  DOMAINS_MAX,
  type DomainChange,
  domainTaken,
  type MailDomain,
  type MailDomains,
} from '../domain/mail-domain.ts';
import type { State } from '../domain/operator.ts';
import { type Database, number, optionalNumber, type Row, type Sql, text } from './database.ts';

const AT_ONCE = 50;

export function createMailDomainStore(db: Database): MailDomains {
  return {
    list: (accountId) => domainsOf(db.sql, accountId),

    find: async ({ accountId, id }) => {
      const row = await db.sql.one('SELECT * FROM mail_domains WHERE id = ? AND account_id = ?', id, accountId);
      return row && domainFromRow(row);
    },

    verified: async (domain) => {
      const row = await db.sql.one(
        'SELECT * FROM mail_domains WHERE domain = ? AND verified_at_ms IS NOT NULL',
        domain,
      );
      return row && domainFromRow(row);
    },

    toCheck: async (beforeMs) => {
      const rows = await db.sql.all(
        `SELECT * FROM mail_domains WHERE verified_at_ms IS NOT NULL AND checked_at_ms < ?
         ORDER BY checked_at_ms LIMIT ?`,
        beforeMs,
        AT_ONCE,
      );
      return rows.map(domainFromRow);
    },

    checked: ({ id, atMs, isMissing }) =>
      db.transaction(async (sql) => {
        await sql.run(
          `UPDATE mail_domains SET checked_at_ms = ?,
             missing_since_ms = ${isMissing ? 'COALESCE(missing_since_ms, ?)' : 'NULL'} WHERE id = ?`,
          ...(isMissing ? [atMs, atMs, id] : [atMs, id]),
        );
      }),
  };
}

export async function domainsOf(sql: Sql, accountId: string): Promise<readonly MailDomain[]> {
  const rows = await sql.all('SELECT * FROM mail_domains WHERE account_id = ? ORDER BY claimed_at_ms, id', accountId);
  return rows.map(domainFromRow);
}

export const forgetDomains = (sql: Sql, accountId: string): Promise<unknown> =>
  sql.run('DELETE FROM mail_domains WHERE account_id = ?', accountId);

const domainFromRow = (row: Row): MailDomain => ({
  id: text(row, 'id'),
  accountId: text(row, 'account_id'),
  domain: text(row, 'domain'),
  token: text(row, 'token'),
  claimedAtMs: number(row, 'claimed_at_ms'),
  verifiedAtMs: optionalNumber(row, 'verified_at_ms') ?? null,
  checkedAtMs: optionalNumber(row, 'checked_at_ms') ?? null,
  missingSinceMs: optionalNumber(row, 'missing_since_ms') ?? null,
});

type ChangeOf<Kind extends DomainChange['kind']> = DomainChange & { readonly kind: Kind };
type At = { readonly accountId: string; readonly atMs: number };
type Rules = {
  readonly [Kind in DomainChange['kind']]: (sql: Sql, change: ChangeOf<Kind>, at: At) => Promise<unknown>;
};

const RULES: Rules = {
  'claim-domain': claim,

  'verify-domain': async (sql, { domainId }, { accountId, atMs }) => {
    const verified = await sql.run(
      `UPDATE mail_domains SET verified_at_ms = COALESCE(verified_at_ms, ?), checked_at_ms = ?, missing_since_ms = NULL
       WHERE id = ? AND account_id = ? AND NOT EXISTS
         (SELECT 1 FROM mail_domains o WHERE o.domain = mail_domains.domain AND o.id <> mail_domains.id
            AND o.verified_at_ms IS NOT NULL)`,
      atMs,
      atMs,
      domainId,
      accountId,
    );
    if (verified === 0) throw domainTaken();
  },

  'lapse-domain': (sql, { domainId }, { accountId }) =>
    sql.run('UPDATE mail_domains SET verified_at_ms = NULL WHERE id = ? AND account_id = ?', domainId, accountId),

  'remove-domain': async (sql, { domainId }, { accountId }) => {
    const removed = await sql.run('DELETE FROM mail_domains WHERE id = ? AND account_id = ?', domainId, accountId);
    if (removed === 0) throw new ServiceError('not_found', 'This organisation has no such domain.');
  },
};

async function claim(sql: Sql, change: ChangeOf<'claim-domain'>, { accountId, atMs }: At): Promise<void> {
  const { id, domain, token } = change.claim;
  const known = await domainsOf(sql, accountId);
  if (known.some((one) => one.domain === domain)) {
    throw new ServiceError('invalid_request', 'This organisation has claimed the domain already.', { param: 'domain' });
  }
  if (known.length >= DOMAINS_MAX) {
    throw new ServiceError('invalid_request', `An organisation has at most ${DOMAINS_MAX} domains.`, {
      param: 'domain',
    });
  }
  await sql.run(
    'INSERT INTO mail_domains (id, account_id, domain, token, claimed_at_ms) VALUES (?, ?, ?, ?, ?)',
    id,
    accountId,
    domain,
    token,
    atMs,
  );
}

export const isDomainChange = (action: { readonly kind: string }): action is DomainChange =>
  Object.hasOwn(RULES, action.kind);

export async function changeDomains(sql: Sql, change: DomainChange, at: At): Promise<void> {
  const rule = RULES[change.kind] as (sql: Sql, change: DomainChange, at: At) => Promise<unknown>;
  await rule(sql, change, at);
}

const idOf = (change: DomainChange): string => (change.kind === 'claim-domain' ? change.claim.id : change.domainId);

/** What the log says was wanted. */
export const domainDetails = (change: DomainChange): object =>
  change.kind === 'claim-domain' ? { domainId: idOf(change), domain: change.claim.domain } : { domainId: idOf(change) };

/** What the log says of the domain before and after. */
export async function domainState(sql: Sql, change: DomainChange): Promise<State> {
  const row = await sql.one('SELECT * FROM mail_domains WHERE id = ?', idOf(change));
  return row ? { domain: row.domain, isVerified: row.verified_at_ms !== null } : {};
}
