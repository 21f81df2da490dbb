-- How many requests all keys of an account may make together in a minute: as the operator has set it, and as its owner has. The
-- smaller of the two counts.
ALTER TABLE accounts ADD COLUMN requests_per_minute BIGINT CHECK (requests_per_minute >= 1);
ALTER TABLE accounts ADD COLUMN own_requests_per_minute BIGINT CHECK (own_requests_per_minute >= 1);
