-- What operators change of engines, and of which engines answer for a model, on top of the configuration. The change of a
-- name that began last holds. Rows are only followed by others; what has not begun can be withdrawn.
CREATE TABLE engine_changes (
  version         BIGINT PRIMARY KEY,
  kind            TEXT NOT NULL CHECK (kind IN ('engine', 'model')),
  -- The name of the engine, or the id of the model.
  name            TEXT NOT NULL,
  -- JSON; NULL gives the word back to the configuration.
  settings        TEXT,
  -- The key of an engine, encrypted with a key that is derived from the server's secret. NULL: as the configuration has it.
  -- Taken away once no version needs it.
  sealed_key      TEXT,
  from_ms         BIGINT NOT NULL,
  made_at_ms      BIGINT NOT NULL,
  actor           TEXT NOT NULL,
  withdrawn_at_ms BIGINT
);
