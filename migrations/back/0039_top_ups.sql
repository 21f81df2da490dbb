-- Cards of customers may not be forgotten here while the provider has them, and an order that charges one must be settled:
-- as long as there is either, there is no way back. The first also locks the table.
ALTER TABLE saved_cards RENAME TO saved_cards_gone;
{{unless}} SELECT 1 AS found FROM saved_cards_gone WHERE forgotten_at_ms IS NULL LIMIT 1;
{{unless}} SELECT 1 AS found FROM orders WHERE card_method IS NOT NULL AND status = 'open' LIMIT 1;
DROP INDEX automatic_orders_in_flight;
DROP INDEX automatic_orders_by_account;
ALTER TABLE orders DROP COLUMN ask_at_ms;
ALTER TABLE orders DROP COLUMN card_method;
ALTER TABLE orders DROP COLUMN card_customer;
DROP TABLE top_ups;
DROP TABLE saved_cards_gone;
