-- A limit may name one model; empty is all of them. A unique constraint goes only with its table.
{{unversioned}} limits;
CREATE TABLE limits_before AS SELECT * FROM limits;
DROP TABLE limits;
CREATE TABLE limits (
  id          TEXT PRIMARY KEY,
  account_id  TEXT NOT NULL REFERENCES accounts (id),
  owner       TEXT NOT NULL CHECK (owner IN ('account', 'key', 'member')),
  -- The account, the key, or the person.
  owner_id    TEXT NOT NULL,
  unit        TEXT NOT NULL CHECK (unit IN ('CZK', 'tokens', 'requests')),
  time_window TEXT NOT NULL CHECK (time_window IN ('minute', 'hour', 'day', 'week', 'month', 'total')),
  model       TEXT NOT NULL DEFAULT '',
  -- Nano-crowns, tokens, or requests.
  maximum     BIGINT NOT NULL CHECK (maximum >= 0),
  set_by      TEXT NOT NULL CHECK (set_by IN ('customer', 'operator')),
  UNIQUE (account_id, owner_id, unit, time_window, model, set_by)
);
INSERT INTO limits (id, account_id, owner, owner_id, unit, time_window, maximum, set_by)
  SELECT id, account_id, owner, owner_id, unit, time_window, maximum, set_by FROM limits_before;
DROP TABLE limits_before;
{{range}} limits (maximum) 0 TO 1000000000000000000;
{{versions-and-ends}} limits (id) account_id, owner, owner_id, unit, time_window, model, maximum, set_by;
