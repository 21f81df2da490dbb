-- Organisations: an account may have members beside its owner, who is in the account's own row (`user_id`).
CREATE TABLE members (
  account_id   TEXT NOT NULL REFERENCES accounts (id),
  user_id      TEXT NOT NULL REFERENCES auth_users (id),
  role         TEXT NOT NULL CHECK (role IN ('admin', 'developer', 'billing', 'viewer')),
  joined_at_ms BIGINT NOT NULL,
  PRIMARY KEY (account_id, user_id)
);
CREATE INDEX members_by_user ON members (user_id);

-- What members call it; without a name it is known by its address.
ALTER TABLE accounts ADD COLUMN name TEXT;

-- An account can be handed over to a person who owns another one.
DROP INDEX accounts_by_user;
CREATE INDEX accounts_by_user ON accounts (user_id);

-- An invitation with an account makes its person a member there, in this role. Such a person has joined when the time is
-- written: a sign-up uses the invitation before there is a person who could.
ALTER TABLE invitations ADD COLUMN account_id TEXT REFERENCES accounts (id);
ALTER TABLE invitations ADD COLUMN member_role TEXT CHECK (member_role IN ('admin', 'developer', 'billing', 'viewer'));
ALTER TABLE invitations ADD COLUMN sent_at_ms BIGINT;
ALTER TABLE invitations ADD COLUMN joined_at_ms BIGINT;
CREATE INDEX invitations_by_account ON invitations (account_id) WHERE account_id IS NOT NULL;
