-- A key may belong to a member; without one it belongs to the organisation. The id stays when the person is forgotten: it
-- says nothing of them, and what the key has used is still told apart.
ALTER TABLE api_keys ADD COLUMN user_id TEXT;
CREATE INDEX api_keys_of_members ON api_keys (account_id, user_id) WHERE user_id IS NOT NULL;

-- Members other than the owner spend from the pages with a key of their own.
DROP INDEX one_playground_key_an_account;
CREATE UNIQUE INDEX one_playground_key_a_member ON api_keys (account_id, (COALESCE(user_id, ''))) WHERE kind = 'playground';
