-- Records of the status page may be lost with the way back; notes of the operator may not. Also locks the table.
ALTER TABLE status_notes RENAME TO status_notes_gone;
{{unless}} SELECT 1 AS found FROM status_notes_gone LIMIT 1;
DROP TABLE status_notes_gone;
DROP TABLE model_days;
