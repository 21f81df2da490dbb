-- What was admitted in the last minute is forgotten.
DROP TABLE admission_times;
DROP TABLE admissions;
CREATE TABLE admissions (
  key_id   TEXT PRIMARY KEY,
  times_us TEXT NOT NULL
);
