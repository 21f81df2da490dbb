-- What the settings area keeps beside the books: kinds and uses of keys, the low-balance alert, closed accounts.

ALTER TABLE api_keys ADD COLUMN kind TEXT NOT NULL DEFAULT 'api' CHECK (kind IN ('api', 'playground'));
-- Beside what is written with every charge anyway.
ALTER TABLE key_months ADD COLUMN last_used_at_ms BIGINT;
-- The key that a rotation has put in the place of this one.
ALTER TABLE api_keys ADD COLUMN replaced_by TEXT REFERENCES api_keys (id);
CREATE UNIQUE INDEX one_playground_key_an_account ON api_keys (account_id) WHERE kind = 'playground';

ALTER TABLE accounts ADD COLUMN alert_below_nanos BIGINT CHECK (alert_below_nanos > 0);
ALTER TABLE accounts ADD COLUMN alert_language TEXT CHECK (alert_language IN ('cs', 'en'));
-- When the owner was told; null while the alert is armed.
ALTER TABLE accounts ADD COLUMN alerted_at_ms BIGINT;
CREATE INDEX accounts_with_alert ON accounts (id) WHERE alert_below_nanos IS NOT NULL;

-- When the account was closed, and, until its pots are empty, that somebody still has to empty them.
ALTER TABLE accounts ADD COLUMN closed_at_ms BIGINT;
ALTER TABLE accounts ADD COLUMN emptying_since_ms BIGINT;
CREATE INDEX accounts_being_emptied ON accounts (emptying_since_ms) WHERE emptying_since_ms IS NOT NULL;
