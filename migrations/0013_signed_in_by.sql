-- How a session was opened: password, trusted (a password on a trusted device), code, passkey or provider. Sessions that
-- were opened earlier count as opened by a password: operators who need a second factor sign in again.
ALTER TABLE auth_sessions ADD COLUMN signed_in_by TEXT;
