-- One row while the database moves to another place, or has moved there. `away` is where it comes from, and `here` where
-- it arrives; both have the same token. The place is for people: it has no password.
CREATE TABLE moves (
  id          BIGINT PRIMARY KEY CHECK (id = 1),
  direction   TEXT NOT NULL CHECK (direction IN ('away', 'here')),
  token       TEXT NOT NULL,
  place       TEXT NOT NULL,
  begun_at_ms BIGINT NOT NULL,
  ended_at_ms BIGINT,
  -- Where it arrives: the statements that bring back what is taken away while rows are written. Null once that is done.
  rebuild     TEXT
);
