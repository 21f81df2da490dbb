-- Versions that were written stay: seals cover them, and the program before does not look at their kinds.
{{unversioned}} pots;
{{unversioned}} subscriptions;
{{unversioned}} paid_subscriptions;
{{unversioned}} accounts;
{{unversioned}} api_keys;
{{unversioned}} members;
{{unversioned}} documents;
{{unversioned}} bank_movements;
{{unversioned}} offer_versions;
{{unversioned}} saved_cards;
{{unversioned}} top_ups;
{{unversioned}} operator_actions;
{{unversioned}} servers;
{{unversioned}} orders;
{{versions}} orders (id) account_id, kind, offer, method, amount_nanos, tokens, days, plan, status, created_at_ms, paid_at_ms,
  ended_at_ms, refunded_nanos, dispute, disputed_nanos, taken_nanos, pot_id, provider_session, provider_payment,
  provider_invoice, provider_subscription, variable_symbol, invoice_number;
{{unversioned}} vouchers;
{{versions}} vouchers (id) kind, amount_nanos, tokens, days, plan, months, uses_max, uses, created_by, created_at_ms,
  expires_at_ms, revoked_at_ms;
-- The program before hashes proved sums without a key: where the last ones have one, its next audit begins with the first
-- entry.
DELETE FROM proved_sums WHERE (SELECT MAX(seq) FROM row_versions WHERE kind = 'proofs') >
  (SELECT MAX(seq) FROM row_versions WHERE kind = 'marks');
UPDATE proofs SET entries_to = 0, seal = 1, seal_hash = (SELECT hash FROM seals WHERE seq = 1),
  sums_hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  WHERE (SELECT MAX(seq) FROM row_versions WHERE kind = 'proofs') > (SELECT MAX(seq) FROM row_versions WHERE kind = 'marks');
ALTER TABLE seals DROP COLUMN mark;
DROP TABLE version_marks;
