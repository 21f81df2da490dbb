-- Where several servers count the requests of a key together: one row for each moment of the last window in which some were
-- admitted, and how many count. So a decision costs the same however many were admitted. What is in the old form may go:
-- it is about the last minute.
DROP TABLE admissions;

CREATE TABLE admissions (
  key_id   TEXT PRIMARY KEY,
  -- The sum of its rows in admission_times.
  counted  BIGINT NOT NULL,
  last_us  BIGINT NOT NULL,
  -- What to add to the clock, because it went back: times of a key never do.
  ahead_us BIGINT NOT NULL
);

CREATE TABLE admission_times (
  key_id  TEXT NOT NULL,
  at_us   BIGINT NOT NULL,
  counted BIGINT NOT NULL,
  PRIMARY KEY (key_id, at_us)
) {{clustered}};
