-- What a key may not do must not be forgotten: as long as a key has such a limit, there is no way back. The first also locks
-- the table.
ALTER TABLE api_keys RENAME COLUMN requests_per_minute TO requests_gone;
{{unless}} SELECT 1 AS found FROM api_keys WHERE requests_gone IS NOT NULL LIMIT 1;
ALTER TABLE api_keys DROP COLUMN requests_gone;
