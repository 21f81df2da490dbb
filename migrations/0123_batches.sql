-- Files of customers for batches. The content of one that was sent is in parts, each sealed, so that every server of the
-- database reads the same; that of a result is the lines of its batch.
CREATE TABLE files (
  id            TEXT PRIMARY KEY,
  account_id    TEXT NOT NULL REFERENCES accounts (id),
  purpose       TEXT NOT NULL CHECK (purpose IN ('batch', 'batch_output')),
  filename      TEXT NOT NULL,
  bytes         BIGINT NOT NULL CHECK (bytes >= 0),
  parts         BIGINT NOT NULL CHECK (parts >= 0),
  created_at_ms BIGINT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  -- 0 while it is being sent: until then it is not seen.
  is_whole      BIGINT NOT NULL CHECK (is_whole IN (0, 1)),
  -- The batch whose lines it has, and which of them.
  batch_id      TEXT,
  lines         TEXT CHECK (lines IN ('succeeded', 'failed'))
);
CREATE INDEX files_by_account ON files (account_id, id);
CREATE INDEX files_by_expiry ON files (expires_at_ms);

CREATE TABLE file_parts (
  file_id TEXT NOT NULL REFERENCES files (id),
  part    BIGINT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (file_id, part)
);

CREATE TABLE batches (
  id               TEXT PRIMARY KEY,
  account_id       TEXT NOT NULL REFERENCES accounts (id),
  -- It asks and pays; what ends it ends the batch.
  key_id           TEXT NOT NULL REFERENCES api_keys (id),
  dialect          TEXT NOT NULL CHECK (dialect IN ('openai', 'messages')),
  endpoint         TEXT NOT NULL,
  input_file_id    TEXT,
  -- JSON: texts by name.
  metadata         TEXT,
  budget_nanos     BIGINT CHECK (budget_nanos > 0),
  status           TEXT NOT NULL CHECK (status IN ('validating', 'failed', 'in_progress', 'finalizing', 'completed',
                     'expired', 'cancelling', 'cancelled')),
  created_at_ms    BIGINT NOT NULL,
  -- Until then its lines may begin.
  expires_at_ms    BIGINT NOT NULL,
  began_at_ms      BIGINT,
  cancelled_at_ms  BIGINT,
  ended_at_ms      BIGINT,
  -- When it is forgotten, once it has ended.
  kept_until_ms    BIGINT,
  total            BIGINT NOT NULL DEFAULT 0,
  succeeded        BIGINT NOT NULL DEFAULT 0,
  errored          BIGINT NOT NULL DEFAULT 0,
  cancelled        BIGINT NOT NULL DEFAULT 0,
  expired          BIGINT NOT NULL DEFAULT 0,
  cost_nanos       BIGINT NOT NULL DEFAULT 0,
  -- Why its lines wait, as a code of an error, and until when none of them is tried.
  waiting_for      TEXT,
  not_before_ms    BIGINT NOT NULL DEFAULT 0,
  -- JSON: what was wrong with its input.
  errors           TEXT,
  output_file_id   TEXT,
  error_file_id    TEXT,
  -- The server that reads its input.
  owner            TEXT,
  leased_until_ms  BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX batches_by_account ON batches (account_id, id);
CREATE INDEX batches_by_status ON batches (status, id);

CREATE TABLE batch_lines (
  batch_id        TEXT NOT NULL REFERENCES batches (id),
  line            BIGINT NOT NULL,
  custom_id       TEXT NOT NULL,
  -- Bytes of the name above as JSON.
  custom_id_bytes BIGINT NOT NULL,
  state           TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'succeeded', 'errored', 'cancelled', 'expired')),
  -- Sealed, until it is answered.
  request         TEXT,
  -- Sealed, once it is answered; what was cancelled or has expired has none.
  result          TEXT,
  result_bytes    BIGINT NOT NULL DEFAULT 0,
  request_id      TEXT,
  cost_nanos      BIGINT NOT NULL DEFAULT 0,
  attempts        BIGINT NOT NULL DEFAULT 0,
  not_before_ms   BIGINT NOT NULL DEFAULT 0,
  -- The server that has it answered, and until when no other may.
  owner           TEXT,
  leased_until_ms BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (batch_id, line),
  UNIQUE (batch_id, custom_id)
);
CREATE INDEX batch_lines_by_state ON batch_lines (batch_id, state, line);
CREATE INDEX batch_lines_by_owner ON batch_lines (owner);
