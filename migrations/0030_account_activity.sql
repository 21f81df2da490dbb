-- When an account last got an answer, and what it has spent in the month of that: for the operator's list of customers. A
-- projection of key_months, written at most a minute later, so that no charge has to write one row more.
CREATE TABLE account_activity (
  account_id   TEXT PRIMARY KEY REFERENCES accounts (id),
  active_at_ms BIGINT NOT NULL,
  month        TEXT NOT NULL,
  spent_nanos  BIGINT NOT NULL CHECK (spent_nanos >= 0),
  tokens       BIGINT NOT NULL CHECK (tokens >= 0)
) {{clustered}};
CREATE INDEX account_activity_by_spend ON account_activity (month, spent_nanos, account_id);

INSERT INTO account_activity (account_id, active_at_ms, month, spent_nanos, tokens)
SELECT k.account_id, MAX(COALESCE(m.last_used_at_ms, 0)), m.month, SUM(m.spent_nanos), SUM(m.tokens)
FROM key_months m JOIN api_keys k ON k.id = m.key_id
JOIN (
  SELECT k.account_id, MAX(m.month) AS month FROM key_months m JOIN api_keys k ON k.id = m.key_id GROUP BY k.account_id
) newest ON newest.account_id = k.account_id AND newest.month = m.month
GROUP BY k.account_id, m.month;
