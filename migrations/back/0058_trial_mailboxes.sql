-- The way forward fills it anew. Those of accounts that were deleted meanwhile are found by the hash of trial_credits.
{{unversioned}} trial_mailboxes;
{{changeable}} trial_mailboxes;
DROP TABLE trial_mailboxes;
