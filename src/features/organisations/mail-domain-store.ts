/** Mail domains of organisations, and changes of them. The row of the account is locked by then. */
import { ServiceError } from '../../core/errors.ts';
import type { GivenRole } from '../../core/roles.ts';
import type { State } from '../../platform/action-log/action.ts';
import { accountRules } from '../../platform/action-log/action-rules.ts';
import { type Database, number, optionalNumber, type Row, type Sql, text } from '../../platform/database/database.ts';
import {
  DOMAINS_MAX,
  type DomainChange,
  domainTaken,
  type MailDomain,
  type MailDomains,
  type SignInProvider,
} from './mail-domain.ts';
import { countPlaces, insertMember, refuseTooMany } from './member-actions.ts';
import { MEMBERS_MAX } from './members.ts';

const AT_ONCE = 50;
const DOMAINS = `SELECT d.*, p.issuer, p.client_id, p.sealed_secret, p.role, p.is_required, p.is_enabled, p.set_at_ms
  FROM mail_domains d LEFT JOIN domain_providers p ON p.domain_id = d.id`;

export function createMailDomainStore(db: Database): MailDomains {
  return {
    list: (accountId) => domainsOf(db.sql, accountId),

    find: async ({ accountId, id }) => {
      const row = await db.sql.one(`${DOMAINS} WHERE d.id = ? AND d.account_id = ?`, id, accountId);
      return row && domainFromRow(row);
    },

    verified: async (domain) => {
      const row = await db.sql.one(`${DOMAINS} WHERE d.domain = ? AND d.verified_at_ms IS NOT NULL`, domain);
      return row && domainFromRow(row);
    },

    signInTarget: async (by) => {
      const [column, value] = 'id' in by ? ['id', by.id] : ['domain', by.domain];
      const row = await db.sql.one(
        `${DOMAINS} WHERE d.${column} = ? AND d.verified_at_ms IS NOT NULL AND p.is_enabled = 1`,
        value,
      );
      const found = row && domainFromRow(row);
      if (!found?.provider) return undefined;
      return { ...found, provider: { ...found.provider, sealedSecret: text(row!, 'sealed_secret') } };
    },

    requiredIn: async ({ userId, domain }) => {
      const rows = await db.sql.all(
        `SELECT d.account_id FROM mail_domains d JOIN domain_providers p ON p.domain_id = d.id
           JOIN members m ON m.account_id = d.account_id
         WHERE d.domain = ? AND d.verified_at_ms IS NOT NULL AND p.is_enabled = 1 AND p.is_required = 1 AND m.user_id = ?`,
        domain,
        userId,
      );
      return rows.map((row) => text(row, 'account_id'));
    },

    hasLeft: async ({ accountId, email }) =>
      (await db.sql.one('SELECT 1 AS found FROM left_members WHERE account_id = ? AND email = ?', accountId, email)) !==
      undefined,

    hasRoom: async ({ accountId, email }) => (await countPlaces(db.sql, accountId, email)) < MEMBERS_MAX,

    toCheck: async (beforeMs) => {
      const rows = await db.sql.all(
        `${DOMAINS} WHERE d.verified_at_ms IS NOT NULL AND d.checked_at_ms < ?
         ORDER BY d.checked_at_ms LIMIT ?`,
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
  const rows = await sql.all(`${DOMAINS} WHERE d.account_id = ? ORDER BY d.claimed_at_ms, d.id`, accountId);
  return rows.map(domainFromRow);
}

export async function forgetDomains(sql: Sql, accountId: string): Promise<void> {
  await sql.run(
    'DELETE FROM domain_providers WHERE domain_id IN (SELECT id FROM mail_domains WHERE account_id = ?)',
    accountId,
  );
  await sql.run('DELETE FROM mail_domains WHERE account_id = ?', accountId);
  await sql.run('DELETE FROM left_members WHERE account_id = ?', accountId);
}

const domainFromRow = (row: Row): MailDomain => ({
  id: text(row, 'id'),
  accountId: text(row, 'account_id'),
  domain: text(row, 'domain'),
  token: text(row, 'token'),
  claimedAtMs: number(row, 'claimed_at_ms'),
  verifiedAtMs: optionalNumber(row, 'verified_at_ms') ?? null,
  checkedAtMs: optionalNumber(row, 'checked_at_ms') ?? null,
  missingSinceMs: optionalNumber(row, 'missing_since_ms') ?? null,
  provider: row.issuer === null ? null : providerFromRow(row),
});

const providerFromRow = (row: Row): SignInProvider => ({
  issuer: text(row, 'issuer'),
  clientId: text(row, 'client_id'),
  role: text(row, 'role') as GivenRole,
  isRequired: number(row, 'is_required') === 1,
  isEnabled: number(row, 'is_enabled') === 1,
  setAtMs: number(row, 'set_at_ms'),
});

type ChangeOf<Kind extends DomainChange['kind']> = DomainChange & { readonly kind: Kind };
type At = { readonly accountId: string; readonly atMs: number };
export const DOMAIN_ACTIONS = accountRules<DomainChange>(
  {
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
      await removeProvider(sql, domainId, accountId);
      const removed = await sql.run('DELETE FROM mail_domains WHERE id = ? AND account_id = ?', domainId, accountId);
      if (removed === 0) throw new ServiceError('not_found', 'This organisation has no such domain.');
    },

    'set-provider': setProvider,
    'remove-provider': (sql, { domainId }, { accountId }) => removeProvider(sql, domainId, accountId),
    'join-by-domain': joinByDomain,
  },
  { details: domainDetails, state: domainState },
);

const removeProvider = (sql: Sql, domainId: string, accountId: string): Promise<number> =>
  sql.run(
    'DELETE FROM domain_providers WHERE domain_id = (SELECT id FROM mail_domains WHERE id = ? AND account_id = ?)',
    domainId,
    accountId,
  );

async function setProvider(sql: Sql, change: ChangeOf<'set-provider'>, { accountId, atMs }: At): Promise<void> {
  const { domainId, sealedSecret, provider } = change;
  const { issuer, clientId, role, isRequired, isEnabled } = provider;
  const row = await sql.one(
    // A secret is sent to the issuer that it was given for, and to no other.
    `SELECT COALESCE(CAST(? AS TEXT), CASE WHEN p.issuer = ? THEN p.sealed_secret END) AS secret FROM mail_domains d
       LEFT JOIN domain_providers p ON p.domain_id = d.id
     WHERE d.id = ? AND d.account_id = ? AND d.verified_at_ms IS NOT NULL`,
    sealedSecret,
    issuer,
    domainId,
    accountId,
  );
  if (!row) throw new ServiceError('invalid_request', 'Verify the domain first.', { param: 'domain' });
  if (row.secret === null)
    throw new ServiceError('invalid_request', 'clientSecret is required: it was not given for this issuer.', {
      param: 'clientSecret',
    });
  await removeProvider(sql, domainId, accountId);
  await sql.run(
    `INSERT INTO domain_providers (domain_id, issuer, client_id, sealed_secret, role, is_required, is_enabled, set_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    domainId,
    issuer,
    clientId,
    text(row, 'secret'),
    role,
    isRequired ? 1 : 0,
    isEnabled ? 1 : 0,
    atMs,
  );
}

/** With the role of an open invitation where there is one. All is looked at again: the account is locked now. */
async function joinByDomain(sql: Sql, change: ChangeOf<'join-by-domain'>, { accountId, atMs }: At): Promise<void> {
  const { domainId, userId } = change;
  const row = await sql.one(
    `${DOMAINS} JOIN accounts a ON a.id = d.account_id JOIN auth_users u ON u.id = ?
     WHERE d.id = ? AND d.account_id = ? AND d.verified_at_ms IS NOT NULL AND p.is_enabled = 1 AND a.status <> 'closed'
       AND NOT EXISTS (SELECT 1 FROM left_members l WHERE l.account_id = d.account_id AND l.email = u.email)`,
    userId,
    domainId,
    accountId,
  );
  if (!row) throw new ServiceError('not_found', 'This organisation has no such provider.');
  const invitation = await sql.one(
    `UPDATE invitations SET used_at_ms = ?, joined_at_ms = ?
     WHERE account_id = ? AND used_at_ms IS NULL AND email = (SELECT email FROM auth_users WHERE id = ?)
     RETURNING member_role`,
    atMs,
    atMs,
    accountId,
    userId,
  );
  await refuseTooMany(sql, accountId);
  await insertMember(sql, {
    accountId,
    userId,
    role: text(invitation ?? row, invitation ? 'member_role' : 'role'),
    atMs,
  });
}

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

const idOf = (change: DomainChange): string => (change.kind === 'claim-domain' ? change.claim.id : change.domainId);

/** The wish as the log has it, without the secret. */
function domainDetails(change: DomainChange): object {
  const domainId = idOf(change);
  if (change.kind === 'claim-domain') return { domainId, domain: change.claim.domain };
  if (change.kind === 'set-provider') return { domainId, ...change.provider, newSecret: change.sealedSecret !== null };
  return change.kind === 'join-by-domain' ? { domainId, userId: change.userId } : { domainId };
}

/** The domain before and after, as the log has it. */
async function domainState(sql: Sql, change: DomainChange): Promise<State> {
  const row = await sql.one(`${DOMAINS} WHERE d.id = ?`, idOf(change));
  if (!row) return {};
  const { domain, verifiedAtMs, provider } = domainFromRow(row);
  const userId = change.kind === 'join-by-domain' ? change.userId : '';
  const member = await sql.one(
    'SELECT u.email, m.role FROM members m JOIN auth_users u ON u.id = m.user_id WHERE m.account_id = ? AND m.user_id = ?',
    text(row, 'account_id'),
    userId,
  );
  return {
    domain,
    isVerified: verifiedAtMs !== null,
    ...(provider && { provider: provider.issuer, isRequired: provider.isRequired, isEnabled: provider.isEnabled }),
    ...(member && { member: member.email, role: member.role }),
  };
}
