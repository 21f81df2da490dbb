-- Limits of tokens, beside those of credit: of a key, and of a whole account, in all or for each calendar month in Prague.
ALTER TABLE api_keys ADD COLUMN token_limit BIGINT CHECK (token_limit >= 0);
ALTER TABLE api_keys ADD COLUMN token_window TEXT CHECK (token_window IN ('total', 'month'));
ALTER TABLE accounts ADD COLUMN token_limit BIGINT CHECK (token_limit >= 0);
ALTER TABLE accounts ADD COLUMN token_window TEXT CHECK (token_window IN ('total', 'month'));

-- All tokens that a key was charged for, whatever has paid for them.
ALTER TABLE key_months ADD COLUMN tokens BIGINT NOT NULL DEFAULT 0 CHECK (tokens >= 0);
-- Of the time before, from the hours. With months counted from the March of the year 0, a month begins on that day of
-- 1970, at midnight in Prague: two hours before UTC from April to October, one hour in the others.
UPDATE key_months SET tokens = used.tokens FROM (
  SELECT h.key_id, spans.month, SUM(h.input_tokens + h.output_tokens) AS tokens
  FROM usage_hours h JOIN (
    SELECT month, MIN(start_ms) AS from_ms, MAX(start_ms) AS to_ms FROM (
      SELECT month, (365 * (n / 12) + n / 48 - n / 1200 + n / 4800 + (153 * (n % 12) + 2) / 5 - 719468) * 86400000
        - CASE WHEN n % 12 BETWEEN 1 AND 7 THEN 7200000 ELSE 3600000 END AS start_ms
      FROM (
        SELECT month, CAST(SUBSTR(month, 1, 4) AS BIGINT) * 12 + CAST(SUBSTR(month, 6, 2) AS BIGINT) - 3 AS n FROM key_months
        UNION
        SELECT month, CAST(SUBSTR(month, 1, 4) AS BIGINT) * 12 + CAST(SUBSTR(month, 6, 2) AS BIGINT) - 2 AS n FROM key_months
      ) numbered
    ) started GROUP BY month
  ) spans ON h.hour_ms >= spans.from_ms AND h.hour_ms < spans.to_ms
  GROUP BY h.key_id, spans.month
) used WHERE key_months.key_id = used.key_id AND key_months.month = used.month;
