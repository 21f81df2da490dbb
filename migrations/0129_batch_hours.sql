-- The part of usage_hours that lines of batches have used. Most hours have none.
CREATE TABLE batch_hours (
  account_id          TEXT NOT NULL REFERENCES accounts (id),
  hour_ms             BIGINT NOT NULL CHECK (hour_ms % 3600000 = 0),
  key_id              TEXT NOT NULL REFERENCES api_keys (id),
  model               TEXT NOT NULL,
  requests            BIGINT NOT NULL CHECK (requests >= 1),
  input_tokens        BIGINT NOT NULL CHECK (input_tokens >= 0),
  cached_input_tokens BIGINT NOT NULL CHECK (cached_input_tokens BETWEEN 0 AND input_tokens),
  output_tokens       BIGINT NOT NULL CHECK (output_tokens >= 0),
  PRIMARY KEY (account_id, hour_ms, key_id, model)
) {{clustered}};
