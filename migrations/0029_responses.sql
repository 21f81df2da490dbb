-- How requests ended, by the hour (UTC): for the operator by model, for customers by account. Beside the ledger, which has
-- neither refusals nor times of the first token; written once a minute, so a crash loses the counts of the last one.
CREATE TABLE response_hours (
  hour_ms   BIGINT NOT NULL CHECK (hour_ms % 3600000 = 0),
  -- Empty where the request has named no model that there is.
  model     TEXT NOT NULL,
  status    BIGINT NOT NULL,
  responses BIGINT NOT NULL CHECK (responses >= 1),
  PRIMARY KEY (hour_ms, model, status)
) {{clustered}};

-- A histogram: how many answers had their first token within the time that the number of the bucket stands for.
CREATE TABLE first_token_hours (
  hour_ms BIGINT NOT NULL CHECK (hour_ms % 3600000 = 0),
  model   TEXT NOT NULL,
  bucket  BIGINT NOT NULL CHECK (bucket >= 0),
  answers BIGINT NOT NULL CHECK (answers >= 1),
  PRIMARY KEY (hour_ms, model, bucket)
) {{clustered}};

CREATE TABLE account_responses (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  hour_ms    BIGINT NOT NULL CHECK (hour_ms % 3600000 = 0),
  status     BIGINT NOT NULL,
  responses  BIGINT NOT NULL CHECK (responses >= 1),
  PRIMARY KEY (account_id, hour_ms, status)
) {{clustered}};
