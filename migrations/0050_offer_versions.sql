-- What is sold and at which price, piece by piece (the amounts of credit, each package, each plan), from a time on. A row is
-- never changed, but one that has not begun can be withdrawn.
CREATE TABLE offer_versions (
  item            TEXT NOT NULL,
  version         BIGINT NOT NULL CHECK (version >= 1),
  -- JSON; null is not sold.
  terms           TEXT,
  from_ms         BIGINT NOT NULL,
  actor           TEXT NOT NULL,
  withdrawn_at_ms BIGINT CHECK (withdrawn_at_ms < from_ms),
  PRIMARY KEY (item, version)
);
{{append-only}} offer_versions EXCEPT UPDATE WHEN OLD.withdrawn_at_ms IS NULL AND NEW.item = OLD.item
  AND NEW.version = OLD.version AND COALESCE(NEW.terms, '') = COALESCE(OLD.terms, '') AND NEW.from_ms = OLD.from_ms
  AND NEW.actor = OLD.actor;
