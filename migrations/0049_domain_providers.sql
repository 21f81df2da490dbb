-- The sign-in provider of an organisation, for the addresses of a domain that it has verified.
CREATE TABLE domain_providers (
  domain_id     TEXT PRIMARY KEY REFERENCES mail_domains (id),
  issuer        TEXT NOT NULL,
  client_id     TEXT NOT NULL,
  -- Encrypted with a key that is derived from the server's secret.
  sealed_secret TEXT NOT NULL,
  -- What new colleagues become.
  role          TEXT NOT NULL CHECK (role IN ('admin', 'developer', 'billing', 'viewer')),
  -- Whether members with an address of the domain sign in in no other way.
  is_required   BIGINT NOT NULL CHECK (is_required IN (0, 1)),
  is_enabled    BIGINT NOT NULL CHECK (is_enabled IN (0, 1)),
  set_at_ms     BIGINT NOT NULL
);

-- Who has left an organisation or was removed: signing in does not bring them back, an invitation does.
CREATE TABLE left_members (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  email      TEXT NOT NULL,
  at_ms      BIGINT NOT NULL,
  PRIMARY KEY (account_id, email)
);
