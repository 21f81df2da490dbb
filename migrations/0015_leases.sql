-- Holds live in the memory of their server, within what it has leased; only what has ended is a row. Migrations run with no
-- server beside them, so whatever is open now was left by one that died.
UPDATE requests SET state = 'expired', outcome = 'expired', ended_at_ms = expires_at_ms WHERE state = 'open';
UPDATE pots SET held = 0 WHERE held <> 0;
DROP INDEX open_requests;

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
