/** Price groups, their members, and the prices that come of them. Nothing of it is changed, only followed by a version. */
import { CONFIGURATION } from '../core/declared.ts';
import { nanos, type Price } from '../core/money.ts';
import {
  type GroupMembership,
  type GroupTerms,
  type GroupVersion,
  type GroupWords,
  groupPrice,
} from '../core/price-groups.ts';
import { type ServedTier, tierPrice } from '../core/tiers.ts';
import { type Database, number, type Row, type Sql, text } from '../platform/database/database.ts';
import { priceFromRow } from './receipt.ts';

/** The versions of the list and of a group, and a tier: at least one of the last two. */
type MadePriceOf = {
  readonly model: string;
  readonly listVersion: string;
  readonly groupVersion?: string | undefined;
  readonly served?: ServedTier | undefined;
};

/** The price of a model, and its version in the ledger. */
export type Priced = { readonly price: Price; readonly priceVersion: string };

/** The name under which a price is known that was made of the list. */
export const madeVersion = ({ listVersion, groupVersion, served }: Omit<MadePriceOf, 'model'>): string =>
  [listVersion, ...makersOf({ groupVersion, served })].join('~');

const makersOf = ({ groupVersion, served }: Pick<MadePriceOf, 'groupVersion' | 'served'>): readonly string[] => [
  ...(groupVersion === undefined ? [] : [groupVersion]),
  ...(served ? [`${served.tier}=${served.percent}`] : []),
];

export interface PriceGroupRecords {
  read(): Promise<GroupWords>;
  members(): Promise<readonly GroupMembership[]>;
  /** Writes the price down that a group's version and a tier make of a list price, and returns it. Twice is the same as once. */
  price(of: MadePriceOf): Promise<Priced>;
  /** Writes a version of each group of the configuration that has changed. */
  publish(groups: ReadonlyMap<string, GroupTerms>, atMs: number): Promise<void>;
}

export function createGroupStore(db: Database): PriceGroupRecords {
  return {
    read: async () => ({ versions: await readGroupVersions(db.sql), members: await readMembers(db.sql) }),
    members: () => readMembers(db.sql),
    price: (of) => db.transaction((sql) => writeMadePrice(sql, of)),
    publish: (groups, atMs) =>
      db.transaction(async (sql) => {
        for (const [group, terms] of groups) {
          const own = (await versionsOf(sql, group)).findLast(({ actor }) => actor === CONFIGURATION);
          if (own && Bun.deepEquals(termsOf(own), termsOf(terms))) continue;
          await writeGroupVersion(sql, { ...terms, group, fromMs: atMs, actor: CONFIGURATION });
        }
      }),
  };
}

/** All of them, the oldest of each group first: they are few. */
export async function readGroupVersions(sql: Sql): Promise<readonly GroupVersion[]> {
  return (await sql.all('SELECT * FROM price_group_versions ORDER BY price_group, version')).map(versionFromRow);
}

async function readMembers(sql: Sql): Promise<readonly GroupMembership[]> {
  return (await sql.all('SELECT * FROM price_group_members ORDER BY account_id, version')).map(memberFromRow);
}

/** Memberships are only ever added. */
export async function readMemberRevision(sql: Sql): Promise<number> {
  return number((await sql.one('SELECT COUNT(*) AS revision FROM price_group_members'))!, 'revision');
}

export async function versionsOf(sql: Sql, group: string): Promise<readonly GroupVersion[]> {
  const rows = await sql.all('SELECT * FROM price_group_versions WHERE price_group = ? ORDER BY version', group);
  return rows.map(versionFromRow);
}

export async function membershipsOf(sql: Sql, accountId: string): Promise<readonly GroupMembership[]> {
  const rows = await sql.all('SELECT * FROM price_group_members WHERE account_id = ? ORDER BY version', accountId);
  return rows.map(memberFromRow);
}

/** Two servers may publish at once: the second looks again at what is the last one now. */
export async function writeGroupVersion(sql: Sql, version: Omit<GroupVersion, 'id' | 'version'>): Promise<void> {
  const { group, name, percent, models, fromMs, actor } = version;
  const next = ((await versionsOf(sql, group)).at(-1)?.version ?? 0) + 1;
  const written = await sql.run(
    `INSERT INTO price_group_versions (id, price_group, version, name, percent, models, from_ms, actor)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    `${group}@${next}`,
    group,
    next,
    name,
    percent,
    modelsToText(models),
    fromMs,
    actor,
  );
  if (written === 0) await writeGroupVersion(sql, version);
}

/** Within the lock of the account. */
export async function writeMembership(sql: Sql, membership: Omit<GroupMembership, 'version'>): Promise<void> {
  const { accountId, group, fromMs, actor } = membership;
  const next = ((await membershipsOf(sql, accountId)).at(-1)?.version ?? 0) + 1;
  await sql.run(
    'INSERT INTO price_group_members (account_id, version, price_group, from_ms, actor) VALUES (?, ?, ?, ?, ?)',
    accountId,
    next,
    group,
    fromMs,
    actor,
  );
}

async function writeMadePrice(sql: Sql, of: MadePriceOf): Promise<Priced> {
  const { model, listVersion, groupVersion, served } = of;
  const id = madeVersion(of);
  const list = (await sql.one('SELECT * FROM price_versions WHERE id = ?', listVersion))!;
  const group =
    groupVersion === undefined
      ? undefined
      : versionFromRow((await sql.one('SELECT * FROM price_group_versions WHERE id = ?', groupVersion))!);
  const ofGroup = group ? groupPrice(priceFromRow(list), model, group) : priceFromRow(list);
  const made = served ? tierPrice(ofGroup, served.percent) : ofGroup;
  const { input, cachedInput, output, reasoning } = made;
  const fromMs = Math.max(number(list, 'from_ms'), group?.fromMs ?? 0);
  await sql.run(
    `INSERT INTO price_versions (id, model, version, input, cached_input, output, reasoning, from_ms, actor, list_version,
       group_version, cache_write_5m, cache_write_1h, tier, tier_percent)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    id,
    [model, ...makersOf(of)].join('~'),
    number(list, 'version'),
    input,
    cachedInput,
    output,
    reasoning,
    fromMs,
    group?.actor ?? text(list, 'actor'),
    listVersion,
    groupVersion ?? null,
    made.cacheWrite5m ?? null,
    made.cacheWrite1h ?? null,
    served?.tier ?? null,
    served?.percent ?? null,
  );
  const written = await sql.one('SELECT * FROM price_versions WHERE id = ?', id);
  return { price: priceFromRow(written!), priceVersion: id };
}

const versionFromRow = (row: Row): GroupVersion => ({
  id: text(row, 'id'),
  group: text(row, 'price_group'),
  version: number(row, 'version'),
  name: text(row, 'name'),
  percent: number(row, 'percent'),
  models: modelsFromText(text(row, 'models')),
  fromMs: number(row, 'from_ms'),
  actor: text(row, 'actor'),
});

const memberFromRow = (row: Row): GroupMembership => ({
  accountId: text(row, 'account_id'),
  version: number(row, 'version'),
  group: row.price_group === null ? null : text(row, 'price_group'),
  fromMs: number(row, 'from_ms'),
  actor: text(row, 'actor'),
});

const termsOf = ({ name, percent, models }: GroupTerms): unknown => [name, percent, modelsToText(models)];

/** In one order, so that the same prices are the same text. */
const modelsToText = (models: GroupTerms['models']): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(models)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([model, { input, cachedInput, output, reasoning, cacheWrite5m, cacheWrite1h }]) => [
          model,
          {
            input: input?.toString(),
            cachedInput: cachedInput?.toString(),
            output: output?.toString(),
            reasoning: reasoning?.toString(),
            cacheWrite5m: cacheWrite5m?.toString(),
            cacheWrite1h: cacheWrite1h?.toString(),
          },
        ]),
    ),
  );

const modelsFromText = (written: string): GroupTerms['models'] =>
  Object.fromEntries(
    Object.entries(JSON.parse(written) as Record<string, Record<string, string>>).map(([model, prices]) => [
      model,
      Object.fromEntries(Object.entries(prices).map(([type, amount]) => [type, nanos(BigInt(amount))])),
    ]),
  );
