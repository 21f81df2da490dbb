-- Tokens for programs that ask what the pages ask. Each acts for the person who made it, within its scopes. Of a secret only
-- its fingerprint is kept. A token of an operator has the account of that person for the log alone.
CREATE TABLE management_tokens (
  id              TEXT PRIMARY KEY,
  area            TEXT NOT NULL CHECK (area IN ('account', 'operator')),
  account_id      TEXT NOT NULL REFERENCES accounts (id),
  user_id         TEXT NOT NULL,
  fingerprint     TEXT NOT NULL UNIQUE,
  name            TEXT NOT NULL,
  hint            TEXT NOT NULL,
  -- JSON: an array of names.
  scopes          TEXT NOT NULL,
  created_at_ms   BIGINT NOT NULL,
  expires_at_ms   BIGINT,
  revoked_at_ms   BIGINT,
  last_used_at_ms BIGINT
);
CREATE INDEX management_tokens_by_account ON management_tokens (account_id, created_at_ms);
CREATE INDEX management_tokens_by_user ON management_tokens (user_id);
CREATE INDEX management_tokens_of_operators ON management_tokens (created_at_ms) WHERE area = 'operator';
