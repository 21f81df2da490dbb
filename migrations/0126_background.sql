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
