/** Buying prices and rates of currencies. They are never changed, only followed by a new version. */
import type { BuyingVersion, RateVersion } from '../core/buying.ts';
import { nanos } from '../core/money.ts';
import { bigint, number, type Row, type Sql, text } from '../platform/database/database.ts';

/** All of them, the oldest of each engine and model first: they are few. */
export async function readBuyingVersions(sql: Sql): Promise<readonly BuyingVersion[]> {
  return (await sql.all('SELECT * FROM buying_versions ORDER BY engine, model, version')).map(buyingFromRow);
}

export async function readRates(sql: Sql): Promise<readonly RateVersion[]> {
  return (await sql.all('SELECT * FROM currency_rates ORDER BY currency, version')).map(rateFromRow);
}

export async function writeBuyingVersion(sql: Sql, version: Omit<BuyingVersion, 'id' | 'version'>): Promise<void> {
  const { engine, model, currency, price, fromMs, actor } = version;
  const last = await sql.one(
    'SELECT COALESCE(MAX(version), 0) AS version FROM buying_versions WHERE engine = ? AND model = ?',
    engine,
    model,
  );
  const next = number(last!, 'version') + 1;
  const written = await sql.run(
    `INSERT INTO buying_versions (id, engine, model, version, currency, input, cached_input, output, reasoning, from_ms, actor,
       cache_write_5m, cache_write_1h) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    `${engine}/${model}@${next}`,
    engine,
    model,
    next,
    currency,
    price.input,
    price.cachedInput,
    price.output,
    price.reasoning,
    fromMs,
    actor,
    price.cacheWrite5m ?? null,
    price.cacheWrite1h ?? null,
  );
  // Two operators at once: the second looks again at what is the last one now.
  if (written === 0) await writeBuyingVersion(sql, version);
}

export async function writeRate(sql: Sql, version: Omit<RateVersion, 'id' | 'version'>): Promise<void> {
  const { currency, rate, fromMs, actor } = version;
  const last = await sql.one(
    'SELECT COALESCE(MAX(version), 0) AS version FROM currency_rates WHERE currency = ?',
    currency,
  );
  const next = number(last!, 'version') + 1;
  const written = await sql.run(
    `INSERT INTO currency_rates (id, currency, version, rate, from_ms, actor) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    `${currency}@${next}`,
    currency,
    next,
    rate,
    fromMs,
    actor,
  );
  if (written === 0) await writeRate(sql, version);
}

const buyingFromRow = (row: Row): BuyingVersion => ({
  id: text(row, 'id'),
  engine: text(row, 'engine'),
  model: text(row, 'model'),
  version: number(row, 'version'),
  currency: text(row, 'currency'),
  price: {
    input: bigint(row, 'input'),
    cachedInput: bigint(row, 'cached_input'),
    output: bigint(row, 'output'),
    reasoning: bigint(row, 'reasoning'),
    ...(row.cache_write_5m != null && { cacheWrite5m: bigint(row, 'cache_write_5m') }),
    ...(row.cache_write_1h != null && { cacheWrite1h: bigint(row, 'cache_write_1h') }),
  },
  fromMs: number(row, 'from_ms'),
  actor: text(row, 'actor'),
});

const rateFromRow = (row: Row): RateVersion => ({
  id: text(row, 'id'),
  currency: text(row, 'currency'),
  version: number(row, 'version'),
  rate: nanos(bigint(row, 'rate')),
  fromMs: number(row, 'from_ms'),
  actor: text(row, 'actor'),
});
