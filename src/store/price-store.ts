import type { Price } from '../domain/money.ts';
import type { Prices } from '../domain/ports.ts';
import { type Database, number, type Row, type Sql, text } from './database.ts';
import { priceFromRow } from './receipt.ts';

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

/** Two servers may publish at once: who finds the next version taken looks again at what is the last one now. */
async function publishOne(sql: Sql, publication: Publication): Promise<string> {
  const { model, price, actor, atMs } = publication;
  const last = await sql.one('SELECT * FROM price_versions WHERE model = ? ORDER BY version DESC LIMIT 1', model);
  if (last && isSame(last, price)) return text(last, 'id');
  const version = (last ? number(last, 'version') : 0) + 1;
  const id = `${model}@${version}`;
  const written = await sql.run(
    `INSERT INTO price_versions (id, model, version, input, cached_input, output, reasoning, from_ms, actor)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    id,
    model,
    version,
    price.input,
    price.cachedInput,
    price.output,
    price.reasoning,
    atMs,
    actor,
  );
  return written > 0 ? id : publishOne(sql, publication);
}

function isSame(row: Row, price: Price): boolean {
  const known = priceFromRow(row);
  return (['input', 'cachedInput', 'output', 'reasoning'] as const).every((type) => known[type] === price[type]);
}
