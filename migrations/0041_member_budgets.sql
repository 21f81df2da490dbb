-- What the keys of a member may use together in a calendar month in Prague, of credit and of tokens. The owner has no row here,
-- and no budget.
ALTER TABLE members ADD COLUMN month_nanos BIGINT CHECK (month_nanos >= 0);
ALTER TABLE members ADD COLUMN month_tokens BIGINT CHECK (month_tokens >= 0);
