-- Members of a price group pay other prices than those of the list. A version says all of a group from a time on, and a row
-- is never changed.
CREATE TABLE price_group_versions (
  id          TEXT PRIMARY KEY,
  price_group TEXT NOT NULL,
  version     BIGINT NOT NULL CHECK (version >= 1),
  name        TEXT NOT NULL,
  -- Of the list price, in hundredths of a percent.
  percent     BIGINT NOT NULL,
  -- JSON: prices of the group's own by model and type of token, in nano-crowns per token.
  models      TEXT NOT NULL,
  from_ms     BIGINT NOT NULL,
  actor       TEXT NOT NULL,
  UNIQUE (price_group, version)
);

-- The group of an account from a time on; null is none.
CREATE TABLE price_group_members (
  account_id  TEXT NOT NULL REFERENCES accounts (id),
  version     BIGINT NOT NULL CHECK (version >= 1),
  price_group TEXT,
  from_ms     BIGINT NOT NULL,
  actor       TEXT NOT NULL,
  PRIMARY KEY (account_id, version)
);
CREATE INDEX price_group_members_by_group ON price_group_members (price_group);

-- The price of a group is a row of its own, written before the first request that is admitted by it, and names what it was
-- made of. Its model is written with the group, so that a server of before does not take it for a price of the list.
ALTER TABLE price_versions ADD COLUMN list_version TEXT;
ALTER TABLE price_versions ADD COLUMN group_version TEXT;
{{unversioned}} price_versions;
{{versions}} price_versions (id) model, version, input, cached_input, output, reasoning, from_ms, actor, list_version,
  group_version;

{{range}} price_group_versions (percent) 0 TO 100000;
{{append-only}} price_group_versions;
{{append-only}} price_group_members;
{{versions}} price_group_versions (id) price_group, version, name, percent, models, from_ms, actor;
{{versions}} price_group_members (account_id, version) price_group, from_ms, actor;
