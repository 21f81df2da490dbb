-- A service that has customers has chosen its first models: those that it serves. Only a new one is asked.
INSERT INTO service_settings (name, value)
SELECT 'preset', 'A' WHERE EXISTS (SELECT 1 FROM accounts);
