-- Accounts, API keys, the ledger and kept answers. Amounts are nano-crowns (10^-9 CZK), times are milliseconds since 1970.
-- Only what SQLite and PostgreSQL both understand; {{serial}} is the one word the migrator writes for each of them.

CREATE TABLE accounts (
  id            TEXT PRIMARY KEY,
  email         TEXT NOT NULL UNIQUE,
  status        TEXT NOT NULL CHECK (status IN ('active', 'blocked')),
  created_at_ms BIGINT NOT NULL
);

CREATE TABLE api_keys (
  id             TEXT PRIMARY KEY,
  account_id     TEXT NOT NULL REFERENCES accounts (id),
  fingerprint    TEXT NOT NULL UNIQUE,
  name           TEXT NOT NULL,
  hint           TEXT NOT NULL,
  created_at_ms  BIGINT NOT NULL,
  expires_at_ms  BIGINT,
  revoked_at_ms  BIGINT,
  allowed_models TEXT NOT NULL,
  allowed_ranges TEXT NOT NULL,
  spent_nanos    BIGINT NOT NULL DEFAULT 0 CHECK (spent_nanos >= 0)
);
CREATE INDEX api_keys_by_account ON api_keys (account_id);

-- What an account can spend. The balance is a projection of ledger_entries; what is held is still in it.
CREATE TABLE pots (
  id            TEXT PRIMARY KEY,
  account_id    TEXT NOT NULL REFERENCES accounts (id),
  kind          TEXT NOT NULL CHECK (kind IN ('credit')),
  balance_nanos BIGINT NOT NULL CHECK (balance_nanos >= 0),
  held_nanos    BIGINT NOT NULL CHECK (held_nanos >= 0),
  CHECK (held_nanos <= balance_nanos)
);
CREATE UNIQUE INDEX one_credit_pot_an_account ON pots (account_id) WHERE kind = 'credit';

-- The only truth about money: rows are added, never changed. One charge per request and pot.
CREATE TABLE ledger_entries (
  seq          {{serial}},
  account_id   TEXT NOT NULL REFERENCES accounts (id),
  pot_id       TEXT NOT NULL REFERENCES pots (id),
  kind         TEXT NOT NULL CHECK (kind IN ('grant', 'charge')),
  request_id   TEXT,
  amount_nanos BIGINT NOT NULL,
  at_ms        BIGINT NOT NULL,
  actor        TEXT NOT NULL,
  reason       TEXT NOT NULL,
  UNIQUE (request_id, kind, pot_id),
  CHECK ((kind = 'charge') = (request_id IS NOT NULL)),
  CHECK (kind <> 'charge' OR amount_nanos <= 0),
  CHECK (kind <> 'grant' OR amount_nanos > 0)
);
CREATE INDEX ledger_entries_by_account ON ledger_entries (account_id, seq);

-- One row a request: its hold, and once it has ended, its receipt.
CREATE TABLE requests (
  id                  TEXT PRIMARY KEY,
  account_id          TEXT NOT NULL REFERENCES accounts (id),
  key_id              TEXT NOT NULL REFERENCES api_keys (id),
  pot_id              TEXT NOT NULL REFERENCES pots (id),
  model               TEXT NOT NULL,
  state               TEXT NOT NULL CHECK (state IN ('open', 'settled', 'released', 'expired')),
  held_nanos          BIGINT NOT NULL CHECK (held_nanos >= 0),
  price               TEXT NOT NULL,
  admitted_at_ms      BIGINT NOT NULL,
  expires_at_ms       BIGINT NOT NULL,
  ended_at_ms         BIGINT,
  outcome             TEXT,
  input_tokens        BIGINT,
  cached_input_tokens BIGINT,
  output_tokens       BIGINT,
  reasoning_tokens    BIGINT,
  cost_nanos          BIGINT CHECK (cost_nanos IS NULL OR (cost_nanos >= 0 AND cost_nanos <= held_nanos)),
  CHECK ((state = 'settled') = (cost_nanos IS NOT NULL))
);
CREATE INDEX open_requests ON requests (expires_at_ms) WHERE state = 'open';

-- Answers kept for their Idempotency-Key, and for nothing else.
CREATE TABLE recorded_answers (
  scope         TEXT PRIMARY KEY,
  fingerprint   TEXT NOT NULL,
  request_id    TEXT NOT NULL,
  answer        TEXT NOT NULL,
  expires_at_ms BIGINT NOT NULL
);
CREATE INDEX recorded_answers_by_expiry ON recorded_answers (expires_at_ms);
