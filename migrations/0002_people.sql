-- The people who sign in: what better-auth keeps of them, invitations, and counters against guessing. Yes and no are 1
-- and 0, times are milliseconds since 1970. Only what SQLite and PostgreSQL both understand.

CREATE TABLE auth_users (
  id                 TEXT PRIMARY KEY,
  name               TEXT NOT NULL,
  email              TEXT NOT NULL UNIQUE,
  email_verified     BIGINT NOT NULL CHECK (email_verified IN (0, 1)),
  image              TEXT,
  role               TEXT NOT NULL CHECK (role IN ('customer', 'operator')),
  language           TEXT CHECK (language IN ('cs', 'en')),
  two_factor_enabled BIGINT NOT NULL DEFAULT 0 CHECK (two_factor_enabled IN (0, 1)),
  created_at_ms      BIGINT NOT NULL,
  updated_at_ms      BIGINT NOT NULL
);
CREATE INDEX auth_users_by_role ON auth_users (role) WHERE role = 'operator';

CREATE TABLE auth_sessions (
  id            TEXT PRIMARY KEY,
  user_id       TEXT NOT NULL REFERENCES auth_users (id),
  token         TEXT NOT NULL UNIQUE,
  ip_address    TEXT,
  user_agent    TEXT,
  expires_at_ms BIGINT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL
);
CREATE INDEX auth_sessions_by_user ON auth_sessions (user_id);
CREATE INDEX auth_sessions_by_expiry ON auth_sessions (expires_at_ms);

-- How a person can sign in: by a password (provider "credential") or through a provider of the operator's choice.
CREATE TABLE auth_accounts (
  id                          TEXT PRIMARY KEY,
  user_id                     TEXT NOT NULL REFERENCES auth_users (id),
  provider_id                 TEXT NOT NULL,
  account_id                  TEXT NOT NULL,
  password                    TEXT,
  access_token                TEXT,
  refresh_token               TEXT,
  id_token                    TEXT,
  access_token_expires_at_ms  BIGINT,
  refresh_token_expires_at_ms BIGINT,
  scope                       TEXT,
  created_at_ms               BIGINT NOT NULL,
  updated_at_ms               BIGINT NOT NULL,
  UNIQUE (provider_id, account_id)
);
CREATE INDEX auth_accounts_by_user ON auth_accounts (user_id);

CREATE TABLE auth_verifications (
  id            TEXT PRIMARY KEY,
  identifier    TEXT NOT NULL,
  value         TEXT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL
);
CREATE INDEX auth_verifications_by_identifier ON auth_verifications (identifier);
CREATE INDEX auth_verifications_by_expiry ON auth_verifications (expires_at_ms);

CREATE TABLE auth_two_factors (
  id              TEXT PRIMARY KEY,
  user_id         TEXT NOT NULL UNIQUE REFERENCES auth_users (id),
  secret          TEXT NOT NULL,
  backup_codes    TEXT NOT NULL,
  verified        BIGINT NOT NULL CHECK (verified IN (0, 1)),
  failures        BIGINT NOT NULL DEFAULT 0,
  locked_until_ms BIGINT
);

CREATE TABLE auth_passkeys (
  id            TEXT PRIMARY KEY,
  user_id       TEXT NOT NULL REFERENCES auth_users (id),
  name          TEXT,
  public_key    TEXT NOT NULL,
  credential_id TEXT NOT NULL UNIQUE,
  counter       BIGINT NOT NULL,
  device_type   TEXT NOT NULL,
  backed_up     BIGINT NOT NULL CHECK (backed_up IN (0, 1)),
  transports    TEXT,
  aaguid        TEXT,
  created_at_ms BIGINT
);
CREATE INDEX auth_passkeys_by_user ON auth_passkeys (user_id);

-- Attempts in a window of time, by what is guarded: an address, a network, both.
CREATE TABLE auth_attempts (
  scope      TEXT PRIMARY KEY,
  attempts   BIGINT NOT NULL CHECK (attempts >= 0),
  ends_at_ms BIGINT NOT NULL
);
CREATE INDEX auth_attempts_by_end ON auth_attempts (ends_at_ms);

-- The token itself is stored nowhere.
CREATE TABLE invitations (
  id            TEXT PRIMARY KEY,
  fingerprint   TEXT NOT NULL UNIQUE,
  role          TEXT NOT NULL CHECK (role IN ('customer', 'operator')),
  email         TEXT,
  created_by    TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  used_at_ms    BIGINT
);
CREATE INDEX invitations_by_email ON invitations (email) WHERE email IS NOT NULL;

-- Who signs in to an account. Accounts that the operator has made belong to nobody until their owner first signs in.
ALTER TABLE accounts ADD COLUMN user_id TEXT REFERENCES auth_users (id);
CREATE UNIQUE INDEX accounts_by_user ON accounts (user_id);
