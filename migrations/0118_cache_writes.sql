-- What providers bill for writing a prompt into their caches, for 5 minutes or for an hour. Null costs as input.
ALTER TABLE price_versions ADD COLUMN cache_write_5m BIGINT;
ALTER TABLE price_versions ADD COLUMN cache_write_1h BIGINT;
{{unbounded}} price_versions;
{{range}} price_versions (input, cached_input, output, reasoning, cache_write_5m, cache_write_1h) 0 TO 1000000000;
{{unversioned}} price_versions;
{{versions}} price_versions (id) model, version, input, cached_input, output, reasoning, from_ms, actor, list_version,
  group_version, cache_write_5m, cache_write_1h;

ALTER TABLE buying_versions ADD COLUMN cache_write_5m BIGINT;
ALTER TABLE buying_versions ADD COLUMN cache_write_1h BIGINT;
{{unbounded}} buying_versions;
{{range}} buying_versions (input, cached_input, output, reasoning, cache_write_5m, cache_write_1h) 0 TO 1000000000000000;
{{unversioned}} buying_versions;
{{versions}} buying_versions (id) engine, model, version, currency, input, cached_input, output, reasoning, from_ms, actor,
  cache_write_5m, cache_write_1h;

-- Parts of the input, beside the cached one; null where nothing was written, which is nearly always.
ALTER TABLE requests ADD COLUMN cache_write_5m_tokens BIGINT CHECK (cache_write_5m_tokens >= 0);
ALTER TABLE requests ADD COLUMN cache_write_1h_tokens BIGINT CHECK (cache_write_1h_tokens >= 0);

ALTER TABLE usage_hours ADD COLUMN cache_write_5m_tokens BIGINT NOT NULL DEFAULT 0 CHECK (cache_write_5m_tokens >= 0);
ALTER TABLE usage_hours ADD COLUMN cache_write_1h_tokens BIGINT NOT NULL DEFAULT 0 CHECK (cache_write_1h_tokens >= 0);
