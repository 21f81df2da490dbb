-- What a caller has said of a request, for itself: whom it was for, and pairs of its own. Only requests that have
-- something to keep have a row.
CREATE TABLE request_notes (
  request_id TEXT PRIMARY KEY REFERENCES requests (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  end_user   TEXT,
  -- JSON: texts by name.
  metadata   TEXT,
  CHECK (end_user IS NOT NULL OR metadata IS NOT NULL)
);
CREATE INDEX request_notes_by_account ON request_notes (account_id);
