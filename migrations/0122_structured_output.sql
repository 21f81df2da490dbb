-- How an answer kept to the JSON schema of its request stands beside what the caller has said of it. A row may have only
-- this, so the table is made anew.
CREATE TABLE notes_before AS SELECT * FROM request_notes;
DROP TABLE request_notes;
CREATE TABLE request_notes (
  request_id TEXT PRIMARY KEY REFERENCES requests (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  end_user   TEXT,
  -- JSON: texts by name.
  metadata   TEXT,
  structured TEXT CHECK (structured IN ('held', 'repaired', 'failed', 'unchecked')),
  CHECK (end_user IS NOT NULL OR metadata IS NOT NULL OR structured IS NOT NULL)
);
CREATE INDEX request_notes_by_account ON request_notes (account_id);
INSERT INTO request_notes (request_id, account_id, end_user, metadata)
  SELECT request_id, account_id, end_user, metadata FROM notes_before;
DROP TABLE notes_before;
