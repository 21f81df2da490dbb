-- Budgets of members who have left or were removed: they come back with the person, or with a new person of the same address.
CREATE TABLE left_budgets (
  account_id   TEXT NOT NULL REFERENCES accounts (id),
  user_id      TEXT NOT NULL,
  email        TEXT NOT NULL,
  month_nanos  BIGINT CHECK (month_nanos >= 0),
  month_tokens BIGINT CHECK (month_tokens >= 0),
  PRIMARY KEY (account_id, user_id)
);
-- Without the address: that is forgotten with the person.
{{versions-and-ends}} left_budgets (account_id, user_id) month_nanos, month_tokens;
