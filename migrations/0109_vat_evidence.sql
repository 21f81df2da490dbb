-- The country that a payment came from, as the provider or the bank says: evidence of where a person lives.
ALTER TABLE orders ADD COLUMN payment_country TEXT;
-- The last answer of VIES about the VAT id, as JSON; null where it was not asked.
ALTER TABLE buyers ADD COLUMN vat_check TEXT;
