/** Which tables have versions, and which statements may write some. */

/** Tables of which any change may be a version. */
const ANY_CHANGE = [
  'orders',
  'payment_events',
  'vouchers',
  'voucher_uses',
  'trial_credits',
  'price_versions',
  'price_group_versions',
  'price_group_members',
  'buying_versions',
  'currency_rates',
  'plan_terms',
  'plan_periods',
  'debts',
  'proofs',
  'archives',
  'subscriptions',
  'paid_subscriptions',
  'accounts',
  'api_keys',
  'members',
  'documents',
  'bank_movements',
  'offer_versions',
  'saved_cards',
  'top_ups',
  'operator_actions',
  'trial_mailboxes',
  'left_budgets',
  'limits',
  'row_versions',
];

/** Changes that are versions. Amounts of pots, and when a server was last heard of, are none: every request changes them. */
const VERSIONED = new RegExp(
  `(?:INSERT INTO|UPDATE|DELETE FROM)\\s+(?:${ANY_CHANGE.join('|')})\\b|` +
    '(?:INSERT INTO|DELETE FROM)\\s+(?:pots|servers)\\b|UPDATE\\s+pots\\s+SET\\s+expires_at_ms\\b',
);

/**
 * Tables that requests and charges refer to, with their versioned columns. On SQLite a trigger on new rows would make it
 * read every request and every entry for each, so the program writes the version of a row that is added.
 */
export const ADDED_BY_PROGRAM: Readonly<Record<string, readonly string[]>> = {
  pots: ['account_id', 'kind', 'created_at_ms', 'expires_at_ms', 'terms'],
  accounts: ['status', 'user_id', 'renews_at_ms', 'closed_at_ms', 'suspended_at_ms'],
  api_keys: ['account_id', 'user_id', 'kind', 'fingerprint', 'expires_at_ms', 'revoked_at_ms'],
};

const ADDED = new RegExp(`INSERT INTO\\s+(${Object.keys(ADDED_BY_PROGRAM).join('|')})\\b`);

/** The table of these to which a statement adds rows. */
export const addedTo = (text: string): string | undefined => ADDED.exec(text)?.[1];

const known = new Map<string, boolean>();
const KNOWN_MAX = 5000;

/** True where a statement may write versions. Seen by its text, so that no other one costs anything. */
export function mayWriteVersions(text: string): boolean {
  const found = known.get(text);
  if (found !== undefined) return found;
  const may = !text.startsWith('EXPLAIN') && VERSIONED.test(text);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(text, may);
  return may;
}
