-- Nothing is lost with an index.
DROP INDEX payment_events_by_time;
DROP INDEX paid_orders_by_time;
DROP INDEX usage_hours_by_hour;
