-- A projection: nothing is lost with it.
DROP TABLE account_activity;
