-- An index whose condition names the balance has to be looked after with every charge: PostgreSQL then writes each index of a
-- pot anew. What the sweep has left to do is a column of its own instead, which a charge does not touch.

-- When the sweep found nothing left of a pot that has ended.
ALTER TABLE pots ADD COLUMN swept_at_ms BIGINT;
DROP INDEX pots_by_expiry;
CREATE INDEX pots_to_sweep ON pots (expires_at_ms) WHERE expires_at_ms IS NOT NULL AND swept_at_ms IS NULL;
