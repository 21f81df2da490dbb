-- How much credit the keys of an account may spend together in a calendar month in Prague.
ALTER TABLE accounts ADD COLUMN month_limit_nanos BIGINT CHECK (month_limit_nanos >= 0);
DROP INDEX accounts_with_limits;
CREATE INDEX accounts_with_limits ON accounts (id) WHERE token_limit IS NOT NULL OR month_limit_nanos IS NOT NULL;
