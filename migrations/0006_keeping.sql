-- Grants that whoever makes them has given an id: a repeat with the same id is not booked again.
CREATE TABLE grant_ids (
  id           TEXT PRIMARY KEY,
  account_id   TEXT NOT NULL REFERENCES accounts (id),
  amount_nanos BIGINT NOT NULL CHECK (amount_nanos > 0),
  at_ms        BIGINT NOT NULL
);
