-- A limit is a row: whose it is, of what, in which window of time, how much, and who has set it.
CREATE TABLE limits (
  id          TEXT PRIMARY KEY,
  account_id  TEXT NOT NULL REFERENCES accounts (id),
  owner       TEXT NOT NULL CHECK (owner IN ('account', 'key', 'member')),
  -- The account, the key, or the person.
  owner_id    TEXT NOT NULL,
  unit        TEXT NOT NULL CHECK (unit IN ('CZK', 'tokens', 'requests')),
  time_window TEXT NOT NULL CHECK (time_window IN ('minute', 'hour', 'day', 'week', 'month', 'total')),
  -- Nano-crowns, tokens, or requests.
  maximum     BIGINT NOT NULL CHECK (maximum >= 0),
  set_by      TEXT NOT NULL CHECK (set_by IN ('customer', 'operator')),
  UNIQUE (account_id, owner_id, unit, time_window, set_by)
);
{{range}} limits (maximum) 0 TO 1000000000000000000;

-- Until now limits were columns. What was leased of one, and what was told about it, is known by its id before.
INSERT INTO limits SELECT 'limit_' || id, account_id, 'key', id, 'CZK', limit_window, limit_nanos, 'customer'
  FROM api_keys WHERE limit_nanos IS NOT NULL;
INSERT INTO limits SELECT 'limit_' || id || '/tokens', account_id, 'key', id, 'tokens', token_window, token_limit, 'customer'
  FROM api_keys WHERE token_limit IS NOT NULL;
INSERT INTO limits SELECT 'limit_' || id || '/requests-minute', account_id, 'key', id, 'requests', 'minute', requests_per_minute, 'customer'
  FROM api_keys WHERE requests_per_minute IS NOT NULL;
INSERT INTO limits SELECT 'limit_' || id || '/tokens-minute', account_id, 'key', id, 'tokens', 'minute', tokens_per_minute, 'customer'
  FROM api_keys WHERE tokens_per_minute IS NOT NULL;
INSERT INTO limits SELECT 'limit_' || id, id, 'account', id, 'CZK', 'month', month_limit_nanos, 'customer'
  FROM accounts WHERE month_limit_nanos IS NOT NULL;
INSERT INTO limits SELECT 'limit_' || id || '/tokens', id, 'account', id, 'tokens', token_window, token_limit, 'customer'
  FROM accounts WHERE token_limit IS NOT NULL;
INSERT INTO limits SELECT 'limit_' || id || '/requests-minute', id, 'account', id, 'requests', 'minute', own_requests_per_minute, 'customer'
  FROM accounts WHERE own_requests_per_minute IS NOT NULL;
INSERT INTO limits SELECT 'limit_' || id || '/tokens-minute', id, 'account', id, 'tokens', 'minute', own_tokens_per_minute, 'customer'
  FROM accounts WHERE own_tokens_per_minute IS NOT NULL;
INSERT INTO limits SELECT 'limit_' || id || '/requests-minute/operator', id, 'account', id, 'requests', 'minute', requests_per_minute, 'operator'
  FROM accounts WHERE requests_per_minute IS NOT NULL;
INSERT INTO limits SELECT 'limit_' || id || '/tokens-minute/operator', id, 'account', id, 'tokens', 'minute', tokens_per_minute, 'operator'
  FROM accounts WHERE tokens_per_minute IS NOT NULL;
-- Those of members who have left wait for them. Who has come back has the one of the member.
INSERT INTO limits SELECT 'limit_' || account_id || '/' || user_id, account_id, 'member', user_id, 'CZK', 'month', month_nanos, 'customer'
  FROM members WHERE month_nanos IS NOT NULL;
INSERT INTO limits SELECT 'limit_' || account_id || '/' || user_id || '/tokens', account_id, 'member', user_id, 'tokens', 'month', month_tokens, 'customer'
  FROM members WHERE month_tokens IS NOT NULL;
INSERT INTO limits SELECT 'limit_' || account_id || '/' || user_id, account_id, 'member', user_id, 'CZK', 'month', month_nanos, 'customer'
  FROM left_budgets WHERE month_nanos IS NOT NULL ON CONFLICT DO NOTHING;
INSERT INTO limits SELECT 'limit_' || account_id || '/' || user_id || '/tokens', account_id, 'member', user_id, 'tokens', 'month', month_tokens, 'customer'
  FROM left_budgets WHERE month_tokens IS NOT NULL ON CONFLICT DO NOTHING;

UPDATE leases SET pot_id = 'limit_' || pot_id WHERE 'limit_' || pot_id IN (SELECT id FROM limits);
DELETE FROM leases WHERE pot_id NOT IN (SELECT id FROM limits) AND pot_id NOT IN (SELECT id FROM pots);
UPDATE limit_alerts SET limit_id = 'limit_' || limit_id;
-- When the window began, as a date: the same for days, weeks and months.
ALTER TABLE limit_alerts RENAME COLUMN month TO since;
UPDATE limit_alerts SET since = since || '-01' WHERE since <> '';

{{versions-and-ends}} limits (id) account_id, owner, owner_id, unit, time_window, maximum, set_by;
{{unversioned}} accounts;
{{unversioned}} api_keys;
{{unversioned}} members;
{{unversioned}} left_budgets;

DROP INDEX accounts_with_limits;
ALTER TABLE accounts DROP COLUMN token_limit;
ALTER TABLE accounts DROP COLUMN token_window;
ALTER TABLE accounts DROP COLUMN month_limit_nanos;
ALTER TABLE accounts DROP COLUMN requests_per_minute;
ALTER TABLE accounts DROP COLUMN own_requests_per_minute;
ALTER TABLE accounts DROP COLUMN tokens_per_minute;
ALTER TABLE accounts DROP COLUMN own_tokens_per_minute;
DROP INDEX api_keys_with_limits;
{{unbounded}} api_keys;
ALTER TABLE api_keys DROP COLUMN token_limit;
ALTER TABLE api_keys DROP COLUMN token_window;
ALTER TABLE api_keys DROP COLUMN requests_per_minute;
ALTER TABLE api_keys DROP COLUMN tokens_per_minute;
-- SQLite drops no column that a constraint of the table names. Under these names it finds the number that every row has, so
-- the constraint, which compared two columns, stays and is always true.
ALTER TABLE api_keys RENAME COLUMN limit_nanos TO rowid;
ALTER TABLE api_keys RENAME COLUMN limit_window TO oid;
ALTER TABLE api_keys DROP COLUMN rowid;
ALTER TABLE api_keys DROP COLUMN oid;
ALTER TABLE members DROP COLUMN month_nanos;
ALTER TABLE members DROP COLUMN month_tokens;
ALTER TABLE left_budgets DROP COLUMN month_nanos;
ALTER TABLE left_budgets DROP COLUMN month_tokens;

{{versions}} accounts (id) status, user_id, renews_at_ms, closed_at_ms, suspended_at_ms;
{{versions}} api_keys (id) account_id, user_id, kind, fingerprint, expires_at_ms, revoked_at_ms;
{{versions-and-ends}} members (account_id, user_id) role;
{{versions-and-ends}} left_budgets (account_id, user_id) account_id;
