-- What the status page shows: one row for each model and UTC day, and the operator's notes on incidents.

-- The model '' is the service itself: minutes without its row are minutes in which no server ran.
CREATE TABLE model_days (
  model        TEXT NOT NULL,
  -- Days since 1970-01-01, in UTC.
  day          BIGINT NOT NULL,
  minutes_up   BIGINT NOT NULL,
  minutes_down BIGINT NOT NULL,
  -- Answers that were given, and answers that failed on our side.
  answered     BIGINT NOT NULL,
  failed       BIGINT NOT NULL,
  -- Minutes since 1970-01-01 of the first and the last check; of several servers, the first one to write a minute counts.
  first_minute BIGINT NOT NULL,
  last_minute  BIGINT NOT NULL,
  PRIMARY KEY (model, day)
);
CREATE INDEX model_days_by_day ON model_days (day);

CREATE TABLE status_notes (
  id             TEXT PRIMARY KEY,
  -- When the incident began.
  at_ms          BIGINT NOT NULL,
  text_en        TEXT NOT NULL,
  text_cs        TEXT NOT NULL,
  resolved_at_ms BIGINT
);
CREATE INDEX status_notes_by_time ON status_notes (at_ms);
