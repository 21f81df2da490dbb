-- Which e-mail about a limit was written last: one row for each limit, by the id under which it is leased. A limit that was
-- changed, or whose month is another, begins anew.
CREATE TABLE limit_alerts (
  limit_id   TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  -- Empty where the limit counts in all.
  month      TEXT NOT NULL,
  amount     BIGINT NOT NULL,
  percent    BIGINT NOT NULL CHECK (percent IN (80, 100)),
  told_at_ms BIGINT NOT NULL
);

-- Whether the owner gets e-mails about limits.
ALTER TABLE accounts ADD COLUMN limit_emails BIGINT NOT NULL DEFAULT 1 CHECK (limit_emails IN (0, 1));

CREATE INDEX api_keys_with_limits ON api_keys (id) WHERE limit_nanos IS NOT NULL OR token_limit IS NOT NULL;
CREATE INDEX accounts_with_limits ON accounts (id) WHERE token_limit IS NOT NULL;
