-- The version of its plan with which a period began; null where the configuration file said what the plan is.
{{unversioned}} plan_periods;
ALTER TABLE plan_periods ADD COLUMN plan_version BIGINT;
{{versions}} plan_periods (pot_id) account_id, starts_at_ms, ends_at_ms, plan, tokens, cause, plan_version;
