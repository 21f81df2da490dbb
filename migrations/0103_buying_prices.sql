-- What tokens cost the operator: a price of an engine for its model, from a time on. In billionths of the currency for a
-- million tokens. A row is never changed.
CREATE TABLE buying_versions (
  id           TEXT PRIMARY KEY,
  engine       TEXT NOT NULL,
  -- The engine's own name of the model; empty is every model that has no price of its own.
  model        TEXT NOT NULL,
  version      BIGINT NOT NULL CHECK (version >= 1),
  currency     TEXT NOT NULL,
  input        BIGINT NOT NULL,
  cached_input BIGINT NOT NULL,
  output       BIGINT NOT NULL,
  reasoning    BIGINT NOT NULL,
  from_ms      BIGINT NOT NULL,
  actor        TEXT NOT NULL,
  UNIQUE (engine, model, version)
);

-- Nano-crowns for one of a currency, from a time on.
CREATE TABLE currency_rates (
  id       TEXT PRIMARY KEY,
  currency TEXT NOT NULL,
  version  BIGINT NOT NULL CHECK (version >= 1),
  rate     BIGINT NOT NULL,
  from_ms  BIGINT NOT NULL,
  actor    TEXT NOT NULL,
  UNIQUE (currency, version)
);

-- What a settled request cost the operator, at which price and rate; null where no price was known when it was admitted. Not
-- references: each would be a statement for each request on PostgreSQL. The audit looks for both.
ALTER TABLE requests ADD COLUMN buying_version TEXT;
ALTER TABLE requests ADD COLUMN rate_version TEXT;
ALTER TABLE requests ADD COLUMN bought_nanos BIGINT
  CHECK (bought_nanos IS NULL OR bought_nanos BETWEEN 0 AND 1000000000000000000);

-- Requests that have a buying price, by the hour (UTC) of their charge. A request is counted with the credit of its account;
-- tokens of a plan or a package have a row of their own, because what they were sold for is known of their pot.
CREATE TABLE margin_hours (
  hour_ms      BIGINT NOT NULL CHECK (hour_ms % 3600000 = 0),
  account_id   TEXT NOT NULL REFERENCES accounts (id),
  model        TEXT NOT NULL,
  engine       TEXT NOT NULL,
  pot_id       TEXT NOT NULL REFERENCES pots (id),
  requests     BIGINT NOT NULL CHECK (requests >= 0),
  tokens       BIGINT NOT NULL CHECK (tokens >= 0),
  -- Nano-crowns of the credit, or tokens.
  paid         BIGINT NOT NULL CHECK (paid >= 0),
  bought_nanos BIGINT NOT NULL CHECK (bought_nanos >= 0),
  PRIMARY KEY (hour_ms, account_id, model, engine, pot_id)
) {{clustered}};
-- The price of a pot is that of its order.
CREATE INDEX orders_by_pot ON orders (pot_id) WHERE pot_id IS NOT NULL;

{{range}} buying_versions (input, cached_input, output, reasoning) 0 TO 1000000000000000;
{{range}} currency_rates (rate) 1 TO 1000000000000000;
{{append-only}} buying_versions;
{{append-only}} currency_rates;
{{versions}} buying_versions (id) engine, model, version, currency, input, cached_input, output, reasoning, from_ms, actor;
{{versions}} currency_rates (id) currency, version, rate, from_ms, actor;

-- A server of before, that still runs while servers are replaced, knows of no requests to seal, or of no buying prices.
{{refuse-insert}} seals 'a seal leaves settled requests out' WHEN (NEW.parts NOT LIKE '%"requests":%' AND EXISTS (
  SELECT 1 FROM requests r WHERE r.seq <= NEW.entries_to AND r.seq > (SELECT COALESCE(MAX(s.entries_to), 0) FROM seals s)))
  OR (NEW.sums NOT LIKE '%"charge bought":%' AND EXISTS (
  SELECT 1 FROM requests r WHERE r.buying_version IS NOT NULL AND r.seq <= NEW.entries_to
    AND r.seq > (SELECT COALESCE(MAX(s.entries_to), 0) FROM seals s)));
