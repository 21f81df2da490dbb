-- An older program would lock members out and cannot tell two accounts of one owner apart: there is a way back while every
-- account is an organisation of one. Invitations to organisations end. The first also locks the table.
ALTER TABLE members RENAME TO members_gone;
{{unless}} SELECT 1 AS found FROM members_gone LIMIT 1;
{{unless}} SELECT user_id AS found FROM accounts WHERE user_id IS NOT NULL GROUP BY user_id HAVING COUNT(*) > 1 LIMIT 1;
DELETE FROM invitations WHERE account_id IS NOT NULL;
DROP INDEX invitations_by_account;
ALTER TABLE invitations DROP COLUMN joined_at_ms;
ALTER TABLE invitations DROP COLUMN sent_at_ms;
ALTER TABLE invitations DROP COLUMN member_role;
ALTER TABLE invitations DROP COLUMN account_id;
DROP INDEX accounts_by_user;
CREATE UNIQUE INDEX accounts_by_user ON accounts (user_id);
ALTER TABLE accounts DROP COLUMN name;
DROP TABLE members_gone;
