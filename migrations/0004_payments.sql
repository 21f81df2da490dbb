-- Getting paid: orders, what payment providers have told us, vouchers. Amounts are nano-crowns (10^-9 CZK), times are
-- milliseconds since 1970. Only what SQLite and PostgreSQL both understand.

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
  CHECK ((invoice_number IS NULL) = (paid_at_ms IS NULL)),
  CHECK ((variable_symbol IS NULL) = (method = 'stripe'))
);
CREATE INDEX orders_by_account ON orders (account_id, created_at_ms);
CREATE INDEX paid_orders_by_account ON orders (account_id, paid_at_ms) WHERE paid_at_ms IS NOT NULL;
CREATE INDEX orders_by_time ON orders (created_at_ms);
CREATE INDEX orders_by_status ON orders (status, created_at_ms);
CREATE INDEX open_orders ON orders (expires_at_ms) WHERE status = 'open';
CREATE INDEX orders_without_receipt ON orders (paid_at_ms) WHERE paid_at_ms IS NOT NULL AND receipt_sent_at_ms IS NULL;

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

-- How many more periods are paid for: null where nobody counts, as in a plan that the operator gave.
ALTER TABLE subscriptions ADD COLUMN paid_periods BIGINT CHECK (paid_periods >= 0);

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
