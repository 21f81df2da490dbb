-- What no one may use must not be forgotten: limits that the program before does not know stand in the way. The first also
-- locks the table.
{{unversioned}} limits;
ALTER TABLE limits RENAME TO limits_gone;
{{unless}} SELECT 1 AS found FROM limits_gone WHERE time_window IN ('hour', 'day', 'week')
  OR (set_by = 'operator' AND time_window <> 'minute') OR (owner = 'account' AND unit = 'CZK' AND time_window <> 'month')
  OR (owner = 'member' AND time_window <> 'month') LIMIT 1;
{{unless}} SELECT 1 AS found FROM limits_gone WHERE time_window <> 'minute' GROUP BY account_id, owner_id, unit
  HAVING COUNT(*) > 1 LIMIT 1;
{{unversioned}} accounts;
{{unversioned}} api_keys;
{{unversioned}} members;
{{unversioned}} left_budgets;

ALTER TABLE accounts ADD COLUMN token_limit BIGINT CHECK (token_limit >= 0);
ALTER TABLE accounts ADD COLUMN token_window TEXT CHECK (token_window IN ('total', 'month'));
ALTER TABLE accounts ADD COLUMN month_limit_nanos BIGINT CHECK (month_limit_nanos >= 0);
ALTER TABLE accounts ADD COLUMN requests_per_minute BIGINT CHECK (requests_per_minute >= 1);
ALTER TABLE accounts ADD COLUMN own_requests_per_minute BIGINT CHECK (own_requests_per_minute >= 1);
ALTER TABLE accounts ADD COLUMN tokens_per_minute BIGINT CHECK (tokens_per_minute >= 1);
ALTER TABLE accounts ADD COLUMN own_tokens_per_minute BIGINT CHECK (own_tokens_per_minute >= 1);
CREATE INDEX accounts_with_limits ON accounts (id) WHERE token_limit IS NOT NULL OR month_limit_nanos IS NOT NULL;
ALTER TABLE api_keys ADD COLUMN limit_nanos BIGINT CHECK (limit_nanos >= 0);
ALTER TABLE api_keys ADD COLUMN limit_window TEXT CHECK (limit_window IN ('total', 'month'));
ALTER TABLE api_keys ADD COLUMN token_limit BIGINT CHECK (token_limit >= 0);
ALTER TABLE api_keys ADD COLUMN token_window TEXT CHECK (token_window IN ('total', 'month'));
ALTER TABLE api_keys ADD COLUMN requests_per_minute BIGINT CHECK (requests_per_minute >= 1);
ALTER TABLE api_keys ADD COLUMN tokens_per_minute BIGINT CHECK (tokens_per_minute >= 1);
CREATE INDEX api_keys_with_limits ON api_keys (id) WHERE limit_nanos IS NOT NULL OR token_limit IS NOT NULL;
ALTER TABLE members ADD COLUMN month_nanos BIGINT CHECK (month_nanos >= 0);
ALTER TABLE members ADD COLUMN month_tokens BIGINT CHECK (month_tokens >= 0);
ALTER TABLE left_budgets ADD COLUMN month_nanos BIGINT CHECK (month_nanos >= 0);
ALTER TABLE left_budgets ADD COLUMN month_tokens BIGINT CHECK (month_tokens >= 0);

UPDATE accounts SET token_limit = g.maximum, token_window = g.time_window FROM limits_gone g
  WHERE g.owner_id = accounts.id AND g.unit = 'tokens' AND g.time_window <> 'minute';
UPDATE accounts SET month_limit_nanos = g.maximum FROM limits_gone g WHERE g.owner_id = accounts.id AND g.unit = 'CZK';
UPDATE accounts SET requests_per_minute = g.maximum FROM limits_gone g
  WHERE g.owner_id = accounts.id AND g.unit = 'requests' AND g.set_by = 'operator';
UPDATE accounts SET own_requests_per_minute = g.maximum FROM limits_gone g
  WHERE g.owner_id = accounts.id AND g.unit = 'requests' AND g.set_by = 'customer';
UPDATE accounts SET tokens_per_minute = g.maximum FROM limits_gone g
  WHERE g.owner_id = accounts.id AND g.unit = 'tokens' AND g.time_window = 'minute' AND g.set_by = 'operator';
UPDATE accounts SET own_tokens_per_minute = g.maximum FROM limits_gone g
  WHERE g.owner_id = accounts.id AND g.unit = 'tokens' AND g.time_window = 'minute' AND g.set_by = 'customer';
UPDATE api_keys SET limit_nanos = g.maximum, limit_window = g.time_window FROM limits_gone g
  WHERE g.owner_id = api_keys.id AND g.unit = 'CZK';
UPDATE api_keys SET token_limit = g.maximum, token_window = g.time_window FROM limits_gone g
  WHERE g.owner_id = api_keys.id AND g.unit = 'tokens' AND g.time_window <> 'minute';
UPDATE api_keys SET requests_per_minute = g.maximum FROM limits_gone g WHERE g.owner_id = api_keys.id AND g.unit = 'requests';
UPDATE api_keys SET tokens_per_minute = g.maximum FROM limits_gone g
  WHERE g.owner_id = api_keys.id AND g.unit = 'tokens' AND g.time_window = 'minute';
UPDATE members SET month_nanos = g.maximum FROM limits_gone g
  WHERE g.account_id = members.account_id AND g.owner_id = members.user_id AND g.unit = 'CZK';
UPDATE members SET month_tokens = g.maximum FROM limits_gone g
  WHERE g.account_id = members.account_id AND g.owner_id = members.user_id AND g.unit = 'tokens';
UPDATE left_budgets SET month_nanos = g.maximum FROM limits_gone g
  WHERE g.account_id = left_budgets.account_id AND g.owner_id = left_budgets.user_id AND g.unit = 'CZK';
UPDATE left_budgets SET month_tokens = g.maximum FROM limits_gone g
  WHERE g.account_id = left_budgets.account_id AND g.owner_id = left_budgets.user_id AND g.unit = 'tokens';

-- No server runs, so what was leased is free.
DELETE FROM leases WHERE pot_id IN (SELECT id FROM limits_gone);
DELETE FROM limit_alerts WHERE limit_id NOT IN (SELECT id FROM limits_gone);
UPDATE limit_alerts SET since = SUBSTR(since, 1, 7), limit_id = (
  SELECT CASE g.owner WHEN 'member' THEN g.account_id || '/' || g.owner_id ELSE g.owner_id END
    || CASE g.unit WHEN 'tokens' THEN '/tokens' ELSE '' END
  FROM limits_gone g WHERE g.id = limit_alerts.limit_id);
ALTER TABLE limit_alerts RENAME COLUMN since TO month;

{{range}} api_keys (limit_nanos) 0 TO 1000000000000000000;
{{versions}} accounts (id) status, user_id, renews_at_ms, closed_at_ms, suspended_at_ms, token_limit, token_window,
  month_limit_nanos, requests_per_minute, own_requests_per_minute, tokens_per_minute, own_tokens_per_minute;
{{versions}} api_keys (id) account_id, user_id, kind, fingerprint, expires_at_ms, revoked_at_ms, limit_nanos, limit_window,
  token_limit, token_window, requests_per_minute, tokens_per_minute;
{{versions-and-ends}} members (account_id, user_id) role, month_nanos, month_tokens;
{{versions-and-ends}} left_budgets (account_id, user_id) month_nanos, month_tokens;
DROP TABLE limits_gone;
