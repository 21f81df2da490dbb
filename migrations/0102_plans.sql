-- Plans are the operator's: any number, under any id. A row says what of a plan changes from a time on; what it does not say
-- stays as it is by then. A row is never changed, but one that has not begun can be withdrawn.
CREATE TABLE plan_terms (
  plan            TEXT NOT NULL,
  version         BIGINT NOT NULL CHECK (version >= 1),
  -- JSON.
  terms           TEXT NOT NULL,
  from_ms         BIGINT NOT NULL,
  actor           TEXT NOT NULL,
  withdrawn_at_ms BIGINT CHECK (withdrawn_at_ms < from_ms),
  PRIMARY KEY (plan, version)
);
{{append-only}} plan_terms EXCEPT UPDATE WHEN OLD.withdrawn_at_ms IS NULL AND NEW.plan = OLD.plan
  AND NEW.version = OLD.version AND NEW.terms = OLD.terms AND NEW.from_ms = OLD.from_ms AND NEW.actor = OLD.actor;
{{versions}} plan_terms (plan, version) terms, from_ms, actor, withdrawn_at_ms;

-- Tokens and prices of plans had versions apart. Those of prices come behind those of tokens; the rows of offers stay where
-- they are, and are not read any more.
INSERT INTO plan_terms (plan, version, terms, from_ms, actor)
  SELECT plan, version, '{"tokens":' || tokens || '}', from_ms, actor FROM plan_versions;
INSERT INTO plan_terms (plan, version, terms, from_ms, actor, withdrawn_at_ms)
  SELECT SUBSTR(o.item, 6), o.version + (SELECT COALESCE(MAX(v.version), 0) FROM plan_versions v WHERE v.plan = SUBSTR(o.item, 6)),
    COALESCE(REPLACE(o.terms, '"kind":"plan"', '"isOnSale":true'), '{"isOnSale":false}'), o.from_ms, o.actor, o.withdrawn_at_ms
  FROM offer_versions o WHERE o.item IN ('plan-pro', 'plan-ultra') AND o.actor <> 'configuration';
DROP TABLE plan_versions;

{{unversioned}} subscriptions;
{{unchecked}} subscriptions (plan) TEXT NOT NULL DEFAULT '';
{{unchecked}} subscriptions (next_plan) TEXT;
{{versions-and-ends}} subscriptions (account_id) plan, next_plan, anchor_day, paid_periods;
{{unversioned}} plan_periods;
{{unchecked}} plan_periods (plan) TEXT NOT NULL DEFAULT '';
{{versions}} plan_periods (pot_id) account_id, starts_at_ms, ends_at_ms, plan, tokens, cause;
{{unversioned}} paid_subscriptions;
{{unchecked}} paid_subscriptions (plan) TEXT NOT NULL DEFAULT '';
{{versions}} paid_subscriptions (id) account_id, order_id, plan, status;
{{unversioned}} orders;
{{unchecked}} orders (plan) TEXT;
-- The period of a plan that is bought: a month where it is not said.
ALTER TABLE orders ADD COLUMN every TEXT CHECK (every IN ('month', 'year'));
{{versions}} orders (id) account_id, kind, offer, method, amount_nanos, tokens, days, plan, every, status, created_at_ms,
  paid_at_ms, ended_at_ms, refunded_nanos, dispute, disputed_nanos, taken_nanos, pot_id, provider_session, provider_payment,
  provider_invoice, provider_subscription, variable_symbol, invoice_number, card_customer, card_method;

-- A check over several columns goes only with its table, and with it what refers to it.
{{unversioned}} voucher_uses;
{{unversioned}} vouchers;
CREATE TABLE uses_before AS SELECT * FROM voucher_uses;
DROP TABLE voucher_uses;
CREATE TABLE vouchers_before AS SELECT * FROM vouchers;
DROP TABLE vouchers;
CREATE TABLE vouchers (
  id            TEXT PRIMARY KEY,
  fingerprint   TEXT NOT NULL UNIQUE,
  hint          TEXT NOT NULL,
  kind          TEXT NOT NULL CHECK (kind IN ('credit', 'package', 'plan')),
  amount_nanos  BIGINT CHECK (amount_nanos > 0),
  tokens        BIGINT CHECK (tokens > 0),
  days          BIGINT CHECK (days > 0),
  plan          TEXT,
  months        BIGINT CHECK (months > 0),
  uses_max      BIGINT NOT NULL CHECK (uses_max > 0),
  uses          BIGINT NOT NULL DEFAULT 0 CHECK (uses BETWEEN 0 AND uses_max),
  note          TEXT NOT NULL,
  created_by    TEXT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  expires_at_ms BIGINT,
  revoked_at_ms BIGINT,
  CHECK ((kind = 'credit') = (amount_nanos IS NOT NULL)),
  CHECK ((kind = 'package') = (tokens IS NOT NULL AND days IS NOT NULL)),
  CHECK ((kind = 'plan') = (plan IS NOT NULL AND months IS NOT NULL))
);
CREATE INDEX vouchers_by_time ON vouchers (created_at_ms);
INSERT INTO vouchers (id, fingerprint, hint, kind, amount_nanos, tokens, days, plan, months, uses_max, uses, note, created_by,
    created_at_ms, expires_at_ms, revoked_at_ms)
  SELECT id, fingerprint, hint, kind, amount_nanos, tokens, days, plan, months, uses_max, uses, note, created_by,
    created_at_ms, expires_at_ms, revoked_at_ms FROM vouchers_before;
DROP TABLE vouchers_before;
CREATE TABLE voucher_uses (
  voucher_id TEXT NOT NULL REFERENCES vouchers (id),
  account_id TEXT NOT NULL REFERENCES accounts (id),
  at_ms      BIGINT NOT NULL,
  PRIMARY KEY (voucher_id, account_id)
);
CREATE INDEX voucher_uses_by_account ON voucher_uses (account_id);
INSERT INTO voucher_uses (voucher_id, account_id, at_ms) SELECT voucher_id, account_id, at_ms FROM uses_before;
DROP TABLE uses_before;
{{range}} vouchers (amount_nanos, tokens) 0 TO 1000000000000000000;
{{append-only}} voucher_uses;
{{versions}} voucher_uses (voucher_id, account_id) at_ms;
{{versions}} vouchers (id) fingerprint, kind, amount_nanos, tokens, days, plan, months, uses_max, uses, created_by,
  created_at_ms, expires_at_ms, revoked_at_ms;

-- What a pot pays for, as JSON: models, how much of it a token takes, its unit. Null: every token of every model, one for one.
ALTER TABLE pots ADD COLUMN terms TEXT;
{{unversioned}} pots;
{{versions}} pots (id) account_id, kind, created_at_ms, expires_at_ms, terms;
