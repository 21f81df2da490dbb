/** The part of the audit that looks at price groups and tiers: the prices that they make of the list, and who was charged by them. */
import { bigint, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import type { AuditReport } from './audit-report.ts';

/** Groups and members by what they are looked for; prices by their ids. */
export type GroupRows = {
  readonly versions: ReadonlyMap<string, Row>;
  readonly members: ReadonlyMap<string, readonly Row[]>;
};

/** A server that could not read the database for so long admits nothing: until then it may charge by what it knew. */
const STALE_MS = 60_000;

export async function readGroupRows(sql: Sql): Promise<GroupRows> {
  const versions = await sql.all('SELECT * FROM price_group_versions');
  const members = await sql.all('SELECT * FROM price_group_members ORDER BY from_ms, version');
  return {
    versions: new Map(versions.map((row) => [text(row, 'id'), row])),
    members: Map.groupBy(members, (row) => text(row, 'account_id')),
  };
}

/** L23: the price of a group, of a tier, or of both is what they make of the list price that it names. */
export async function auditGroupPrices(sql: Sql, report: AuditReport): Promise<void> {
  const { versions } = await readGroupRows(sql);
  const prices = await sql.all(
    `SELECT p.id, p.model, p.input, p.cached_input, p.output, p.reasoning, p.cache_write_5m, p.cache_write_1h,
       p.list_version, p.group_version, p.tier, p.tier_percent, l.cache_write_5m AS list_cache_write_5m, l.cache_write_1h AS list_cache_write_1h,
       l.model AS list_model, l.list_version AS list_of_list, l.input AS list_input, l.cached_input AS list_cached_input,
       l.output AS list_output, l.reasoning AS list_reasoning
     FROM price_versions p LEFT JOIN price_versions l ON l.id = p.list_version
     WHERE p.list_version IS NOT NULL OR p.group_version IS NOT NULL OR p.tier IS NOT NULL OR p.tier_percent IS NOT NULL`,
  );
  for (const price of prices) {
    const group = price.group_version === null ? null : versions.get(String(price.group_version));
    const isOfTier = price.tier !== null && price.tier_percent !== null;
    const hasMaker = group === null ? isOfTier : isOfTier || price.tier === price.tier_percent;
    const isMade = group !== undefined && hasMaker && price.list_model !== null && price.list_of_list === null;
    const wrong = isMade ? wrongTypes(price, group) : [];
    report.check('L23', isMade, () => `the price ${price.id} is made of a list price, group or tier that is not there`);
    report.check(
      'L23',
      wrong.length === 0,
      () => `the price ${price.id} is not what its group and tier make of ${wrong}`,
    );
  }
}

const TYPES = [
  ['input', 'input'],
  ['cached_input', 'cachedInput'],
  ['output', 'output'],
  ['reasoning', 'reasoning'],
  ['cache_write_5m', 'cacheWrite5m'],
  ['cache_write_1h', 'cacheWrite1h'],
] as const;
const MOST = 1_000_000_000n;

function wrongTypes(price: Row, group: Row | null): readonly string[] {
  const models = group ? (JSON.parse(text(group, 'models')) as Record<string, Record<string, string>>) : {};
  const own = models[text(price, 'list_model')] ?? {};
  const groupPercent = group ? bigint(group, 'percent') : 10_000n;
  return TYPES.filter(([column, name]) => {
    // A write without a price of its own costs as input, in the list and in the group.
    if (price[`list_${column}`] === null && own[name] === undefined) return price[column] !== null;
    const ofGroup = own[name] ?? share(BigInt(price[`list_${column}`] ?? 0), groupPercent, 10_000n);
    const right = share(BigInt(ofGroup), BigInt(price.tier_percent ?? 100), 100n);
    return bigint(price, column) !== right;
  }).map(([column]) => column);
}

/** Rounded to the nearest, and never more than a token may cost. */
function share(amount: bigint, part: bigint, whole: bigint): bigint {
  const rounded = (amount * part * 2n + whole) / (whole * 2n);
  return rounded > MOST ? MOST : rounded;
}

/** L23: a request was charged by the prices of the group that its account was in, and by the list where it was in none. */
export function auditGroup(row: Row, { versions, members }: GroupRows, report: AuditReport): void {
  const own = members.get(text(row, 'account_id'));
  const id = text(row, 'id');
  const isOfModel = row.list_version == null || String(row.list_version).startsWith(`${text(row, 'model')}@`);
  report.check('L23', isOfModel, () => `request ${id} has the price of another model, ${row.list_version}`);
  if (!own && row.group_version == null) return;
  const admittedMs = Number(row.admitted_at_ms);
  const version = row.group_version == null ? undefined : versions.get(String(row.group_version));
  const applied = version ? text(version, 'price_group') : null;
  const isRight = groupsAt(own ?? [], admittedMs).some(
    (group) => group === applied || (applied === null && !hasBegun(group, versions, admittedMs)),
  );
  report.check('L23', isRight, () => `request ${id} was charged by the prices of ${applied ?? 'the list'}`);
  if (!version) return;
  const isBegun = number(version, 'from_ms') <= admittedMs + STALE_MS;
  report.check('L23', isBegun, () => `request ${id} was admitted before its price group ${row.group_version}`);
}

/** The groups of an account at a time and shortly before it. */
function groupsAt(own: readonly Row[], atMs: number): readonly (string | null)[] {
  const begun = own.filter((row) => number(row, 'from_ms') <= atMs);
  const before = begun.filter((row) => number(row, 'from_ms') <= atMs - STALE_MS);
  const since = begun.slice(before.length);
  return [before.at(-1), ...since].map((row) => (row?.price_group as string | null | undefined) ?? null);
}

/** A group of which nothing holds yet leaves the list as it is. */
const hasBegun = (group: string | null, versions: GroupRows['versions'], atMs: number): boolean =>
  [...versions.values()].some((row) => row.price_group === group && number(row, 'from_ms') <= atMs - STALE_MS);
