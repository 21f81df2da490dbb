-- What pays, expires, documents or limits has versions, and each version a mark: a hash that is keyed with the server's
-- secret. Who can write the database and has not the secret can write a version, and no mark for it.

-- Of row_versions, by their numbers. Written in the transaction of the version, by the program and never by a trigger.
CREATE TABLE version_marks (
  seq  BIGINT PRIMARY KEY,
  mark TEXT NOT NULL
);
-- The hash of the seal, keyed in the same way.
ALTER TABLE seals ADD COLUMN mark TEXT;
-- Versions up to here, and entries up to the number in it, were written before there were marks. The row itself has one.
INSERT INTO row_versions (kind, id, body)
  SELECT 'marks', 'begin', CAST(COALESCE(MAX(seq), 0) AS VARCHAR(20)) FROM ledger_entries;

-- Again, with the card that an automatic order charges, and with what a code is found by.
{{unversioned}} orders;
{{versions}} orders (id) account_id, kind, offer, method, amount_nanos, tokens, days, plan, status, created_at_ms, paid_at_ms,
  ended_at_ms, refunded_nanos, dispute, disputed_nanos, taken_nanos, pot_id, provider_session, provider_payment,
  provider_invoice, provider_subscription, variable_symbol, invoice_number, card_customer, card_method;
{{unversioned}} vouchers;
{{versions}} vouchers (id) fingerprint, kind, amount_nanos, tokens, days, plan, months, uses_max, uses, created_by,
  created_at_ms, expires_at_ms, revoked_at_ms;

-- Whose a pot is and when it ends; what is in it is the sum of its journal.
{{versions}} pots (id) account_id, kind, created_at_ms, expires_at_ms;
{{versions-and-ends}} subscriptions (account_id) plan, next_plan, anchor_day, paid_periods;
{{versions}} paid_subscriptions (id) account_id, order_id, plan, status;
{{versions}} accounts (id) status, user_id, renews_at_ms, closed_at_ms, suspended_at_ms, token_limit, token_window,
  month_limit_nanos, requests_per_minute, own_requests_per_minute, tokens_per_minute, own_tokens_per_minute;
{{versions}} api_keys (id) account_id, user_id, kind, fingerprint, expires_at_ms, revoked_at_ms, limit_nanos, limit_window,
  token_limit, token_window, requests_per_minute, tokens_per_minute;
{{versions-and-ends}} members (account_id, user_id) role, month_nanos, month_tokens;
{{versions}} documents (number) kind, order_id, account_id, issued_at_ms, total_nanos, body;
-- Without the names and messages of people.
{{versions}} bank_movements (id) content, ordinal, booked_on, amount_nanos, currency, variable_symbol, is_reversal, state,
  order_id;
{{versions}} offer_versions (item, version) terms, from_ms, actor, withdrawn_at_ms;
-- Without what customers know their card by: that is forgotten with the card.
{{versions}} saved_cards (customer) account_id, method, saved_at_ms, removed_at_ms;
{{versions-and-ends}} top_ups (account_id) on_since_ms, below_nanos, amount_nanos, month_nanos;
{{versions}} operator_actions (id) at_ms, actor, kind, account_id, object, wanted, reason;
-- That it is there, and not when it was last heard of.
{{versions-and-ends}} servers (id) id;
