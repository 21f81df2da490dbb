import { PRICE_TYPES, type Price } from '../core/money.ts';
import type { PriceVersion } from '../core/price-versions.ts';
import { type Database, number, type Row, type Sql, text } from '../platform/database/database.ts';
import { priceFromRow } from './receipt.ts';

export interface Prices {
  /** Writes a new version for every model whose price has changed, and returns the publisher's last version of each. */
  publish(
    prices: ReadonlyMap<string, Price>,
    by: { readonly actor: string; readonly atMs: number },
  ): Promise<ReadonlyMap<string, string>>;
}

/** Prices are never changed, only followed by a new version. */
export function createPriceStore(db: Database): Prices {
  return {
    publish: (prices, by) =>
      db.transaction(async (sql) => {
        const versions = new Map<string, string>();
        for (const [model, price] of prices) versions.set(model, await publishOne(sql, { model, price, ...by }));
        return versions;
      }),
  };
}

type Publication = { readonly model: string; readonly price: Price; readonly actor: string; readonly atMs: number };

/** A publisher is compared with what it said last: the configuration, read again at each start, says nothing twice. */
async function publishOne(sql: Sql, { model, price, actor, atMs }: Publication): Promise<string> {
  const versions = await versionsOf(sql, model);
  const own = versions.findLast((version) => version.actor === actor);
  if (!own || !isSame(own.price, price)) return writePriceVersion(sql, { model, price, actor, fromMs: atMs });
  return own.id;
}

/** Two servers may publish at once: who finds the next version taken looks again at what is the last one now. */
export async function writePriceVersion(sql: Sql, version: Omit<PriceVersion, 'id' | 'version'>): Promise<string> {
  const { model, price, fromMs, actor } = version;
  const last = (await versionsOf(sql, model)).at(-1);
  if (last && last.actor === actor && last.fromMs === fromMs && isSame(last.price, price)) return last.id;
  const next = (last?.version ?? 0) + 1;
  const id = `${model}@${next}`;
  const written = await sql.run(
    `INSERT INTO price_versions (id, model, version, input, cached_input, output, reasoning, from_ms, actor,
       cache_write_5m, cache_write_1h) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    id,
    model,
    next,
    price.input,
    price.cachedInput,
    price.output,
    price.reasoning,
    fromMs,
    actor,
    price.cacheWrite5m ?? null,
    price.cacheWrite1h ?? null,
  );
  return written > 0 ? id : writePriceVersion(sql, version);
}

/** All of the list, the oldest of each model first: they are few. */
export async function readPriceVersions(sql: Sql): Promise<readonly PriceVersion[]> {
  return (await sql.all('SELECT * FROM price_versions WHERE list_version IS NULL ORDER BY model, version')).map(
    versionFromRow,
  );
}

async function versionsOf(sql: Sql, model: string): Promise<readonly PriceVersion[]> {
  const rows = await sql.all('SELECT * FROM price_versions WHERE model = ? ORDER BY version', model);
  return rows.map(versionFromRow);
}

const versionFromRow = (row: Row): PriceVersion => ({
  id: text(row, 'id'),
  model: text(row, 'model'),
  version: number(row, 'version'),
  price: priceFromRow(row),
  fromMs: number(row, 'from_ms'),
  actor: text(row, 'actor'),
});

const isSame = (one: Price, other: Price): boolean => PRICE_TYPES.every((type) => one[type] === other[type]);
