-- What a key or an account may not use must not be forgotten: as long as one has such a limit, there is no way back. The first
-- two also lock the tables.
ALTER TABLE accounts RENAME COLUMN tokens_per_minute TO tokens_gone;
ALTER TABLE api_keys RENAME COLUMN tokens_per_minute TO tokens_gone;
{{unless}} SELECT 1 AS found FROM accounts WHERE tokens_gone IS NOT NULL OR own_tokens_per_minute IS NOT NULL LIMIT 1;
{{unless}} SELECT 1 AS found FROM api_keys WHERE tokens_gone IS NOT NULL LIMIT 1;
ALTER TABLE accounts DROP COLUMN tokens_gone;
ALTER TABLE accounts DROP COLUMN own_tokens_per_minute;
ALTER TABLE api_keys DROP COLUMN tokens_gone;
