-- A response that is made in the background is a batch of one line, which has the id of the response.
ALTER TABLE batches ADD COLUMN is_background BIGINT NOT NULL DEFAULT 0 CHECK (is_background IN (0, 1));
-- The Idempotency-Key with which it was made, of its API key, and a hash of the body.
ALTER TABLE batches ADD COLUMN made_with TEXT;
ALTER TABLE batches ADD COLUMN fingerprint TEXT;

-- What was said of an answer that is streamed, in its order, sealed. The first row says how its events are written.
CREATE TABLE batch_pieces (
  batch_id TEXT NOT NULL REFERENCES batches (id),
  n        BIGINT NOT NULL,
  content  TEXT NOT NULL,
  PRIMARY KEY (batch_id, n)
);

-- Which response a request has made, where that was in the background. A row may have only this, so the table is made anew.
CREATE TABLE notes_before AS SELECT * FROM request_notes;
DROP TABLE request_notes;
CREATE TABLE request_notes (
  request_id  TEXT PRIMARY KEY REFERENCES requests (id),
  account_id  TEXT NOT NULL REFERENCES accounts (id),
  end_user    TEXT,
  -- JSON: texts by name.
  metadata    TEXT,
  structured  TEXT CHECK (structured IN ('held', 'repaired', 'failed', 'unchecked')),
  response_id TEXT,
  CHECK (end_user IS NOT NULL OR metadata IS NOT NULL OR structured IS NOT NULL OR response_id IS NOT NULL)
);
CREATE INDEX request_notes_by_account ON request_notes (account_id);
INSERT INTO request_notes (request_id, account_id, end_user, metadata, structured)
  SELECT request_id, account_id, end_user, metadata, structured FROM notes_before;
DROP TABLE notes_before;
