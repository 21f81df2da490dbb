-- Tokens of an order that was refunded while running requests held them. No request may use them any more; each is taken
-- when it comes back, and is owed where it was used.
ALTER TABLE pots ADD COLUMN awaited BIGINT NOT NULL DEFAULT 0 CHECK (awaited >= 0);
-- Until then nothing is leased of the account that is not needed: something is being taken from it.
ALTER TABLE accounts ADD COLUMN recalled_until_ms BIGINT;
-- What is looked for every second.
CREATE INDEX pots_awaited ON pots (id) WHERE awaited > 0;
CREATE INDEX debts_open ON debts (account_id) WHERE repaid_nanos < amount_nanos;
-- E-mails of a kind to the same recipient, which are sent together. NULL: what is sent by itself.
ALTER TABLE outbox ADD COLUMN gather TEXT;
CREATE INDEX outbox_by_gather ON outbox (gather, channel, next_at_ms) WHERE gather IS NOT NULL AND next_at_ms IS NOT NULL;
CREATE INDEX outbox_by_arrival ON outbox (gather, channel, arrived_at_ms)
  WHERE gather IS NOT NULL AND arrived_at_ms IS NOT NULL;
