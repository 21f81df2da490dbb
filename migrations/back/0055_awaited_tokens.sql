-- The program before would let requests use what is awaited, so there is a way back once nothing is. The second also locks
-- the table.
DROP INDEX pots_awaited;
ALTER TABLE pots RENAME COLUMN awaited TO awaited_gone;
{{unless}} SELECT 1 AS found FROM pots WHERE awaited_gone > 0 LIMIT 1;
DROP INDEX debts_open;
ALTER TABLE accounts DROP COLUMN recalled_until_ms;
ALTER TABLE pots DROP COLUMN awaited_gone;
DROP INDEX outbox_by_arrival;
DROP INDEX outbox_by_gather;
ALTER TABLE outbox DROP COLUMN gather;
