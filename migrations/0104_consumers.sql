-- Which version of the terms a person has accepted when signing up, and when; which one came with an order, and that its buyer
-- wanted use to begin at once. An order is accepted when it is made. Null is not asked for.
ALTER TABLE auth_users ADD COLUMN terms_version TEXT;
ALTER TABLE auth_users ADD COLUMN terms_accepted_at_ms BIGINT;
ALTER TABLE orders ADD COLUMN terms_version TEXT;
ALTER TABLE orders ADD COLUMN begins_at_once BIGINT CHECK (begins_at_once IN (0, 1));

-- Consumers who have withdrawn from an order, with what goes back to them. The books follow in the same transaction; the money
-- itself leaves later: by the provider, or by the operator's bank.
CREATE TABLE withdrawals (
  order_id      TEXT PRIMARY KEY REFERENCES orders (id),
  account_id    TEXT NOT NULL REFERENCES accounts (id),
  name          TEXT NOT NULL,
  email         TEXT NOT NULL,
  at_ms         BIGINT NOT NULL,
  refund_nanos  BIGINT NOT NULL CHECK (refund_nanos >= 0),
  -- When the money has left; null while it has not.
  sent_at_ms    BIGINT,
  -- When the provider is asked next to send it.
  ask_at_ms     BIGINT
);
CREATE INDEX withdrawals_by_time ON withdrawals (at_ms);
CREATE INDEX withdrawals_to_send ON withdrawals (ask_at_ms) WHERE sent_at_ms IS NULL;

-- A declaration stays as it was made.
{{append-only}} withdrawals EXCEPT UPDATE WHEN OLD.sent_at_ms IS NULL AND NEW.order_id = OLD.order_id
  AND NEW.name = OLD.name AND NEW.email = OLD.email AND NEW.at_ms = OLD.at_ms AND NEW.refund_nanos = OLD.refund_nanos;
