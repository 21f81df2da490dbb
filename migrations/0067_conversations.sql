-- Conversations that responses are part of. What was said in them is encrypted as stored responses are. They are forgotten
-- some time after their last change.
CREATE TABLE conversations (
  id            TEXT PRIMARY KEY,
  account_id    TEXT NOT NULL REFERENCES accounts (id),
  created_at_ms BIGINT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  -- Of all of its items, before they are encrypted.
  characters    BIGINT NOT NULL,
  metadata      TEXT NOT NULL
);
CREATE INDEX conversations_by_account ON conversations (account_id, expires_at_ms);
CREATE INDEX conversations_by_expiry ON conversations (expires_at_ms);

CREATE TABLE conversation_items (
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  position        BIGINT NOT NULL,
  id              TEXT NOT NULL,
  -- How long it is before it is encrypted.
  characters      BIGINT NOT NULL,
  content         TEXT NOT NULL,
  PRIMARY KEY (conversation_id, position)
);
CREATE UNIQUE INDEX conversation_items_by_id ON conversation_items (conversation_id, id);

-- Responses whose items were added: a repeat of one adds nothing, also where its items were deleted since.
CREATE TABLE conversation_responses (
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  response_id     TEXT NOT NULL,
  PRIMARY KEY (conversation_id, response_id)
);
