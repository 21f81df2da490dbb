-- The mailboxes of those who have had trial credit, as their addresses are compared now: the hash of trial_credits is that
-- of the day on which the credit was given, and is never changed. Filled by the program, which has the secret.
CREATE TABLE trial_mailboxes (
  account_id   TEXT PRIMARY KEY REFERENCES trial_credits (account_id),
  mailbox_hash TEXT NOT NULL
);
CREATE INDEX trial_mailboxes_by_hash ON trial_mailboxes (mailbox_hash);
{{append-only}} trial_mailboxes;
{{versions}} trial_mailboxes (account_id) mailbox_hash;
