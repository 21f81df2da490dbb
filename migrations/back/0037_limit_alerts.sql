-- Owners who do not want e-mails about limits get none from the program before.
DROP INDEX accounts_with_limits;
DROP INDEX api_keys_with_limits;
ALTER TABLE accounts DROP COLUMN limit_emails;
DROP TABLE limit_alerts;
