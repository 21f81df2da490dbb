-- What proves that nothing has been changed since it was written: causes of grants, versions of rows, and seals over both
-- and over all entries. {{versions}} writes each state of a row into row_versions and refuses to delete it;
-- {{append-only}} refuses to change and to delete rows; the migrator knows how each database says that.

-- Why there is a grant: order:, dispute:, voucher:, period:, action: or command:, and the id. `earlier` where nobody knows any more.
ALTER TABLE ledger_entries ADD COLUMN cause TEXT;
-- Everything but charges, in the order in which it is sealed.
CREATE INDEX other_entries_by_seq ON ledger_entries (seq) WHERE kind <> 'charge';

-- What the period granted, and what it was given for, where it is not the next one of a plan.
ALTER TABLE plan_periods ADD COLUMN tokens BIGINT;
ALTER TABLE plan_periods ADD COLUMN cause TEXT;
UPDATE plan_periods SET tokens =
  (SELECT MAX(e.amount) FROM ledger_entries e WHERE e.pot_id = plan_periods.pot_id AND e.kind = 'grant');

UPDATE ledger_entries SET cause = 'period:' || pot_id
  WHERE kind = 'grant' AND pot_id IN (SELECT pot_id FROM plan_periods);
UPDATE ledger_entries SET cause = (SELECT 'order:' || o.id FROM orders o
    WHERE ledger_entries.reason = 'order ' || o.id || ', invoice ' || o.invoice_number)
  WHERE kind = 'grant' AND cause IS NULL AND reason LIKE 'order %';
UPDATE ledger_entries SET cause = (SELECT 'dispute:' || o.id FROM orders o
    WHERE ledger_entries.reason = 'dispute of order ' || o.id || ' won')
  WHERE kind = 'grant' AND cause IS NULL AND reason LIKE 'dispute of order %';
UPDATE ledger_entries SET cause = (SELECT 'voucher:' || v.id FROM vouchers v
    WHERE ledger_entries.reason = 'voucher ' || v.id)
  WHERE kind = 'grant' AND cause IS NULL AND actor = 'voucher';
UPDATE ledger_entries SET cause = (SELECT 'action:' || MIN(a.id) FROM operator_actions a
    WHERE a.account_id = ledger_entries.account_id AND a.at_ms = ledger_entries.at_ms AND a.reason = ledger_entries.reason
      AND a.actor = ledger_entries.actor AND a.kind IN ('grant', 'correct', 'package'))
  WHERE cause IS NULL AND kind IN ('grant', 'correction') AND amount > 0;
UPDATE ledger_entries SET cause = 'earlier'
  WHERE cause IS NULL AND kind IN ('grant', 'correction') AND amount > 0;

-- Every state of a row that may change, and of some that may not, as JSON. Written by triggers, in the transaction of
-- the change.
CREATE TABLE row_versions (
  seq  {{serial}},
  kind TEXT NOT NULL,
  id   TEXT NOT NULL,
  body TEXT NOT NULL
);
CREATE INDEX row_versions_by_row ON row_versions (kind, id, seq);
-- Entries up to here may have lost their cause.
INSERT INTO row_versions (kind, id, body)
  SELECT 'causes', 'earlier', CAST(MAX(seq) AS VARCHAR(20)) FROM ledger_entries HAVING COUNT(*) > 0;

-- A hash over rows that are final, and over the seal before it. It covers what comes after the last seal up to a place in
-- each of ledger_entries, operator_actions and row_versions.
CREATE TABLE seals (
  seq          BIGINT PRIMARY KEY,
  at_ms        BIGINT NOT NULL,
  entries_to   BIGINT NOT NULL,
  actions_to   BIGINT NOT NULL,
  versions_to  BIGINT NOT NULL,
  -- As JSON: how many rows of each kind, and the hash over them; and what the entries sum to, by kind and unit.
  parts        TEXT NOT NULL,
  sums         TEXT NOT NULL,
  hash         TEXT NOT NULL
);
CREATE INDEX seals_by_entries ON seals (entries_to);

-- Where rows become visible out of their order: up to where they may be sealed when no transaction up to this one runs any
-- more.
CREATE TABLE seal_marks (
  id          BIGINT PRIMARY KEY CHECK (id = 1),
  entries_to  BIGINT NOT NULL,
  actions_to  BIGINT NOT NULL,
  versions_to BIGINT NOT NULL,
  xid         BIGINT NOT NULL
);

{{append-only}} row_versions;
{{append-only}} seals;
{{append-only}} ledger_entries;
{{append-only}} operator_actions;
{{append-only}} voucher_uses;
{{append-only}} price_versions;
{{append-only}} plan_versions;
-- One that waited for its order is acted on later.
{{append-only}} payment_events EXCEPT UPDATE WHEN OLD.outcome = 'waiting' AND NEW.id = OLD.id AND NEW.kind = OLD.kind
  AND NEW.fact = OLD.fact AND NEW.at_ms = OLD.at_ms;

-- A trigger makes SQLite look for what refers to an order that is added.
CREATE INDEX paid_subscriptions_by_order ON paid_subscriptions (order_id);

{{versions}} orders (id) account_id, kind, offer, method, amount_nanos, tokens, days, plan, status, created_at_ms, paid_at_ms,
  ended_at_ms, refunded_nanos, dispute, disputed_nanos, taken_nanos, pot_id, provider_session, provider_payment,
  provider_invoice, provider_subscription, variable_symbol, invoice_number;
{{versions}} payment_events (id) kind, outcome, subject, fact, at_ms;
{{versions}} vouchers (id) kind, amount_nanos, tokens, days, plan, months, uses_max, uses, created_by, created_at_ms,
  expires_at_ms, revoked_at_ms;
{{versions}} voucher_uses (voucher_id, account_id) at_ms;
{{versions}} price_versions (id) model, version, input, cached_input, output, reasoning, from_ms, actor;
{{versions}} plan_versions (plan, version) tokens, from_ms, actor;
{{versions}} plan_periods (pot_id) account_id, starts_at_ms, ends_at_ms, plan, tokens, cause;
{{versions}} debts (id) account_id, amount_nanos, reason, actor, at_ms;
