-- The program before sells what its configuration says. What operators have published since would be forgotten, so there is a
-- way back while they have not. Also locks the table.
{{changeable}} offer_versions;
ALTER TABLE offer_versions RENAME TO offer_versions_gone;
{{unless}} SELECT 1 AS found FROM offer_versions_gone WHERE actor <> 'configuration' LIMIT 1;
DROP TABLE offer_versions_gone;
