-- Figures that are only shown: what goes with them is in the metrics, too.
DROP TABLE account_responses;
DROP TABLE first_token_hours;
DROP TABLE response_hours;
