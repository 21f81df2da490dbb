-- Movements on the seller's bank account, from statements. Amounts are billionths of their currency.

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
{{range}} bank_movements (amount_nanos) -1000000000000000000 TO 1000000000000000000;

-- What the bank calls it, in each kind of file in which it came.
CREATE TABLE bank_movement_ids (
  movement_id TEXT NOT NULL REFERENCES bank_movements (id),
  source      TEXT NOT NULL,
  bank_id     TEXT NOT NULL,
  PRIMARY KEY (movement_id, source)
);
