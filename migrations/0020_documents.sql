-- Documents of sales: what buyers want on them, and the documents themselves.

-- Asked once, kept for the account, and copied into each document that is made.
CREATE TABLE buyers (
  account_id    TEXT PRIMARY KEY REFERENCES accounts (id),
  name          TEXT NOT NULL,
  street        TEXT NOT NULL,
  city          TEXT NOT NULL,
  postal_code   TEXT NOT NULL,
  country       TEXT NOT NULL,
  company_id    TEXT NOT NULL,
  vat_id        TEXT NOT NULL,
  changed_at_ms BIGINT NOT NULL
);

-- Written with the payment or the refund, in one transaction, and never changed. The body is the document as JSON: seller,
-- buyer, dates and VAT as they were then.
CREATE TABLE documents (
  number       TEXT PRIMARY KEY,
  kind         TEXT NOT NULL CHECK (kind IN ('invoice', 'credit-note')),
  order_id     TEXT NOT NULL REFERENCES orders (id),
  account_id   TEXT NOT NULL REFERENCES accounts (id),
  issued_at_ms BIGINT NOT NULL,
  -- Below zero in a credit note.
  total_nanos  BIGINT NOT NULL,
  body         TEXT NOT NULL,
  CHECK ((kind = 'invoice') = (total_nanos > 0))
);
CREATE UNIQUE INDEX invoices_by_order ON documents (order_id) WHERE kind = 'invoice';
CREATE INDEX documents_by_order ON documents (order_id, issued_at_ms);
CREATE INDEX documents_by_account ON documents (account_id, issued_at_ms);
CREATE INDEX documents_by_time ON documents (issued_at_ms, number);
{{range}} documents (total_nanos) -1000000000000000000 TO 1000000000000000000;
{{append-only}} documents;
