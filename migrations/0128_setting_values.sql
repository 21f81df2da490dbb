-- The settings of the service that operators have made, each by its place in the configuration file and as JSON in the form
-- of that file, with secrets sealed. `null` gives a setting back to its default. The revision grows with each change of any.
CREATE TABLE setting_values (
  name     TEXT PRIMARY KEY,
  value    TEXT NOT NULL,
  revision BIGINT NOT NULL CHECK (revision >= 1)
);
