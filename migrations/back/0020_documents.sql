-- Documents may not be lost with the way back: their numbers are in the books of the seller. Buyers can be asked again,
-- but not by a version that does not know them. Also locks the tables.
{{changeable}} documents;
ALTER TABLE documents RENAME TO documents_gone;
{{unless}} SELECT 1 AS found FROM documents_gone LIMIT 1;
DROP TABLE documents_gone;
ALTER TABLE buyers RENAME TO buyers_gone;
{{unless}} SELECT 1 AS found FROM buyers_gone LIMIT 1;
DROP TABLE buyers_gone;
