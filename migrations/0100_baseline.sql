-- Everything that is kept. Credit is in nano-crowns (10^-9 CZK), token pots are in tokens, times are milliseconds since
-- 1970. Only what SQLite and PostgreSQL both understand; the migrator writes {{serial}} (a number that counts up) and
-- {{clustered}} (rows stand in the order of their key, where the database can) for each of them, and the words in braces
-- at the end: ranges of numbers, tables that only grow, tables of which every state is kept.

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

-- Answers kept for their Idempotency-Key, and for nothing else.
CREATE TABLE recorded_answers (
  scope         TEXT PRIMARY KEY,
  fingerprint   TEXT NOT NULL,
  request_id    TEXT NOT NULL,
  answer        TEXT NOT NULL,
  expires_at_ms BIGINT NOT NULL
);
CREATE INDEX recorded_answers_by_expiry ON recorded_answers (expires_at_ms);

-- Which other places have ever counted requests for these books: one that is new has nothing to remember.
CREATE TABLE limiters (
  name     TEXT PRIMARY KEY,
  since_ms BIGINT NOT NULL
);

-- The people who sign in, as better-auth keeps them. Yes and no are 1 and 0.
CREATE TABLE auth_users (
  id                 TEXT PRIMARY KEY,
  name               TEXT NOT NULL,
  email              TEXT NOT NULL UNIQUE,
  email_verified     BIGINT NOT NULL CHECK (email_verified IN (0, 1)),
  image              TEXT,
  role               TEXT NOT NULL CHECK (role IN ('customer', 'operator')),
  language           TEXT CHECK (language IN ('cs', 'en')),
  two_factor_enabled BIGINT NOT NULL DEFAULT 0 CHECK (two_factor_enabled IN (0, 1)),
  created_at_ms      BIGINT NOT NULL,
  updated_at_ms      BIGINT NOT NULL,
  -- Links that confirm or change an address are signed, not stored: those written earlier than this are refused.
  links_void_before_ms BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX auth_users_by_role ON auth_users (role) WHERE role = 'operator';

-- The customers.
CREATE TABLE accounts (
  id            TEXT PRIMARY KEY,
  email         TEXT NOT NULL UNIQUE,
  status        TEXT NOT NULL CHECK (status IN ('active', 'blocked', 'closed')),
  created_at_ms BIGINT NOT NULL,
  -- When the running plan period ends and the next one is due; null without a plan.
  renews_at_ms  BIGINT,
  -- Who signs in to an account. Accounts that the operator has made belong to nobody until their owner first signs in.
  user_id TEXT REFERENCES auth_users (id),
  alert_below_nanos BIGINT CHECK (alert_below_nanos > 0),
  alert_language TEXT CHECK (alert_language IN ('cs', 'en')),
  -- When the owner was told; null while the alert is armed.
  alerted_at_ms BIGINT,
  -- When the account was closed, and, until its pots are empty, that somebody still has to empty them.
  closed_at_ms BIGINT,
  emptying_since_ms BIGINT,
  -- Beside the status, which follows debts: paying a debt does not lift a suspension.
  suspended_at_ms BIGINT,
  -- What members call it; without a name it is known by its address.
  name TEXT,
  -- Whether the owner gets e-mails about limits.
  limit_emails BIGINT NOT NULL DEFAULT 1 CHECK (limit_emails IN (0, 1)),
  -- Until then nothing is leased of the account that is not needed: something is being taken from it.
  recalled_until_ms BIGINT
);
CREATE INDEX accounts_by_renewal ON accounts (renews_at_ms) WHERE renews_at_ms IS NOT NULL;
CREATE INDEX accounts_with_alert ON accounts (id) WHERE alert_below_nanos IS NOT NULL;
CREATE INDEX accounts_being_emptied ON accounts (emptying_since_ms) WHERE emptying_since_ms IS NOT NULL;
CREATE INDEX accounts_by_creation ON accounts (created_at_ms, id);
CREATE INDEX accounts_by_user ON accounts (user_id);

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
  -- What the settings area keeps beside the books: kinds and uses of keys, the low-balance alert, closed accounts.
  kind TEXT NOT NULL DEFAULT 'api' CHECK (kind IN ('api', 'playground')),
  -- The key that a rotation has put in the place of this one.
  replaced_by TEXT REFERENCES api_keys (id),
  -- The end that the owner of a key was told of; a key whose end is moved is told of again.
  told_expires_at_ms BIGINT,
  -- A key may belong to a member; without one it belongs to the organisation. The id stays when the person is forgotten: it
  -- says nothing of them, and what the key has used is still told apart.
  user_id TEXT
);
CREATE INDEX api_keys_by_account ON api_keys (account_id);
CREATE INDEX api_keys_by_expiry ON api_keys (expires_at_ms) WHERE expires_at_ms IS NOT NULL;
CREATE INDEX api_keys_of_members ON api_keys (account_id, user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX one_playground_key_a_member ON api_keys (account_id, (COALESCE(user_id, ''))) WHERE kind = 'playground';

-- What a key has taken from the credit: a projection of the ledger. Its sum is what the key has spent in all.
CREATE TABLE key_months (
  key_id      TEXT NOT NULL REFERENCES api_keys (id),
  month       TEXT NOT NULL,
  spent_nanos BIGINT NOT NULL CHECK (spent_nanos >= 0),
  -- Beside what is written with every charge anyway.
  last_used_at_ms BIGINT,
  -- All tokens that a key was charged for, whatever has paid for them.
  tokens BIGINT NOT NULL DEFAULT 0 CHECK (tokens >= 0),
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
  -- When the sweep found nothing left of a pot that has ended.
  swept_at_ms BIGINT,
  -- Tokens of an order that was refunded while running requests held them. No request may use them any more; each is taken
  -- when it comes back, and is owed where it was used.
  awaited BIGINT NOT NULL DEFAULT 0 CHECK (awaited >= 0),
  CHECK (held <= balance),
  CHECK ((kind = 'credit') = (expires_at_ms IS NULL))
);
CREATE UNIQUE INDEX one_credit_pot_an_account ON pots (account_id) WHERE kind = 'credit';
-- In the order in which pots are read, so that they need not be sorted.
CREATE INDEX pots_by_account ON pots (account_id, expires_at_ms, id);
CREATE INDEX pots_to_sweep ON pots (expires_at_ms) WHERE expires_at_ms IS NOT NULL AND swept_at_ms IS NULL;
-- What is looked for every second.
CREATE INDEX pots_awaited ON pots (id) WHERE awaited > 0;

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
  -- Why there is a grant: order:, dispute:, voucher:, period:, action: or command:, and the id. `earlier` where nobody knows any more.
  cause TEXT,
  UNIQUE (request_id, kind, pot_id),
  CHECK ((kind = 'charge') = (request_id IS NOT NULL)),
  CHECK (kind <> 'grant' OR amount > 0),
  CHECK (kind NOT IN ('charge', 'refund', 'debt', 'expiry') OR amount <= 0)
);
-- Charges are found by their request. Everything else is rare, and people list it by time.
CREATE INDEX other_entries_by_account ON ledger_entries (account_id, at_ms) WHERE kind <> 'charge';
-- Everything but charges, in the order in which it is sealed.
CREATE INDEX other_entries_by_seq ON ledger_entries (seq) WHERE kind <> 'charge';

CREATE TABLE subscriptions (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  plan       TEXT NOT NULL CHECK (plan IN ('pro', 'ultra')),
  next_plan  TEXT CHECK (next_plan IN ('pro', 'ultra')),
  anchor_day BIGINT NOT NULL CHECK (anchor_day BETWEEN 1 AND 31),
  -- How many more periods are paid for: null where nobody counts, as in a plan that the operator gave.
  paid_periods BIGINT CHECK (paid_periods >= 0)
);

CREATE TABLE plan_periods (
  account_id   TEXT NOT NULL REFERENCES accounts (id),
  starts_at_ms BIGINT NOT NULL,
  ends_at_ms   BIGINT NOT NULL,
  plan         TEXT NOT NULL CHECK (plan IN ('pro', 'ultra')),
  pot_id       TEXT NOT NULL UNIQUE REFERENCES pots (id),
  -- Periods whose beginning the owner has been told, or need not be.
  told_at_ms BIGINT,
  -- What the period granted, and what it was given for, where it is not the next one of a plan.
  tokens BIGINT,
  cause TEXT,
  PRIMARY KEY (account_id, starts_at_ms),
  CHECK (starts_at_ms < ends_at_ms)
);
CREATE INDEX plan_periods_untold ON plan_periods (starts_at_ms) WHERE told_at_ms IS NULL;

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
  -- Given when the request is settled, and never before.
  seq BIGINT,
  -- What token pots have paid, as held_parts; what the credit has paid is cost_nanos.
  paid_parts TEXT
    CHECK ((seq IS NULL) = (paid_parts IS NULL) AND (seq IS NULL OR state = 'settled')),
  CHECK ((state = 'settled') = (cost_nanos IS NOT NULL)),
  CHECK ((state = 'open') = (ended_at_ms IS NULL))
);
CREATE INDEX requests_by_account ON requests (account_id, admitted_at_ms);
CREATE UNIQUE INDEX requests_by_seq ON requests (seq) WHERE seq IS NOT NULL;

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
-- What the operator's overview reads by time, of all accounts together.
CREATE INDEX usage_hours_by_hour ON usage_hours (hour_ms);

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
CREATE INDEX debts_open ON debts (account_id) WHERE repaid_nanos < amount_nanos;

-- What an engine claimed and cannot be true. The request was charged by our own count.
CREATE TABLE anomalies (
  request_id TEXT PRIMARY KEY REFERENCES requests (id),
  claim      TEXT NOT NULL,
  at_ms      BIGINT NOT NULL
);

CREATE TABLE auth_sessions (
  id            TEXT PRIMARY KEY,
  user_id       TEXT NOT NULL REFERENCES auth_users (id),
  token         TEXT NOT NULL UNIQUE,
  ip_address    TEXT,
  user_agent    TEXT,
  expires_at_ms BIGINT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  -- How a session was opened: password, trusted (a password on a trusted device), code, passkey or provider. Sessions that
  -- were opened earlier count as opened by a password: operators who need a second factor sign in again.
  signed_in_by TEXT
);
CREATE INDEX auth_sessions_by_user ON auth_sessions (user_id);
CREATE INDEX auth_sessions_by_expiry ON auth_sessions (expires_at_ms);

-- How a person can sign in: by a password (provider "credential") or through a provider of the operator's choice.
CREATE TABLE auth_accounts (
  id                          TEXT PRIMARY KEY,
  user_id                     TEXT NOT NULL REFERENCES auth_users (id),
  provider_id                 TEXT NOT NULL,
  account_id                  TEXT NOT NULL,
  password                    TEXT,
  access_token                TEXT,
  refresh_token               TEXT,
  id_token                    TEXT,
  access_token_expires_at_ms  BIGINT,
  refresh_token_expires_at_ms BIGINT,
  scope                       TEXT,
  created_at_ms               BIGINT NOT NULL,
  updated_at_ms               BIGINT NOT NULL,
  UNIQUE (provider_id, account_id)
);
CREATE INDEX auth_accounts_by_user ON auth_accounts (user_id);

CREATE TABLE auth_verifications (
  id            TEXT PRIMARY KEY,
  identifier    TEXT NOT NULL,
  value         TEXT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL
);
CREATE INDEX auth_verifications_by_identifier ON auth_verifications (identifier);
CREATE INDEX auth_verifications_by_expiry ON auth_verifications (expires_at_ms);

CREATE TABLE auth_two_factors (
  id              TEXT PRIMARY KEY,
  user_id         TEXT NOT NULL UNIQUE REFERENCES auth_users (id),
  secret          TEXT NOT NULL,
  backup_codes    TEXT NOT NULL,
  verified        BIGINT NOT NULL CHECK (verified IN (0, 1)),
  failures        BIGINT NOT NULL DEFAULT 0,
  locked_until_ms BIGINT,
  -- Codes of this step (of 30 seconds) and earlier ones are refused.
  last_step BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE auth_passkeys (
  id            TEXT PRIMARY KEY,
  user_id       TEXT NOT NULL REFERENCES auth_users (id),
  name          TEXT,
  public_key    TEXT NOT NULL,
  credential_id TEXT NOT NULL UNIQUE,
  counter       BIGINT NOT NULL,
  device_type   TEXT NOT NULL,
  backed_up     BIGINT NOT NULL CHECK (backed_up IN (0, 1)),
  transports    TEXT,
  aaguid        TEXT,
  created_at_ms BIGINT
);
CREATE INDEX auth_passkeys_by_user ON auth_passkeys (user_id);

-- Attempts in a window of time, by what is guarded: an address, a network, both.
CREATE TABLE auth_attempts (
  scope      TEXT PRIMARY KEY,
  attempts   BIGINT NOT NULL CHECK (attempts >= 0),
  ends_at_ms BIGINT NOT NULL
);
CREATE INDEX auth_attempts_by_end ON auth_attempts (ends_at_ms);

-- The token itself is stored nowhere.
CREATE TABLE invitations (
  id            TEXT PRIMARY KEY,
  fingerprint   TEXT NOT NULL UNIQUE,
  role          TEXT NOT NULL CHECK (role IN ('customer', 'operator')),
  email         TEXT,
  created_by    TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  used_at_ms    BIGINT,
  -- An invitation with an account makes its person a member there, in this role. Such a person has joined when the time is
  -- written: a sign-up uses the invitation before there is a person who could.
  account_id TEXT REFERENCES accounts (id),
  member_role TEXT CHECK (member_role IN ('admin', 'developer', 'billing', 'viewer')),
  sent_at_ms BIGINT,
  joined_at_ms BIGINT
);
CREATE INDEX invitations_by_email ON invitations (email) WHERE email IS NOT NULL;
CREATE INDEX invitations_by_account ON invitations (account_id) WHERE account_id IS NOT NULL;

-- What somebody wants to buy, and what has become of it. The facts (paid, ended, refunded, disputed) only ever grow, so
-- the order in which they are learned does not matter; the status is read from them.
CREATE TABLE orders (
  id                    TEXT PRIMARY KEY,
  account_id            TEXT NOT NULL REFERENCES accounts (id),
  kind                  TEXT NOT NULL CHECK (kind IN ('credit', 'package', 'plan')),
  offer                 TEXT NOT NULL,
  method                TEXT NOT NULL CHECK (method IN ('stripe', 'bank')),
  amount_nanos          BIGINT NOT NULL CHECK (amount_nanos > 0),
  currency              TEXT NOT NULL CHECK (currency = 'CZK'),
  tokens                BIGINT CHECK (tokens > 0),
  days                  BIGINT CHECK (days > 0),
  plan                  TEXT CHECK (plan IN ('pro', 'ultra')),
  status                TEXT NOT NULL CHECK (status IN
                              ('open', 'expired', 'paid', 'partly-refunded', 'refunded', 'disputed', 'lost')),
  language              TEXT NOT NULL CHECK (language IN ('cs', 'en')),
  vat_id                TEXT,
  created_at_ms         BIGINT NOT NULL,
  expires_at_ms         BIGINT NOT NULL,
  -- The facts.
  paid_at_ms            BIGINT,
  ended_at_ms           BIGINT,
  refunded_nanos        BIGINT NOT NULL DEFAULT 0 CHECK (refunded_nanos >= 0),
  dispute               TEXT NOT NULL DEFAULT 'none' CHECK (dispute IN ('none', 'open', 'won', 'lost')),
  disputed_nanos        BIGINT NOT NULL DEFAULT 0 CHECK (disputed_nanos >= 0),
  -- How much of what was given for it has been taken back by now.
  taken_nanos           BIGINT NOT NULL DEFAULT 0 CHECK (taken_nanos BETWEEN 0 AND amount_nanos),
  -- Where its tokens went; null for credit, and where nothing could be given.
  pot_id                TEXT REFERENCES pots (id),
  provider_session      TEXT UNIQUE,
  provider_payment      TEXT UNIQUE,
  provider_invoice      TEXT UNIQUE,
  provider_subscription TEXT,
  variable_symbol       TEXT UNIQUE,
  -- Without gaps in each year: it is given with the payment, in one transaction.
  invoice_number        TEXT UNIQUE,
  receipt_sent_at_ms    BIGINT,
  -- The card that an automatic order charges: the provider's customer and payment method. Null for every other order.
  card_customer TEXT,
  card_method TEXT,
  -- When the provider is asked for it next.
  ask_at_ms BIGINT,
  CHECK ((invoice_number IS NULL) = (paid_at_ms IS NULL)),
  CHECK ((variable_symbol IS NULL) = (method = 'stripe'))
);
CREATE INDEX orders_by_account ON orders (account_id, created_at_ms);
CREATE INDEX paid_orders_by_account ON orders (account_id, paid_at_ms) WHERE paid_at_ms IS NOT NULL;
CREATE INDEX orders_by_time ON orders (created_at_ms);
CREATE INDEX orders_by_status ON orders (status, created_at_ms);
CREATE INDEX open_orders ON orders (expires_at_ms) WHERE status = 'open';
CREATE INDEX orders_without_receipt ON orders (paid_at_ms) WHERE paid_at_ms IS NOT NULL AND receipt_sent_at_ms IS NULL;
CREATE INDEX paid_orders_by_time ON orders (paid_at_ms) WHERE paid_at_ms IS NOT NULL;
-- One at a time for an account.
CREATE UNIQUE INDEX automatic_orders_in_flight ON orders (account_id) WHERE card_method IS NOT NULL AND status = 'open';
CREATE INDEX automatic_orders_by_account ON orders (account_id, created_at_ms) WHERE card_method IS NOT NULL;

-- Every message of a provider that was acted on: the second one with an id changes nothing. One about a payment that we
-- do not know yet waits for its order.
CREATE TABLE payment_events (
  id      TEXT PRIMARY KEY,
  kind    TEXT NOT NULL,
  outcome TEXT NOT NULL,
  -- The order, or while the event waits, the payment that it is about.
  subject TEXT NOT NULL,
  fact    TEXT NOT NULL,
  at_ms   BIGINT NOT NULL
);
CREATE INDEX payment_events_by_subject ON payment_events (subject);
CREATE INDEX payment_events_by_time ON payment_events (at_ms);

-- Subscriptions that a provider renews. One that has been replaced, or whose account is closed, is to be ended there.
CREATE TABLE paid_subscriptions (
  id            TEXT PRIMARY KEY,
  account_id    TEXT NOT NULL REFERENCES accounts (id),
  order_id      TEXT NOT NULL REFERENCES orders (id),
  plan          TEXT NOT NULL CHECK (plan IN ('pro', 'ultra')),
  status        TEXT NOT NULL CHECK (status IN ('active', 'cancelled', 'replaced', 'ended')),
  created_at_ms BIGINT NOT NULL
);
CREATE INDEX paid_subscriptions_by_account ON paid_subscriptions (account_id);
CREATE INDEX paid_subscriptions_to_end ON paid_subscriptions (status) WHERE status = 'replaced';
-- A trigger makes SQLite look for what refers to an order that is added.
CREATE INDEX paid_subscriptions_by_order ON paid_subscriptions (order_id);

-- Numbers without gaps: of invoices by year, variable symbols, and payment events. Whoever acts on an event takes its
-- number first, so that events are acted on one after the other, on all servers together.
CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  last BIGINT NOT NULL
);

-- The code itself is stored nowhere.
CREATE TABLE vouchers (
  id            TEXT PRIMARY KEY,
  fingerprint   TEXT NOT NULL UNIQUE,
  hint          TEXT NOT NULL,
  kind          TEXT NOT NULL CHECK (kind IN ('credit', 'package', 'plan')),
  amount_nanos  BIGINT CHECK (amount_nanos > 0),
  tokens        BIGINT CHECK (tokens > 0),
  days          BIGINT CHECK (days > 0),
  plan          TEXT CHECK (plan IN ('pro', 'ultra')),
  months        BIGINT CHECK (months > 0),
  uses_max      BIGINT NOT NULL CHECK (uses_max > 0),
  uses          BIGINT NOT NULL DEFAULT 0 CHECK (uses BETWEEN 0 AND uses_max),
  note          TEXT NOT NULL,
  created_by    TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  expires_at_ms BIGINT,
  revoked_at_ms BIGINT,
  CHECK ((kind = 'credit') = (amount_nanos IS NOT NULL)),
  CHECK ((kind = 'package') = (tokens IS NOT NULL AND days IS NOT NULL)),
  CHECK ((kind = 'plan') = (plan IS NOT NULL AND months IS NOT NULL))
);
CREATE INDEX vouchers_by_time ON vouchers (created_at_ms);

CREATE TABLE voucher_uses (
  voucher_id TEXT NOT NULL REFERENCES vouchers (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  at_ms      BIGINT NOT NULL,
  PRIMARY KEY (voucher_id, account_id)
);
CREATE INDEX voucher_uses_by_account ON voucher_uses (account_id);

-- One row an action, in the transaction of what it does; rows are added, never changed. States are JSON.
CREATE TABLE operator_actions (
  seq          {{serial}},
  -- Made by whoever asks: the same order a second time changes nothing.
  id           TEXT NOT NULL UNIQUE,
  at_ms        BIGINT NOT NULL,
  actor        TEXT NOT NULL,
  kind         TEXT NOT NULL,
  account_id   TEXT REFERENCES accounts (id),
  object       TEXT NOT NULL,
  wanted       TEXT NOT NULL,
  state_before TEXT NOT NULL,
  state_after  TEXT NOT NULL,
  reason       TEXT NOT NULL
);
CREATE INDEX operator_actions_by_account ON operator_actions (account_id, seq);
CREATE INDEX operator_actions_by_kind ON operator_actions (kind, seq);

-- What a plan grants from a time on, where the operator has said so; otherwise the configuration says it.
CREATE TABLE plan_versions (
  plan    TEXT NOT NULL CHECK (plan IN ('pro', 'ultra')),
  version BIGINT NOT NULL CHECK (version >= 1),
  tokens  BIGINT NOT NULL CHECK (tokens >= 1),
  from_ms BIGINT NOT NULL,
  actor   TEXT NOT NULL,
  PRIMARY KEY (plan, version)
);

-- What the operator has set at run time. The row `lock` is there to be locked by whoever changes something of all.
CREATE TABLE service_settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- Who makes the answer of an Idempotency-Key now, where several servers may be asked for it at once. The row goes in the
-- transaction that keeps the answer. A server that dies stops to renew its lease, and then another may take its place.
CREATE TABLE answer_claims (
  scope           TEXT PRIMARY KEY,
  fingerprint     TEXT NOT NULL,
  owner           TEXT NOT NULL,
  leased_until_ms BIGINT NOT NULL,
  -- Why no answer came of it, for those who wait. Whoever comes later begins anew.
  failure         TEXT
);
CREATE INDEX answer_claims_by_lease ON answer_claims (leased_until_ms);

-- Written to find out whether the books can be written; see /readyz. The filler makes it as large as what a request writes.
CREATE TABLE write_checks (
  id     BIGINT PRIMARY KEY CHECK (id = 1),
  filler TEXT NOT NULL
);

-- Every state of a row that may change, and of some that may not, as JSON. Written by triggers, in the transaction of
-- the change.
CREATE TABLE row_versions (
  seq  {{serial}},
  kind TEXT NOT NULL,
  id   TEXT NOT NULL,
  body TEXT NOT NULL
);
CREATE INDEX row_versions_by_row ON row_versions (kind, id, seq);

-- A hash over rows that are final, and over the seal before it. It covers what comes after the last seal up to a place in
-- each of ledger_entries, operator_actions and row_versions.
CREATE TABLE seals (
  seq          BIGINT PRIMARY KEY,
  at_ms        BIGINT NOT NULL,
  entries_to   BIGINT NOT NULL,
  actions_to   BIGINT NOT NULL,
  versions_to  BIGINT NOT NULL,
  -- As JSON: how many rows of each kind, and the hash over them; and what the entries sum to, by kind and unit.
  parts        TEXT NOT NULL,
  sums         TEXT NOT NULL,
  hash         TEXT NOT NULL,
  -- The hash of the seal, keyed in the same way.
  mark TEXT
);
CREATE INDEX seals_by_entries ON seals (entries_to);

-- Where rows become visible out of their order: up to where they may be sealed when no transaction up to this one runs any
-- more.
CREATE TABLE seal_marks (
  id          BIGINT PRIMARY KEY CHECK (id = 1),
  entries_to  BIGINT NOT NULL,
  actions_to  BIGINT NOT NULL,
  versions_to BIGINT NOT NULL,
  xid         BIGINT NOT NULL
);

-- One row: everything up to this seal was right, and these were the sums then.
CREATE TABLE proofs (
  id         BIGINT PRIMARY KEY CHECK (id = 1),
  at_ms      BIGINT NOT NULL,
  seal       BIGINT NOT NULL,
  seal_hash  TEXT NOT NULL,
  entries_to BIGINT NOT NULL,
  -- When everything was last read, and not only what was new.
  full_at_ms BIGINT NOT NULL,
  -- Over all rows of proved_sums.
  sums_hash  TEXT NOT NULL
);

-- Of a pot, all entries and the charges among them; of a key, what its requests cost.
CREATE TABLE proved_sums (
  kind    TEXT NOT NULL CHECK (kind IN ('pot', 'key')),
  id      TEXT NOT NULL,
  total   BIGINT NOT NULL,
  charged BIGINT NOT NULL,
  PRIMARY KEY (kind, id)
) {{clustered}};

-- Charges and their requests that were moved into a file: those of the seals after the last archive up to this one.
CREATE TABLE archives (
  id         BIGINT PRIMARY KEY,
  at_ms      BIGINT NOT NULL,
  seal_to    BIGINT NOT NULL,
  entries_to BIGINT NOT NULL,
  -- The last charge in it.
  until_ms   BIGINT NOT NULL,
  charges    BIGINT NOT NULL,
  requests   BIGINT NOT NULL,
  folder     TEXT NOT NULL,
  file       TEXT NOT NULL,
  sha256     TEXT NOT NULL,
  -- Over its rows of archived_sums.
  sums_hash  TEXT NOT NULL
);

-- What the charges of an archive sum to, by pot and by key: with what is left it comes to what it always was.
CREATE TABLE archived_sums (
  archive BIGINT NOT NULL REFERENCES archives (id),
  kind    TEXT NOT NULL CHECK (kind IN ('pot', 'key')),
  id      TEXT NOT NULL,
  charged BIGINT NOT NULL,
  PRIMARY KEY (archive, kind, id)
) {{clustered}};

-- Servers that may have leases, and when each was last heard of, by the clock of the database.
CREATE TABLE servers (
  id         TEXT PRIMARY KEY,
  seen_at_ms BIGINT NOT NULL
);

-- What a server may promise of a pot, or of the limit of a key. What pots.held says is the sum of their leases.
CREATE TABLE leases (
  server_id TEXT NOT NULL,
  pot_id    TEXT NOT NULL,
  amount    BIGINT NOT NULL CHECK (amount >= 0),
  -- How often other servers have asked for what is free of it since the last answer.
  wanted    BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (server_id, pot_id)
) {{clustered}};
CREATE INDEX leases_by_pot ON leases (pot_id);

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

-- The model '' is the service itself: minutes without its row are minutes in which no server ran.
CREATE TABLE model_days (
  model        TEXT NOT NULL,
  -- Days since 1970-01-01, in UTC.
  day          BIGINT NOT NULL,
  minutes_up   BIGINT NOT NULL,
  minutes_down BIGINT NOT NULL,
  -- Answers that were given, and answers that failed on our side.
  answered     BIGINT NOT NULL,
  failed       BIGINT NOT NULL,
  -- Minutes since 1970-01-01 of the first and the last check; of several servers, the first one to write a minute counts.
  first_minute BIGINT NOT NULL,
  last_minute  BIGINT NOT NULL,
  PRIMARY KEY (model, day)
);
CREATE INDEX model_days_by_day ON model_days (day);

CREATE TABLE status_notes (
  id             TEXT PRIMARY KEY,
  -- When the incident began.
  at_ms          BIGINT NOT NULL,
  text_en        TEXT NOT NULL,
  text_cs        TEXT NOT NULL,
  resolved_at_ms BIGINT
);
CREATE INDEX status_notes_by_time ON status_notes (at_ms);

-- Asked once, kept for the account, and copied into each document that is made.
CREATE TABLE buyers (
  account_id    TEXT PRIMARY KEY REFERENCES accounts (id),
  name          TEXT NOT NULL,
  street        TEXT NOT NULL,
  city          TEXT NOT NULL,
  postal_code   TEXT NOT NULL,
  country       TEXT NOT NULL,
  company_id    TEXT NOT NULL,
  vat_id        TEXT NOT NULL,
  changed_at_ms BIGINT NOT NULL
);

-- Written with the payment or the refund, in one transaction, and never changed. The body is the document as JSON: seller,
-- buyer, dates and VAT as they were then.
CREATE TABLE documents (
  number       TEXT PRIMARY KEY,
  kind         TEXT NOT NULL CHECK (kind IN ('invoice', 'credit-note')),
  order_id     TEXT NOT NULL REFERENCES orders (id),
  account_id   TEXT NOT NULL REFERENCES accounts (id),
  issued_at_ms BIGINT NOT NULL,
  -- Below zero in a credit note.
  total_nanos  BIGINT NOT NULL,
  body         TEXT NOT NULL,
  CHECK ((kind = 'invoice') = (total_nanos > 0))
);
CREATE UNIQUE INDEX invoices_by_order ON documents (order_id) WHERE kind = 'invoice';
CREATE INDEX documents_by_order ON documents (order_id, issued_at_ms);
CREATE INDEX documents_by_account ON documents (account_id, issued_at_ms);
CREATE INDEX documents_by_time ON documents (issued_at_ms, number);

CREATE TABLE admissions (
  key_id   TEXT PRIMARY KEY,
  -- The sum of its rows in admission_times.
  counted  BIGINT NOT NULL,
  last_us  BIGINT NOT NULL,
  -- What to add to the clock, because it went back: times of a key never do.
  ahead_us BIGINT NOT NULL
);

CREATE TABLE admission_times (
  key_id  TEXT NOT NULL,
  at_us   BIGINT NOT NULL,
  counted BIGINT NOT NULL,
  PRIMARY KEY (key_id, at_us)
) {{clustered}};

-- A movement is known by its content (account, day, amount, currency, variable symbol) and its number among those of the
-- same content. What it says never changes; its state does.
CREATE TABLE bank_movements (
  id              TEXT PRIMARY KEY,
  content         TEXT NOT NULL,
  ordinal         BIGINT NOT NULL CHECK (ordinal > 0),
  booked_on       TEXT NOT NULL,
  amount_nanos    BIGINT NOT NULL,
  currency        TEXT NOT NULL,
  variable_symbol TEXT NOT NULL,
  is_reversal     BIGINT NOT NULL CHECK (is_reversal IN (0, 1)),
  counterparty    TEXT NOT NULL,
  name            TEXT NOT NULL,
  message         TEXT NOT NULL,
  state           TEXT NOT NULL CHECK (state IN ('new', 'matched', 'unmatched', 'set-aside')),
  problem         TEXT,
  order_id        TEXT REFERENCES orders (id),
  created_at_ms   BIGINT NOT NULL,
  UNIQUE (content, ordinal),
  CHECK ((state = 'matched') = (order_id IS NOT NULL)),
  CHECK (state IN ('new', 'matched') OR problem IS NOT NULL)
);
-- One movement pays an order.
CREATE UNIQUE INDEX bank_movements_by_order ON bank_movements (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX bank_movements_by_state ON bank_movements (state, created_at_ms);
CREATE INDEX bank_movements_by_time ON bank_movements (created_at_ms);
CREATE INDEX new_bank_movements ON bank_movements (created_at_ms) WHERE state = 'new';

-- What the bank calls it, in each kind of file in which it came.
CREATE TABLE bank_movement_ids (
  movement_id TEXT NOT NULL REFERENCES bank_movements (id),
  source      TEXT NOT NULL,
  bank_id     TEXT NOT NULL,
  PRIMARY KEY (movement_id, source)
);

-- Credit that new customers get to try the service: once for a mailbox, also where its account was deleted meanwhile.
CREATE TABLE trial_credits (
  -- A keyed hash of the mailbox: the address itself goes with its person.
  person_hash  TEXT PRIMARY KEY,
  account_id   TEXT NOT NULL UNIQUE REFERENCES accounts (id),
  amount_nanos BIGINT NOT NULL CHECK (amount_nanos > 0),
  at_ms        BIGINT NOT NULL
);
CREATE INDEX trial_credits_by_time ON trial_credits (at_ms);

-- How requests ended, by the hour (UTC): for the operator by model, for customers by account. Beside the ledger, which has
-- neither refusals nor times of the first token; written once a minute, so a crash loses the counts of the last one.
CREATE TABLE response_hours (
  hour_ms   BIGINT NOT NULL CHECK (hour_ms % 3600000 = 0),
  -- Empty where the request has named no model that there is.
  model     TEXT NOT NULL,
  status    BIGINT NOT NULL,
  responses BIGINT NOT NULL CHECK (responses >= 1),
  PRIMARY KEY (hour_ms, model, status)
) {{clustered}};

-- A histogram: how many answers had their first token within the time that the number of the bucket stands for.
CREATE TABLE first_token_hours (
  hour_ms BIGINT NOT NULL CHECK (hour_ms % 3600000 = 0),
  model   TEXT NOT NULL,
  bucket  BIGINT NOT NULL CHECK (bucket >= 0),
  answers BIGINT NOT NULL CHECK (answers >= 1),
  PRIMARY KEY (hour_ms, model, bucket)
) {{clustered}};

CREATE TABLE account_responses (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  hour_ms    BIGINT NOT NULL CHECK (hour_ms % 3600000 = 0),
  status     BIGINT NOT NULL,
  responses  BIGINT NOT NULL CHECK (responses >= 1),
  PRIMARY KEY (account_id, hour_ms, status)
) {{clustered}};

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

-- Organisations: an account may have members beside its owner, who is in the account's own row (`user_id`).
CREATE TABLE members (
  account_id   TEXT NOT NULL REFERENCES accounts (id),
  user_id      TEXT NOT NULL REFERENCES auth_users (id),
  role         TEXT NOT NULL CHECK (role IN ('admin', 'developer', 'billing', 'viewer')),
  joined_at_ms BIGINT NOT NULL,
  PRIMARY KEY (account_id, user_id)
);
CREATE INDEX members_by_user ON members (user_id);

-- Which e-mail about a limit was written last: one row for each limit, by the id under which it is leased. A limit that was
-- changed, or whose month is another, begins anew.
CREATE TABLE limit_alerts (
  limit_id   TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  -- Empty where the limit counts in all.
  since      TEXT NOT NULL,
  amount     BIGINT NOT NULL,
  percent    BIGINT NOT NULL CHECK (percent IN (80, 100)),
  told_at_ms BIGINT NOT NULL
);

-- Cards are with the provider; here is how they are called there, and what customers know them by.
CREATE TABLE saved_cards (
  -- The provider's customer, which is made with the card and has no other.
  customer        TEXT PRIMARY KEY,
  account_id      TEXT NOT NULL REFERENCES accounts (id),
  -- The provider's payment method.
  method          TEXT NOT NULL,
  -- Empty once the card is removed, as are the digits.
  brand           TEXT NOT NULL,
  last4           TEXT NOT NULL,
  expiry_month    BIGINT NOT NULL,
  expiry_year     BIGINT NOT NULL,
  saved_at_ms     BIGINT NOT NULL,
  removed_at_ms   BIGINT,
  -- When the provider had forgotten it, too. The row stays: a late message may not bring the card back.
  forgotten_at_ms BIGINT,
  CHECK (forgotten_at_ms IS NULL OR removed_at_ms IS NOT NULL)
);
CREATE UNIQUE INDEX saved_cards_in_use ON saved_cards (account_id) WHERE removed_at_ms IS NULL;
CREATE INDEX saved_cards_to_forget ON saved_cards (removed_at_ms) WHERE removed_at_ms IS NOT NULL AND forgotten_at_ms IS NULL;

-- What an account has chosen, and how its last tries went.
CREATE TABLE top_ups (
  account_id    TEXT PRIMARY KEY REFERENCES accounts (id),
  -- Null while it is off.
  on_since_ms   BIGINT,
  below_nanos   BIGINT NOT NULL CHECK (below_nanos > 0),
  amount_nanos  BIGINT NOT NULL CHECK (amount_nanos >= below_nanos),
  -- In a calendar month of Prague.
  month_nanos   BIGINT NOT NULL CHECK (month_nanos >= amount_nanos),
  language      TEXT NOT NULL CHECK (language IN ('cs', 'en')),
  -- Tries that have failed since the last one that succeeded, and when there may be another.
  failures      BIGINT NOT NULL DEFAULT 0 CHECK (failures >= 0),
  next_try_ms   BIGINT,
  paused_at_ms  BIGINT,
  last_failure  TEXT CHECK (last_failure IN ('authentication', 'declined', 'expired', 'unusable'))
);
CREATE INDEX top_ups_on ON top_ups (account_id) WHERE on_since_ms IS NOT NULL AND paused_at_ms IS NULL;

-- Addresses that customers have us call when something happens to their account.
CREATE TABLE webhooks (
  id               TEXT PRIMARY KEY,
  account_id       TEXT NOT NULL REFERENCES accounts (id),
  url              TEXT NOT NULL,
  -- Encrypted with a key that is derived from the server's secret.
  sealed_secret    TEXT NOT NULL,
  -- Which ones it wants, as JSON.
  events           TEXT NOT NULL,
  created_at_ms    BIGINT NOT NULL,
  -- How many calls have failed one after the other, and since when.
  failures         BIGINT NOT NULL DEFAULT 0,
  failing_since_ms BIGINT,
  disabled_at_ms   BIGINT
);
CREATE INDEX webhooks_by_account ON webhooks (account_id);

-- A row of the outbox may be for one of them: its channel is then `endpoint:ID`. What the last call came to is kept.
CREATE TABLE outbox (
  id            TEXT NOT NULL,
  channel       TEXT NOT NULL,
  notice        TEXT NOT NULL,
  at_ms         BIGINT NOT NULL,
  attempts      BIGINT NOT NULL DEFAULT 0,
  next_at_ms    BIGINT,
  arrived_at_ms BIGINT,
  last_status   BIGINT,
  last_problem  TEXT,
  -- E-mails of a kind to the same recipient, which are sent together. NULL: what is sent by itself.
  gather TEXT,
  PRIMARY KEY (id, channel)
);
CREATE INDEX outbox_by_turn ON outbox (next_at_ms) WHERE next_at_ms IS NOT NULL;
CREATE INDEX outbox_by_time ON outbox (at_ms);
CREATE INDEX outbox_by_channel ON outbox (channel, at_ms);
CREATE INDEX outbox_by_gather ON outbox (gather, channel, next_at_ms) WHERE gather IS NOT NULL AND next_at_ms IS NOT NULL;
CREATE INDEX outbox_by_arrival ON outbox (gather, channel, arrived_at_ms)
  WHERE gather IS NOT NULL AND arrived_at_ms IS NOT NULL;

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

-- Mail domains that organisations claim. A claim without a verified record in DNS binds no one; verified, a domain belongs to
-- one organisation.
CREATE TABLE mail_domains (
  id               TEXT PRIMARY KEY,
  account_id       TEXT NOT NULL REFERENCES accounts (id),
  domain           TEXT NOT NULL,
  -- What the record must say. It is public.
  token            TEXT NOT NULL,
  claimed_at_ms    BIGINT NOT NULL,
  verified_at_ms   BIGINT,
  -- When the record was last looked for, and since when it has not been there.
  checked_at_ms    BIGINT,
  missing_since_ms BIGINT,
  UNIQUE (account_id, domain)
);
CREATE UNIQUE INDEX mail_domains_verified ON mail_domains (domain) WHERE verified_at_ms IS NOT NULL;
CREATE INDEX mail_domains_to_check ON mail_domains (checked_at_ms) WHERE verified_at_ms IS NOT NULL;

-- The sign-in provider of an organisation, for the addresses of a domain that it has verified.
CREATE TABLE domain_providers (
  domain_id     TEXT PRIMARY KEY REFERENCES mail_domains (id),
  issuer        TEXT NOT NULL,
  client_id     TEXT NOT NULL,
  -- Encrypted with a key that is derived from the server's secret.
  sealed_secret TEXT NOT NULL,
  -- What new colleagues become.
  role          TEXT NOT NULL CHECK (role IN ('admin', 'developer', 'billing', 'viewer')),
  -- Whether members with an address of the domain sign in in no other way.
  is_required   BIGINT NOT NULL CHECK (is_required IN (0, 1)),
  is_enabled    BIGINT NOT NULL CHECK (is_enabled IN (0, 1)),
  set_at_ms     BIGINT NOT NULL
);

-- Who has left an organisation or was removed: signing in does not bring them back, an invitation does.
CREATE TABLE left_members (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  email      TEXT NOT NULL,
  at_ms      BIGINT NOT NULL,
  PRIMARY KEY (account_id, email)
);

-- What is sold and at which price, piece by piece (the amounts of credit, each package, each plan), from a time on. A row is
-- never changed, but one that has not begun can be withdrawn.
CREATE TABLE offer_versions (
  item            TEXT NOT NULL,
  version         BIGINT NOT NULL CHECK (version >= 1),
  -- JSON; null is not sold.
  terms           TEXT,
  from_ms         BIGINT NOT NULL,
  actor           TEXT NOT NULL,
  withdrawn_at_ms BIGINT CHECK (withdrawn_at_ms < from_ms),
  PRIMARY KEY (item, version)
);

-- What operators change of engines, and of which engines answer for a model, on top of the configuration. The change of a
-- name that began last holds. Rows are only followed by others; what has not begun can be withdrawn.
CREATE TABLE engine_changes (
  version         BIGINT PRIMARY KEY,
  kind            TEXT NOT NULL CHECK (kind IN ('engine', 'model')),
  -- The name of the engine, or the id of the model.
  name            TEXT NOT NULL,
  -- JSON; NULL gives the word back to the configuration.
  settings        TEXT,
  -- The key of an engine, encrypted with a key that is derived from the server's secret. NULL: as the configuration has it.
  -- Taken away once no version needs it.
  sealed_key      TEXT,
  from_ms         BIGINT NOT NULL,
  made_at_ms      BIGINT NOT NULL,
  actor           TEXT NOT NULL,
  withdrawn_at_ms BIGINT
);

-- Of row_versions, by their numbers. Written in the transaction of the version, by the program and never by a trigger.
CREATE TABLE version_marks (
  seq  BIGINT PRIMARY KEY,
  mark TEXT NOT NULL
);

-- The mailboxes of those who have had trial credit, as their addresses are compared now: the hash of trial_credits is that
-- of the day on which the credit was given, and is never changed. Filled by the program, which has the secret.
CREATE TABLE trial_mailboxes (
  account_id   TEXT PRIMARY KEY REFERENCES trial_credits (account_id),
  mailbox_hash TEXT NOT NULL
);
CREATE INDEX trial_mailboxes_by_hash ON trial_mailboxes (mailbox_hash);

-- Budgets of members who have left or were removed: they come back with the person, or with a new person of the same address.
CREATE TABLE left_budgets (
  account_id   TEXT NOT NULL REFERENCES accounts (id),
  user_id      TEXT NOT NULL,
  email        TEXT NOT NULL,
  PRIMARY KEY (account_id, user_id)
);

-- Conversations that responses are part of. What was said in them is encrypted as stored responses are. They are forgotten
-- some time after their last change.
CREATE TABLE conversations (
  id            TEXT PRIMARY KEY,
  account_id    TEXT NOT NULL REFERENCES accounts (id),
  created_at_ms BIGINT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  -- Of all of its items, before they are encrypted.
  characters    BIGINT NOT NULL,
  metadata      TEXT NOT NULL
);
CREATE INDEX conversations_by_account ON conversations (account_id, expires_at_ms);
CREATE INDEX conversations_by_expiry ON conversations (expires_at_ms);

CREATE TABLE conversation_items (
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  position        BIGINT NOT NULL,
  id              TEXT NOT NULL,
  -- How long it is before it is encrypted.
  characters      BIGINT NOT NULL,
  content         TEXT NOT NULL,
  PRIMARY KEY (conversation_id, position)
);
CREATE UNIQUE INDEX conversation_items_by_id ON conversation_items (conversation_id, id);

-- Responses whose items were added: a repeat of one adds nothing, also where its items were deleted since.
CREATE TABLE conversation_responses (
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  response_id     TEXT NOT NULL,
  PRIMARY KEY (conversation_id, response_id)
);

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

-- Amounts are whole numbers within bounds that leave room for sums within 64 bits: 10^18 nano-crowns are a thousand million
-- CZK. SQLite would make a float of what is too large. {{range}} table (columns) least TO most is a constraint.
{{range}} pots (balance, held, spent) 0 TO 1000000000000000000;
{{range}} ledger_entries (amount) -1000000000000000000 TO 1000000000000000000;
{{range}} debts (amount_nanos, repaid_nanos) 0 TO 1000000000000000000;
{{range}} orders (amount_nanos, refunded_nanos, disputed_nanos, taken_nanos, tokens) 0 TO 1000000000000000000;
{{range}} vouchers (amount_nanos, tokens) 0 TO 1000000000000000000;
{{range}} accounts (alert_below_nanos) 0 TO 1000000000000000000;
{{range}} plan_versions (tokens) 0 TO 1000000000000000000;
{{range}} price_versions (input, cached_input, output, reasoning) 0 TO 1000000000;
{{range}} requests (held_nanos, cost_nanos) 0 TO 1000000000000000000;
{{range}} documents (total_nanos) -1000000000000000000 TO 1000000000000000000;
{{range}} bank_movements (amount_nanos) -1000000000000000000 TO 1000000000000000000;
{{range}} trial_credits (amount_nanos) 0 TO 1000000000000000000;
{{range}} top_ups (below_nanos, amount_nanos, month_nanos) 0 TO 1000000000000000000;
{{range}} limits (maximum) 0 TO 1000000000000000000;

{{append-only}} row_versions;
{{append-only}} seals;
{{append-only}} operator_actions;
{{append-only}} voucher_uses;
{{append-only}} price_versions;
{{append-only}} plan_versions;
-- One that waited for its order is acted on later.
{{append-only}} payment_events EXCEPT UPDATE WHEN OLD.outcome = 'waiting' AND NEW.id = OLD.id AND NEW.kind = OLD.kind
  AND NEW.fact = OLD.fact AND NEW.at_ms = OLD.at_ms;
{{append-only}} archives;
{{append-only}} archived_sums;
-- Only what stands in an archive may go.
{{append-only}} ledger_entries EXCEPT DELETE WHEN
  OLD.kind = 'charge' AND OLD.seq <= (SELECT COALESCE(MAX(entries_to), 0) FROM archives);
-- A settled request is final. Only what stands in an archive may go.
{{append-only}} requests
  EXCEPT UPDATE WHEN OLD.state <> 'settled'
  EXCEPT DELETE WHEN OLD.state <> 'settled' OR OLD.seq <= (SELECT MAX(entries_to) FROM archives)
    OR (OLD.seq IS NULL AND OLD.ended_at_ms <= (SELECT MAX(until_ms) FROM archives));
-- A server of before, that still runs while servers are replaced, knows of no requests to seal.
{{refuse-insert}} seals 'a seal leaves settled requests out' WHEN NEW.parts NOT LIKE '%"requests":%' AND EXISTS (
  SELECT 1 FROM requests r WHERE r.seq <= NEW.entries_to AND r.seq > (SELECT COALESCE(MAX(s.entries_to), 0) FROM seals s));
{{append-only}} documents;
{{append-only}} trial_credits;
{{append-only}} offer_versions EXCEPT UPDATE WHEN OLD.withdrawn_at_ms IS NULL AND NEW.item = OLD.item
  AND NEW.version = OLD.version AND COALESCE(NEW.terms, '') = COALESCE(OLD.terms, '') AND NEW.from_ms = OLD.from_ms
  AND NEW.actor = OLD.actor;
{{append-only}} trial_mailboxes;

{{versions}} payment_events (id) kind, outcome, subject, fact, at_ms;
{{versions}} voucher_uses (voucher_id, account_id) at_ms;
{{versions}} price_versions (id) model, version, input, cached_input, output, reasoning, from_ms, actor;
{{versions}} plan_versions (plan, version) tokens, from_ms, actor;
{{versions}} plan_periods (pot_id) account_id, starts_at_ms, ends_at_ms, plan, tokens, cause;
{{versions}} debts (id) account_id, amount_nanos, reason, actor, at_ms;
{{versions}} proofs (id) at_ms, seal, seal_hash, entries_to, full_at_ms, sums_hash;
{{versions}} archives (id) at_ms, seal_to, entries_to, until_ms, charges, requests, folder, file, sha256, sums_hash;
{{versions}} trial_credits (person_hash) account_id, amount_nanos, at_ms;
{{versions}} orders (id) account_id, kind, offer, method, amount_nanos, tokens, days, plan, status, created_at_ms, paid_at_ms,
  ended_at_ms, refunded_nanos, dispute, disputed_nanos, taken_nanos, pot_id, provider_session, provider_payment,
  provider_invoice, provider_subscription, variable_symbol, invoice_number, card_customer, card_method;
{{versions}} vouchers (id) fingerprint, kind, amount_nanos, tokens, days, plan, months, uses_max, uses, created_by,
  created_at_ms, expires_at_ms, revoked_at_ms;
-- Whose a pot is and when it ends; what is in it is the sum of its journal.
{{versions}} pots (id) account_id, kind, created_at_ms, expires_at_ms;
{{versions-and-ends}} subscriptions (account_id) plan, next_plan, anchor_day, paid_periods;
{{versions}} paid_subscriptions (id) account_id, order_id, plan, status;
{{versions}} documents (number) kind, order_id, account_id, issued_at_ms, total_nanos, body;
-- Without the names and messages of people.
{{versions}} bank_movements (id) content, ordinal, booked_on, amount_nanos, currency, variable_symbol, is_reversal, state,
  order_id;
{{versions}} offer_versions (item, version) terms, from_ms, actor, withdrawn_at_ms;
-- Without what customers know their card by: that is forgotten with the card.
{{versions}} saved_cards (customer) account_id, method, saved_at_ms, removed_at_ms;
{{versions-and-ends}} top_ups (account_id) on_since_ms, below_nanos, amount_nanos, month_nanos;
{{versions}} operator_actions (id) at_ms, actor, kind, account_id, object, wanted, reason;
-- That it is there, and not when it was last heard of.
{{versions-and-ends}} servers (id) id;
{{versions}} trial_mailboxes (account_id) mailbox_hash;
{{versions-and-ends}} limits (id) account_id, owner, owner_id, unit, time_window, maximum, set_by;
{{versions}} accounts (id) status, user_id, renews_at_ms, closed_at_ms, suspended_at_ms;
{{versions}} api_keys (id) account_id, user_id, kind, fingerprint, expires_at_ms, revoked_at_ms;
{{versions-and-ends}} members (account_id, user_id) role;
{{versions-and-ends}} left_budgets (account_id, user_id) account_id;

-- PostgreSQL looks up and locks a row for each reference of each request. Two of them say nothing that others do not: the hour
-- and the month in which a settled request is counted refer to its account and its key, and the audit adds both up from the
-- requests. {{unreferenced}} table (column) does nothing in SQLite, which could only drop a reference by writing all rows anew.
{{unreferenced}} requests (account_id);
{{unreferenced}} requests (key_id);

INSERT INTO write_checks (id, filler) VALUES (1, '');
-- Versions after this one have marks: so do all of a database that was made with this schema.
INSERT INTO row_versions (kind, id, body) VALUES ('marks', 'begin', '0');
