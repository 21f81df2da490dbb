-- Also locks the table.
{{changeable}} requests;
{{unless}} SELECT 1 AS found FROM requests WHERE seq IS NOT NULL LIMIT 1;
{{insertable}} seals;
{{unbounded}} requests;
DROP INDEX requests_by_seq;
ALTER TABLE requests DROP COLUMN paid_parts;
ALTER TABLE requests DROP COLUMN seq;
