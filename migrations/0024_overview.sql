-- What the operator's overview reads by time, of all accounts together.
CREATE INDEX usage_hours_by_hour ON usage_hours (hour_ms);
CREATE INDEX paid_orders_by_time ON orders (paid_at_ms) WHERE paid_at_ms IS NOT NULL;
CREATE INDEX payment_events_by_time ON payment_events (at_ms);
