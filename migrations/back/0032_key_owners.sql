-- Keys of members would become keys that every member changes, so there is a way back while there are none. The first also
-- locks the table.
DROP INDEX api_keys_of_members;
{{unless}} SELECT 1 AS found FROM api_keys WHERE user_id IS NOT NULL LIMIT 1;
DROP INDEX one_playground_key_a_member;
CREATE UNIQUE INDEX one_playground_key_an_account ON api_keys (account_id) WHERE kind = 'playground';
ALTER TABLE api_keys DROP COLUMN user_id;
