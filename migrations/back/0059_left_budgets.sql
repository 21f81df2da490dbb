-- What a member may not use must not be forgotten: as long as a budget waits for one, there is no way back. The first also
-- locks the table.
{{unversioned}} left_budgets;
ALTER TABLE left_budgets RENAME TO left_budgets_gone;
{{unless}} SELECT 1 AS found FROM left_budgets_gone LIMIT 1;
DROP TABLE left_budgets_gone;
