-- The operator's area: what operators do, accounts that they suspend, versions of plans, and settings of the service.

-- One row an action, in the transaction of what it does; rows are added, never changed. States are JSON.
CREATE TABLE operator_actions (
  seq          {{serial}},
  -- Made by whoever asks: the same order a second time changes nothing.
  id           TEXT NOT NULL UNIQUE,
  at_ms        BIGINT NOT NULL,
  actor        TEXT NOT NULL,
  kind         TEXT NOT NULL,
  account_id   TEXT REFERENCES accounts (id),
  object       TEXT NOT NULL,
  wanted       TEXT NOT NULL,
  state_before TEXT NOT NULL,
  state_after  TEXT NOT NULL,
  reason       TEXT NOT NULL
);
CREATE INDEX operator_actions_by_account ON operator_actions (account_id, seq);
CREATE INDEX operator_actions_by_kind ON operator_actions (kind, seq);

-- Beside the status, which follows debts: paying a debt does not lift a suspension.
ALTER TABLE accounts ADD COLUMN suspended_at_ms BIGINT;
CREATE INDEX accounts_by_creation ON accounts (created_at_ms, id);

-- What a plan grants from a time on, where the operator has said so; otherwise the configuration says it.
CREATE TABLE plan_versions (
  plan    TEXT NOT NULL CHECK (plan IN ('pro', 'ultra')),
  version BIGINT NOT NULL CHECK (version >= 1),
  tokens  BIGINT NOT NULL CHECK (tokens >= 1),
  from_ms BIGINT NOT NULL,
  actor   TEXT NOT NULL,
  PRIMARY KEY (plan, version)
);

-- What the operator has set at run time. The row `lock` is there to be locked by whoever changes something of all.
CREATE TABLE service_settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
