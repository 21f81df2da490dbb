-- A session that the provider of an organisation opens is bound to its account from now on: `signed_in_by` says
-- `organisation:` and the account. Of earlier sessions it is not known which provider has opened them: people who are linked to
-- such a provider sign in again.
DELETE FROM auth_sessions WHERE signed_in_by = 'provider'
  AND user_id IN (SELECT user_id FROM auth_accounts WHERE substr(provider_id, 1, 4) = 'dom_');
