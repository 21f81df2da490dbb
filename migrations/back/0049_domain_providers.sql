-- The program before knows no such providers: who signs in by one alone would be locked out, so there is a way back while there
-- are none. The first also locks the table.
ALTER TABLE domain_providers RENAME TO domain_providers_gone;
{{unless}} SELECT 1 AS found FROM domain_providers_gone LIMIT 1;
DROP TABLE domain_providers_gone;
DROP TABLE left_members;
