-- What a member may not use must not be forgotten: as long as there is a budget, there is no way back. The first also locks the
-- table.
ALTER TABLE members RENAME COLUMN month_nanos TO month_nanos_gone;
{{unless}} SELECT 1 AS found FROM members WHERE month_nanos_gone IS NOT NULL OR month_tokens IS NOT NULL LIMIT 1;
ALTER TABLE members DROP COLUMN month_nanos_gone;
ALTER TABLE members DROP COLUMN month_tokens;
