-- The program before knows no webhooks of customers: they would be silent, so there is a way back while there are none. What
-- was for one that is deleted goes. The first also locks the table.
ALTER TABLE webhooks RENAME TO webhooks_gone;
{{unless}} SELECT 1 AS found FROM webhooks_gone LIMIT 1;
DROP TABLE webhooks_gone;
CREATE TABLE outbox_before (
  id            TEXT NOT NULL,
  channel       TEXT NOT NULL CHECK (channel IN ('owner', 'operator', 'webhook')),
  notice        TEXT NOT NULL,
  at_ms         BIGINT NOT NULL,
  attempts      BIGINT NOT NULL DEFAULT 0,
  next_at_ms    BIGINT,
  arrived_at_ms BIGINT,
  PRIMARY KEY (id, channel)
);
INSERT INTO outbox_before (id, channel, notice, at_ms, attempts, next_at_ms, arrived_at_ms)
  SELECT id, channel, notice, at_ms, attempts, next_at_ms, arrived_at_ms FROM outbox
  WHERE channel IN ('owner', 'operator', 'webhook');
DROP TABLE outbox;
ALTER TABLE outbox_before RENAME TO outbox;
CREATE INDEX outbox_by_turn ON outbox (next_at_ms) WHERE next_at_ms IS NOT NULL;
CREATE INDEX outbox_by_time ON outbox (at_ms);
