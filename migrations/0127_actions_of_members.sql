-- The member who did it, or for whom a program did. Null: an operator, or the service by itself. Lines that were written
-- before have none.
ALTER TABLE operator_actions ADD COLUMN member_id TEXT;

-- The log that members read: it must not pass over the lines of operators and programs, which may be many.
CREATE INDEX operator_actions_of_members ON operator_actions (account_id, seq) WHERE member_id IS NOT NULL;
