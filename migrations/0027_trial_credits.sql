-- Credit that new customers get to try the service: once for a mailbox, also where its account was deleted meanwhile.
CREATE TABLE trial_credits (
  -- A keyed hash of the mailbox: the address itself goes with its person.
  person_hash  TEXT PRIMARY KEY,
  account_id   TEXT NOT NULL UNIQUE REFERENCES accounts (id),
  amount_nanos BIGINT NOT NULL CHECK (amount_nanos > 0),
  at_ms        BIGINT NOT NULL
);
CREATE INDEX trial_credits_by_time ON trial_credits (at_ms);
{{range}} trial_credits (amount_nanos) 0 TO 1000000000000000000;
{{append-only}} trial_credits;
{{versions}} trial_credits (person_hash) account_id, amount_nanos, at_ms;
