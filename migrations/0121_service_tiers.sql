-- A model may be sold in tiers, each at a part of its price. The price of a tier is a row of its own, as that of a group is,
-- and names the list price, the group, if there is one, and the per cent that it was made of.
ALTER TABLE price_versions ADD COLUMN tier TEXT CHECK (tier IN ('flex', 'priority', 'batch'));
ALTER TABLE price_versions ADD COLUMN tier_percent BIGINT
  CHECK (tier_percent IS NULL OR (tier_percent BETWEEN 1 AND 1000 AND tier IS NOT NULL AND list_version IS NOT NULL));
{{unversioned}} price_versions;
{{versions}} price_versions (id) model, version, input, cached_input, output, reasoning, from_ms, actor, list_version,
  group_version, cache_write_5m, cache_write_1h, tier, tier_percent;
