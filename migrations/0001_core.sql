-- Accounts, API keys, the ledger and kept answers. Credit is in nano-crowns (10^-9 CZK), token pots are in tokens, times
-- are milliseconds since 1970. Only what SQLite and PostgreSQL both understand; the migrator writes {{serial}} (a
-- number that counts up) and {{clustered}} (rows stand in the order of their key, where the database can) for each of
-- them.

CREATE TABLE accounts (
  id            TEXT PRIMARY KEY,
  email         TEXT NOT NULL UNIQUE,
  status        TEXT NOT NULL CHECK (status IN ('active', 'blocked', 'closed')),
  created_at_ms BIGINT NOT NULL,
  -- When the running plan period ends and the next one is due; null without a plan.
  renews_at_ms  BIGINT
);
CREATE INDEX accounts_by_renewal ON accounts (renews_at_ms) WHERE renews_at_ms IS NOT NULL;

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
  limit_nanos    BIGINT CHECK (limit_nanos IS NULL OR limit_nanos >= 0),
  limit_window   TEXT CHECK (limit_window IN ('total', 'month')),
  CHECK ((limit_nanos IS NULL) = (limit_window IS NULL))
);
CREATE INDEX api_keys_by_account ON api_keys (account_id);

-- What a key has taken from the credit: a projection of the ledger. Its sum is what the key has spent in all.
CREATE TABLE key_months (
  key_id      TEXT NOT NULL REFERENCES api_keys (id),
  month       TEXT NOT NULL,
  spent_nanos BIGINT NOT NULL CHECK (spent_nanos >= 0),
  PRIMARY KEY (key_id, month)
) {{clustered}};

-- What an account can spend. Balance and spent are projections of ledger_entries; what is held is still in
-- the balance.
CREATE TABLE pots (
  id            TEXT PRIMARY KEY,
  account_id    TEXT NOT NULL REFERENCES accounts (id),
  kind          TEXT NOT NULL CHECK (kind IN ('plan', 'package', 'credit')),
  label         TEXT NOT NULL,
  balance       BIGINT NOT NULL CHECK (balance >= 0),
  held          BIGINT NOT NULL CHECK (held >= 0),
  -- What requests have taken, over all time: the charges among its entries.
  spent         BIGINT NOT NULL DEFAULT 0 CHECK (spent >= 0),
  created_at_ms BIGINT NOT NULL,
  expires_at_ms BIGINT,
  CHECK (held <= balance),
  CHECK ((kind = 'credit') = (expires_at_ms IS NULL))
);
CREATE UNIQUE INDEX one_credit_pot_an_account ON pots (account_id) WHERE kind = 'credit';
-- In the order in which pots are read, so that they need not be sorted.
CREATE INDEX pots_by_account ON pots (account_id, expires_at_ms, id);
CREATE INDEX pots_by_expiry ON pots (expires_at_ms) WHERE expires_at_ms IS NOT NULL AND balance > 0;

-- The only truth about money: rows are added, never changed. One charge per request and pot, one grant per pot of a plan.
CREATE TABLE ledger_entries (
  seq        {{serial}},
  account_id TEXT NOT NULL REFERENCES accounts (id),
  pot_id     TEXT NOT NULL REFERENCES pots (id),
  kind       TEXT NOT NULL
             CHECK (kind IN ('grant', 'charge', 'correction', 'refund', 'debt', 'expiry')),
  request_id TEXT,
  amount     BIGINT NOT NULL,
  at_ms      BIGINT NOT NULL,
  actor      TEXT NOT NULL,
  reason     TEXT NOT NULL,
  UNIQUE (request_id, kind, pot_id),
  CHECK ((kind = 'charge') = (request_id IS NOT NULL)),
  CHECK (kind <> 'grant' OR amount > 0),
  CHECK (kind NOT IN ('charge', 'refund', 'debt', 'expiry') OR amount <= 0)
);
-- Charges are found by their request. Everything else is rare, and people list it by time.
CREATE INDEX other_entries_by_account ON ledger_entries (account_id, at_ms) WHERE kind <> 'charge';

CREATE TABLE subscriptions (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  plan       TEXT NOT NULL CHECK (plan IN ('pro', 'ultra')),
  next_plan  TEXT CHECK (next_plan IN ('pro', 'ultra')),
  anchor_day BIGINT NOT NULL CHECK (anchor_day BETWEEN 1 AND 31)
);

CREATE TABLE plan_periods (
  account_id   TEXT NOT NULL REFERENCES accounts (id),
  starts_at_ms BIGINT NOT NULL,
  ends_at_ms   BIGINT NOT NULL,
  plan         TEXT NOT NULL CHECK (plan IN ('pro', 'ultra')),
  pot_id       TEXT NOT NULL UNIQUE REFERENCES pots (id),
  PRIMARY KEY (account_id, starts_at_ms),
  CHECK (starts_at_ms < ends_at_ms)
);

-- Nano-crowns per token. A request is priced by the version it was admitted with.
CREATE TABLE price_versions (
  id           TEXT PRIMARY KEY,
  model        TEXT NOT NULL,
  version      BIGINT NOT NULL CHECK (version >= 1),
  input        BIGINT NOT NULL CHECK (input >= 0),
  cached_input BIGINT NOT NULL CHECK (cached_input >= 0),
  output       BIGINT NOT NULL CHECK (output >= 0),
  reasoning    BIGINT NOT NULL CHECK (reasoning >= 0),
  from_ms      BIGINT NOT NULL,
  actor        TEXT NOT NULL,
  UNIQUE (model, version)
);

-- One row a request: its hold, and once it has ended, its receipt. held_parts is [[pot id, tokens], …] of the token pots.
CREATE TABLE requests (
  id                  TEXT PRIMARY KEY,
  account_id          TEXT NOT NULL REFERENCES accounts (id),
  key_id              TEXT NOT NULL REFERENCES api_keys (id),
  credit_pot_id       TEXT NOT NULL REFERENCES pots (id),
  model               TEXT NOT NULL,
  price_version       TEXT NOT NULL REFERENCES price_versions (id),
  state               TEXT NOT NULL CHECK (state IN ('open', 'settled', 'released', 'expired')),
  outcome             TEXT,
  held_nanos          BIGINT NOT NULL CHECK (held_nanos >= 0),
  held_parts          TEXT NOT NULL,
  input_tokens_max    BIGINT NOT NULL CHECK (input_tokens_max >= 0),
  output_tokens_max   BIGINT NOT NULL CHECK (output_tokens_max >= 1),
  admitted_at_ms      BIGINT NOT NULL,
  expires_at_ms       BIGINT NOT NULL,
  first_event_at_ms   BIGINT,
  ended_at_ms         BIGINT,
  input_tokens        BIGINT CHECK (input_tokens >= 0),
  cached_input_tokens BIGINT CHECK (cached_input_tokens BETWEEN 0 AND input_tokens),
  output_tokens       BIGINT CHECK (output_tokens >= 0),
  reasoning_tokens    BIGINT CHECK (reasoning_tokens BETWEEN 0 AND output_tokens),
  cost_nanos          BIGINT CHECK (cost_nanos IS NULL OR cost_nanos BETWEEN 0 AND held_nanos),
  CHECK ((state = 'settled') = (cost_nanos IS NOT NULL)),
  CHECK ((state = 'open') = (ended_at_ms IS NULL))
);
-- Few are open at a time, so one index serves both the limits of keys and the sweep, which reads it all.
CREATE INDEX open_requests ON requests (key_id, expires_at_ms) WHERE state = 'open';
CREATE INDEX requests_by_account ON requests (account_id, admitted_at_ms);

-- What was used and paid in each hour (UTC) of the charge: a projection of ledger_entries and requests, for charts. The
-- hours of one account stand together, so that a month of them is a few pages however long the past is.
CREATE TABLE usage_hours (
  account_id          TEXT NOT NULL REFERENCES accounts (id),
  hour_ms             BIGINT NOT NULL CHECK (hour_ms % 3600000 = 0),
  key_id              TEXT NOT NULL REFERENCES api_keys (id),
  model               TEXT NOT NULL,
  requests            BIGINT NOT NULL CHECK (requests >= 1),
  input_tokens        BIGINT NOT NULL CHECK (input_tokens >= 0),
  cached_input_tokens BIGINT NOT NULL CHECK (cached_input_tokens BETWEEN 0 AND input_tokens),
  output_tokens       BIGINT NOT NULL CHECK (output_tokens >= 0),
  reasoning_tokens    BIGINT NOT NULL CHECK (reasoning_tokens BETWEEN 0 AND output_tokens),
  cost_nanos          BIGINT NOT NULL CHECK (cost_nanos >= 0),
  plan_tokens         BIGINT NOT NULL CHECK (plan_tokens >= 0),
  package_tokens      BIGINT NOT NULL CHECK (package_tokens >= 0),
  PRIMARY KEY (account_id, hour_ms, key_id, model)
) {{clustered}};

-- Money that was taken back after it had been spent. A blocked account is one that owes.
CREATE TABLE debts (
  id           TEXT PRIMARY KEY,
  account_id   TEXT NOT NULL REFERENCES accounts (id),
  amount_nanos BIGINT NOT NULL CHECK (amount_nanos > 0),
  repaid_nanos BIGINT NOT NULL DEFAULT 0 CHECK (repaid_nanos BETWEEN 0 AND amount_nanos),
  reason       TEXT NOT NULL,
  actor        TEXT NOT NULL,
  at_ms        BIGINT NOT NULL
);
CREATE INDEX debts_by_account ON debts (account_id);

-- What an engine claimed and cannot be true. The request was charged by our own count.
CREATE TABLE anomalies (
  request_id TEXT PRIMARY KEY REFERENCES requests (id),
  claim      TEXT NOT NULL,
  at_ms      BIGINT NOT NULL
);

-- Answers kept for their Idempotency-Key, and for nothing else.
CREATE TABLE recorded_answers (
  scope         TEXT PRIMARY KEY,
  fingerprint   TEXT NOT NULL,
  request_id    TEXT NOT NULL,
  answer        TEXT NOT NULL,
  expires_at_ms BIGINT NOT NULL
);
CREATE INDEX recorded_answers_by_expiry ON recorded_answers (expires_at_ms);

-- Where several servers count the requests of a key together: the times of its last admissions in microseconds, the
-- oldest first, joined by commas. One server alone counts in memory.
CREATE TABLE admissions (
  key_id   TEXT PRIMARY KEY,
  times_us TEXT NOT NULL
);

-- Which other places have ever counted requests for these books: one that is new has nothing to remember.
CREATE TABLE limiters (
  name     TEXT PRIMARY KEY,
  since_ms BIGINT NOT NULL
);
