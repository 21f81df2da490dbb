-- What an account may not spend must not be forgotten: as long as there is such a limit, there is no way back. The first also
-- locks the table.
DROP INDEX accounts_with_limits;
{{unless}} SELECT 1 AS found FROM accounts WHERE month_limit_nanos IS NOT NULL LIMIT 1;
CREATE INDEX accounts_with_limits ON accounts (id) WHERE token_limit IS NOT NULL;
ALTER TABLE accounts DROP COLUMN month_limit_nanos;
