-- What has to be told, to whom: one row for each way. It is tried again until it has arrived; a row that is done stays
-- for a while, so that the same thing is not told twice.
CREATE TABLE outbox (
  id            TEXT NOT NULL,
  channel       TEXT NOT NULL CHECK (channel IN ('owner', 'operator', 'webhook')),
  notice        TEXT NOT NULL,
  at_ms         BIGINT NOT NULL,
  attempts      BIGINT NOT NULL DEFAULT 0,
  -- When it is tried next; null when it has arrived or was given up.
  next_at_ms    BIGINT,
  arrived_at_ms BIGINT,
  PRIMARY KEY (id, channel)
);
CREATE INDEX outbox_by_turn ON outbox (next_at_ms) WHERE next_at_ms IS NOT NULL;
CREATE INDEX outbox_by_time ON outbox (at_ms);

-- Periods whose beginning the owner has been told, or need not be.
ALTER TABLE plan_periods ADD COLUMN told_at_ms BIGINT;
UPDATE plan_periods SET told_at_ms = 0;
CREATE INDEX plan_periods_untold ON plan_periods (starts_at_ms) WHERE told_at_ms IS NULL;

-- The end that the owner of a key was told of; a key whose end is moved is told of again.
ALTER TABLE api_keys ADD COLUMN told_expires_at_ms BIGINT;
CREATE INDEX api_keys_by_expiry ON api_keys (expires_at_ms) WHERE expires_at_ms IS NOT NULL;
