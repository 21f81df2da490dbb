-- Amounts are whole numbers within bounds that leave room for sums within 64 bits: 10^18 nano-crowns are a thousand million
-- CZK. SQLite would make a float of what is too large. {{range}} table (columns) least TO most is a constraint.
{{range}} pots (balance, held, spent) 0 TO 1000000000000000000;
{{range}} ledger_entries (amount) -1000000000000000000 TO 1000000000000000000;
{{range}} debts (amount_nanos, repaid_nanos) 0 TO 1000000000000000000;
{{range}} orders (amount_nanos, refunded_nanos, disputed_nanos, taken_nanos, tokens) 0 TO 1000000000000000000;
{{range}} vouchers (amount_nanos, tokens) 0 TO 1000000000000000000;
{{range}} api_keys (limit_nanos) 0 TO 1000000000000000000;
{{range}} accounts (alert_below_nanos) 0 TO 1000000000000000000;
{{range}} plan_versions (tokens) 0 TO 1000000000000000000;
{{range}} price_versions (input, cached_input, output, reasoning) 0 TO 1000000000;
