-- Also locks the table.
ALTER TABLE stored_responses RENAME TO stored_responses_gone;
{{unless}} SELECT 1 AS found FROM stored_responses_gone LIMIT 1;
DROP TABLE stored_responses_gone;
