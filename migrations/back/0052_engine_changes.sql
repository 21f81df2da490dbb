-- The program before would answer by the configuration alone, so there is a way back once every name is given back to it.
-- The first also locks the table.
ALTER TABLE engine_changes RENAME TO engine_changes_gone;
{{unless}} SELECT 1 AS found FROM engine_changes_gone c WHERE c.settings IS NOT NULL AND c.withdrawn_at_ms IS NULL AND NOT EXISTS (SELECT 1 FROM engine_changes_gone d WHERE d.kind = c.kind AND d.name = c.name AND d.version > c.version AND d.from_ms >= c.from_ms AND d.settings IS NULL AND d.withdrawn_at_ms IS NULL) LIMIT 1;
DROP TABLE engine_changes_gone;
