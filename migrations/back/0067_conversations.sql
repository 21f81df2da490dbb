-- Also locks the table. The others have rows only where it has some.
ALTER TABLE conversations RENAME TO conversations_gone;
{{unless}} SELECT 1 AS found FROM conversations_gone LIMIT 1;
DROP TABLE conversation_responses;
DROP TABLE conversation_items;
DROP TABLE conversations_gone;
