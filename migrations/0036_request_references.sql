-- PostgreSQL looks up and locks a row for each reference of each request. Two of them say nothing that others do not: the hour
-- and the month in which a settled request is counted refer to its account and its key, and the audit adds both up from the
-- requests. {{unreferenced}} table (column) does nothing in SQLite, which could only drop a reference by writing all rows anew.
{{unreferenced}} requests (account_id);
{{unreferenced}} requests (key_id);
