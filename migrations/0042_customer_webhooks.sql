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
CREATE TABLE outbox_next (
  id            TEXT NOT NULL,
  channel       TEXT NOT NULL,
  notice        TEXT NOT NULL,
  at_ms         BIGINT NOT NULL,
  attempts      BIGINT NOT NULL DEFAULT 0,
  next_at_ms    BIGINT,
  arrived_at_ms BIGINT,
  last_status   BIGINT,
  last_problem  TEXT,
  PRIMARY KEY (id, channel)
);
INSERT INTO outbox_next (id, channel, notice, at_ms, attempts, next_at_ms, arrived_at_ms)
  SELECT id, channel, notice, at_ms, attempts, next_at_ms, arrived_at_ms FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_next RENAME TO outbox;
CREATE INDEX outbox_by_turn ON outbox (next_at_ms) WHERE next_at_ms IS NOT NULL;
CREATE INDEX outbox_by_time ON outbox (at_ms);
CREATE INDEX outbox_by_channel ON outbox (channel, at_ms);
