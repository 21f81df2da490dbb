/** The journal's sums of each pot, in plain SQL: the tests' own words for it. */

/** Entries, less what settled requests paid: from the credit, and from token pots as `paid_parts` has it. */
const sums = (parts: string): string => `(
  SELECT pot_id, SUM(amount) AS total FROM (
    SELECT pot_id, amount FROM ledger_entries
    UNION ALL SELECT credit_pot_id, -cost_nanos FROM requests WHERE seq IS NOT NULL
    UNION ALL SELECT part.value ->> 0, -CAST(part.value ->> 1 AS BIGINT) FROM requests r CROSS JOIN ${parts}
      WHERE r.seq IS NOT NULL AND r.paid_parts <> '[]'
  ) moves GROUP BY pot_id)`;

/** A table to join: `pot_id` and `total`. */
export const JOURNAL_SUMS = {
  SQLite: sums('json_each(r.paid_parts) AS part'),
  PostgreSQL: sums('json_array_elements(CAST(r.paid_parts AS json)) AS part (value)'),
} as const;
