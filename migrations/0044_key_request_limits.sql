-- How many requests a key may make in a minute, where its owner allows it fewer than the service does.
ALTER TABLE api_keys ADD COLUMN requests_per_minute BIGINT CHECK (requests_per_minute >= 1);
