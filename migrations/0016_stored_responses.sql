-- Responses that later requests may refer to: what was sent, and what came of it, each encrypted with a key of the
-- account that is derived from the server's secret. They are forgotten after some hours.
CREATE TABLE stored_responses (
  id            TEXT PRIMARY KEY,
  account_id    TEXT NOT NULL REFERENCES accounts (id),
  created_at_ms BIGINT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  input         TEXT NOT NULL,
  response      TEXT NOT NULL
);
CREATE INDEX stored_responses_by_account ON stored_responses (account_id, created_at_ms);
CREATE INDEX stored_responses_by_expiry ON stored_responses (expires_at_ms);
