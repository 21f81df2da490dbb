-- What an account may not do must not be forgotten: as long as one has such a limit, there is no way back. The first also locks
-- the table.
ALTER TABLE accounts RENAME COLUMN requests_per_minute TO requests_gone;
{{unless}} SELECT 1 AS found FROM accounts WHERE requests_gone IS NOT NULL OR own_requests_per_minute IS NOT NULL LIMIT 1;
ALTER TABLE accounts DROP COLUMN requests_gone;
ALTER TABLE accounts DROP COLUMN own_requests_per_minute;
