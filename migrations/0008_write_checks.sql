-- Written to find out whether the books can be written; see /readyz. The filler makes it as large as what a request writes.
CREATE TABLE write_checks (
  id     BIGINT PRIMARY KEY CHECK (id = 1),
  filler TEXT NOT NULL
);
INSERT INTO write_checks (id, filler) VALUES (1, '');
