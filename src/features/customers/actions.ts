/** Actions of operators on the account of a customer, and what the log says of an account. */
import { ServiceError } from '../../core/errors.ts';
import { isMoney } from '../../core/ledger.ts';
import { formatCzk } from '../../core/money.ts';
import { readBalance } from '../../ledger/balance.ts';
import type { State } from '../../platform/action-log/action.ts';
import type { AccountRules } from '../../platform/action-log/action-rules.ts';
import type { Sql } from '../../platform/database/database.ts';
import { membersOf } from '../organisations/index.ts';
import { accountFromRow, insertAccount } from './account-store.ts';

export type StandingChange =
  | { readonly kind: 'suspend' | 'resume' | 'end-sessions' }
  | { readonly kind: 'open-account'; readonly email: string }
  /** A program asked for a change, by a management token of this account. */
  | { readonly kind: 'token-call'; readonly call: string }
  /** The operator changed what its members change, by a command. */
  | { readonly kind: 'command-call'; readonly call: string }
  /** Its pages were looked at. */
  | { readonly kind: 'look' }
  /** A member has signed in, by their password or passkey, a provider, or the provider of the organisation. */
  | { readonly kind: 'sign-in'; readonly by: string }
  /** A person has tried with the address of a member, and was refused. */
  | { readonly kind: 'sign-in-failed'; readonly by: string };

/** An action that changes nothing. The account must be there. */
const READING = {
  state: async () => ({}),
  perform: async ({ sql }: { readonly sql: Sql }, { accountId }: { readonly accountId: string }) => {
    const found = await sql.one('SELECT id FROM accounts WHERE id = ?', accountId);
    if (!found) throw new ServiceError('not_found', 'There is no such account.');
  },
};

export const CUSTOMER_ACTIONS: AccountRules<StandingChange> = {
  suspend: {
    perform: ({ sql }, { accountId }, { atMs }) =>
      sql.run('UPDATE accounts SET suspended_at_ms = COALESCE(suspended_at_ms, ?) WHERE id = ?', atMs, accountId),
  },
  resume: {
    perform: ({ sql }, { accountId }) => sql.run('UPDATE accounts SET suspended_at_ms = NULL WHERE id = ?', accountId),
  },
  'end-sessions': { perform: ({ sql }, { accountId }) => endSessions(sql, accountId) },
  'open-account': {
    state: async (sql, { accountId }, atMs) => {
      const isThere = await sql.one('SELECT id FROM accounts WHERE id = ?', accountId);
      return isThere ? accountState(sql, accountId, atMs) : {};
    },
    perform: ({ sql }, { accountId: id, email }, { atMs }) =>
      insertAccount(sql, { id, email, status: 'active', createdAtMs: atMs }),
  },
  look: READING,
  'token-call': READING,
  'command-call': READING,
  'sign-in': READING,
  'sign-in-failed': READING,
};

/** The account before and after, as the log has it. */
export async function accountState(sql: Sql, accountId: string, atMs: number): Promise<State> {
  const row = await sql.one('SELECT * FROM accounts WHERE id = ?', accountId);
  if (!row) throw new ServiceError('not_found', 'There is no such account.');
  const balance = await readBalance(sql, accountId, atMs);
  const subscription = await sql.one('SELECT plan, next_plan FROM subscriptions WHERE account_id = ?', accountId);
  const tokens = balance.pots.reduce((sum, pot) => (isMoney(pot) ? sum : sum + pot.amount), 0n);
  return {
    status: accountFromRow(row).status,
    creditCzk: formatCzk(balance.credit),
    debtCzk: formatCzk(balance.debt),
    tokens: String(tokens),
    plan: subscription?.plan ?? null,
    nextPlan: subscription?.next_plan ?? null,
  };
}

/** Ends those of all members: an operator who acts on an account does not know whose session it is about. */
async function endSessions(sql: Sql, accountId: string): Promise<void> {
  for (const { userId } of await membersOf(sql, accountId)) {
    await sql.run('DELETE FROM auth_sessions WHERE user_id = ?', userId);
    // Trusted devices and links for a new password: each would open a session again.
    await sql.run('DELETE FROM auth_verifications WHERE value = ?', userId);
  }
}
