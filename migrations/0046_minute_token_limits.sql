-- How many tokens a key, and all keys of an account together, may use in a minute. Of an account the smaller of the two counts:
-- as the operator has set it, and as its owner has.
ALTER TABLE api_keys ADD COLUMN tokens_per_minute BIGINT CHECK (tokens_per_minute >= 1);
ALTER TABLE accounts ADD COLUMN tokens_per_minute BIGINT CHECK (tokens_per_minute >= 1);
ALTER TABLE accounts ADD COLUMN own_tokens_per_minute BIGINT CHECK (own_tokens_per_minute >= 1);
