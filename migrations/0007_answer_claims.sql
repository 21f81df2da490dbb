-- Who makes the answer of an Idempotency-Key now, where several servers may be asked for it at once. The row goes in the
-- transaction that keeps the answer. A server that dies stops to renew its lease, and then another may take its place.
CREATE TABLE answer_claims (
  scope           TEXT PRIMARY KEY,
  fingerprint     TEXT NOT NULL,
  owner           TEXT NOT NULL,
  leased_until_ms BIGINT NOT NULL,
  -- Why no answer came of it, for those who wait. Whoever comes later begins anew.
  failure         TEXT
);
CREATE INDEX answer_claims_by_lease ON answer_claims (leased_until_ms);
