-- Orders that a statement has confirmed are paid and stay so. Which movement paid them would be lost with the tables, so a
-- database that has movements keeps them. Also locks the tables.
ALTER TABLE bank_movement_ids RENAME TO bank_movement_ids_gone;
ALTER TABLE bank_movements RENAME TO bank_movements_gone;
{{unless}} SELECT 1 AS found FROM bank_movements_gone LIMIT 1;
DROP TABLE bank_movement_ids_gone;
DROP TABLE bank_movements_gone;
