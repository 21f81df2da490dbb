-- Nothing is lost: the program before looks for what is left in a pot.
DROP INDEX pots_to_sweep;
ALTER TABLE pots DROP COLUMN swept_at_ms;
CREATE INDEX pots_by_expiry ON pots (expires_at_ms) WHERE expires_at_ms IS NOT NULL AND balance > 0;
