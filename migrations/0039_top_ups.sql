-- Automatic top-up: a card that the customer has saved is charged when the credit falls below an amount.

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
{{range}} top_ups (below_nanos, amount_nanos, month_nanos) 0 TO 1000000000000000000;

-- The card that an automatic order charges: the provider's customer and payment method. Null for every other order.
ALTER TABLE orders ADD COLUMN card_customer TEXT;
ALTER TABLE orders ADD COLUMN card_method TEXT;
-- When the provider is asked for it next.
ALTER TABLE orders ADD COLUMN ask_at_ms BIGINT;
-- One at a time for an account.
CREATE UNIQUE INDEX automatic_orders_in_flight ON orders (account_id) WHERE card_method IS NOT NULL AND status = 'open';
CREATE INDEX automatic_orders_by_account ON orders (account_id, created_at_ms) WHERE card_method IS NOT NULL;
