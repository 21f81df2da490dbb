-- The settled row of a request is its charge: it says what each pot has paid, and has a number of the journal. Numbers are
-- shared with ledger_entries, in the order in which both are written; seals cover both up to one number. Charges that are
-- entries already stay entries: seals of the past cover them so.

-- Given when the request is settled, and never before.
ALTER TABLE requests ADD COLUMN seq BIGINT;
-- What token pots have paid, as held_parts; what the credit has paid is cost_nanos.
ALTER TABLE requests ADD COLUMN paid_parts TEXT
  CHECK ((seq IS NULL) = (paid_parts IS NULL) AND (seq IS NULL OR state = 'settled'));
CREATE UNIQUE INDEX requests_by_seq ON requests (seq) WHERE seq IS NOT NULL;

{{range}} requests (held_nanos, cost_nanos) 0 TO 1000000000000000000;

-- A settled request is final. Only what stands in an archive may go.
{{append-only}} requests
  EXCEPT UPDATE WHEN OLD.state <> 'settled'
  EXCEPT DELETE WHEN OLD.state <> 'settled' OR OLD.seq <= (SELECT MAX(entries_to) FROM archives)
    OR (OLD.seq IS NULL AND OLD.ended_at_ms <= (SELECT MAX(until_ms) FROM archives));

-- A server of before, that still runs while servers are replaced, knows of no requests to seal.
{{refuse-insert}} seals 'a seal leaves settled requests out' WHEN NEW.parts NOT LIKE '%"requests":%' AND EXISTS (
  SELECT 1 FROM requests r WHERE r.seq <= NEW.entries_to AND r.seq > (SELECT COALESCE(MAX(s.entries_to), 0) FROM seals s));
