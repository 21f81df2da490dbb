-- Tokens are made anew after the way back; what they did stays in the log.
DROP TABLE management_tokens;
