-- The name under which a plan was sold, in both languages, as JSON. Null: that of the preset.
ALTER TABLE orders ADD COLUMN plan_name TEXT;
ALTER TABLE plan_periods ADD COLUMN plan_name TEXT;

-- Of a year that a card pays: how long its last month lasts, with the wait for the next payment. Null where months that are
-- paid for, if there are any, end by the calendar.
{{unversioned}} subscriptions;
ALTER TABLE subscriptions ADD COLUMN paid_until_ms BIGINT;
{{versions-and-ends}} subscriptions (account_id) plan, next_plan, anchor_day, paid_periods, paid_until_ms;
