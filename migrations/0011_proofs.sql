-- How far the audit has proved the books, so that the next one goes on from there; and archives of old charges.

-- One row: everything up to this seal was right, and these were the sums then.
CREATE TABLE proofs (
  id         BIGINT PRIMARY KEY CHECK (id = 1),
  at_ms      BIGINT NOT NULL,
  seal       BIGINT NOT NULL,
  seal_hash  TEXT NOT NULL,
  entries_to BIGINT NOT NULL,
  -- When everything was last read, and not only what was new.
  full_at_ms BIGINT NOT NULL,
  -- Over all rows of proved_sums.
  sums_hash  TEXT NOT NULL
);
-- Of a pot, all entries and the charges among them; of a key, what its requests cost.
CREATE TABLE proved_sums (
  kind    TEXT NOT NULL CHECK (kind IN ('pot', 'key')),
  id      TEXT NOT NULL,
  total   BIGINT NOT NULL,
  charged BIGINT NOT NULL,
  PRIMARY KEY (kind, id)
) {{clustered}};

-- Charges and their requests that were moved into a file: those of the seals after the last archive up to this one.
CREATE TABLE archives (
  id         BIGINT PRIMARY KEY,
  at_ms      BIGINT NOT NULL,
  seal_to    BIGINT NOT NULL,
  entries_to BIGINT NOT NULL,
  -- The last charge in it.
  until_ms   BIGINT NOT NULL,
  charges    BIGINT NOT NULL,
  requests   BIGINT NOT NULL,
  folder     TEXT NOT NULL,
  file       TEXT NOT NULL,
  sha256     TEXT NOT NULL,
  -- Over its rows of archived_sums.
  sums_hash  TEXT NOT NULL
);
-- What the charges of an archive sum to, by pot and by key: with what is left it comes to what it always was.
CREATE TABLE archived_sums (
  archive BIGINT NOT NULL REFERENCES archives (id),
  kind    TEXT NOT NULL CHECK (kind IN ('pot', 'key')),
  id      TEXT NOT NULL,
  charged BIGINT NOT NULL,
  PRIMARY KEY (archive, kind, id)
) {{clustered}};

{{append-only}} archives;
{{append-only}} archived_sums;
-- Only what stands in an archive may go.
{{append-only}} ledger_entries EXCEPT DELETE WHEN
  OLD.kind = 'charge' AND OLD.seq <= (SELECT COALESCE(MAX(entries_to), 0) FROM archives);

{{versions}} proofs (id) at_ms, seal, seal_hash, entries_to, full_at_ms, sums_hash;
{{versions}} archives (id) at_ms, seal_to, entries_to, until_ms, charges, requests, folder, file, sha256, sums_hash;
