-- Who has had trial credit may not be forgotten, and older programs do not know the cause of such a grant. A database
-- without one can go back. Also locks the table.
{{changeable}} trial_credits;
{{unversioned}} trial_credits;
ALTER TABLE trial_credits RENAME TO trial_credits_gone;
{{unless}} SELECT 1 AS found FROM trial_credits_gone LIMIT 1;
DROP TABLE trial_credits_gone;
