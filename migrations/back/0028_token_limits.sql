-- What a key or an account may not do must not be forgotten: as long as there is a limit of tokens, there is no way back.
-- The first two also lock the tables.
ALTER TABLE api_keys DROP COLUMN token_window;
ALTER TABLE accounts DROP COLUMN token_window;
{{unless}} SELECT 1 AS found FROM api_keys WHERE token_limit IS NOT NULL LIMIT 1;
{{unless}} SELECT 1 AS found FROM accounts WHERE token_limit IS NOT NULL LIMIT 1;
ALTER TABLE api_keys DROP COLUMN token_limit;
ALTER TABLE accounts DROP COLUMN token_limit;
ALTER TABLE key_months DROP COLUMN tokens;
