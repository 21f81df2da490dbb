-- Mail domains that organisations claim. A claim without a verified record in DNS binds no one; verified, a domain belongs to
-- one organisation.
CREATE TABLE mail_domains (
  id               TEXT PRIMARY KEY,
  account_id       TEXT NOT NULL REFERENCES accounts (id),
  domain           TEXT NOT NULL,
  -- What the record must say. It is public.
  token            TEXT NOT NULL,
  claimed_at_ms    BIGINT NOT NULL,
  verified_at_ms   BIGINT,
  -- When the record was last looked for, and since when it has not been there.
  checked_at_ms    BIGINT,
  missing_since_ms BIGINT,
  UNIQUE (account_id, domain)
);
CREATE UNIQUE INDEX mail_domains_verified ON mail_domains (domain) WHERE verified_at_ms IS NOT NULL;
CREATE INDEX mail_domains_to_check ON mail_domains (checked_at_ms) WHERE verified_at_ms IS NOT NULL;
