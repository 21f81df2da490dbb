-- Links and codes that work once: links are kept hashed, and a code of a second factor is remembered as its step.

-- Codes of this step (of 30 seconds) and earlier ones are refused.
ALTER TABLE auth_two_factors ADD COLUMN last_step BIGINT NOT NULL DEFAULT 0;

-- Links that confirm or change an address are signed, not stored: those written earlier than this are refused.
ALTER TABLE auth_users ADD COLUMN links_void_before_ms BIGINT NOT NULL DEFAULT 0;

-- Tokens were kept as they are: links for a new password, trusted devices, sign-ins that wait for a code. All of them end.
DELETE FROM auth_verifications;
