/**
 * The two statements of the limits of a minute that only PostgreSQL understands (`rate-limit-postgres.ts`,
 * `rate-limit-rules.ts`), step by step on SQLite: what each of their parts reads and writes, in the same order.
 */

import { SLICE_US } from '../../src/ledger/admission-slices.ts';
import { bigint, type Row, type Sql, type SqlValue } from '../../src/platform/database/database.ts';

type Asked = { readonly text: string; readonly values: readonly SqlValue[]; readonly nowUs: bigint };

const WINDOW_US = 60_000_000n;

export const isAdmission = (text: string): boolean => text.startsWith('WITH locked AS MATERIALIZED');

export const decideAdmissions = (sql: Sql, asked: Asked): Promise<readonly Row[]> =>
  asked.text.includes('rows.slice_us') ? decideKeys(sql, asked) : decideRules(sql, asked);

/** Arrays travel as texts, such as `{"key_1",…}`. */
const rowsIn = (values: readonly SqlValue[]): string[][] => {
  const columns = values.map((value) => JSON.parse(`[${String(value).slice(1, -1)}]`) as (string | number)[]);
  return columns[0]!.map((_, at) => columns.map((column) => String(column[at])));
};

type Known = { readonly row: Row; readonly nowUs: bigint; readonly fromUs: bigint; readonly gone: bigint };

async function known(sql: Sql, keyId: string, clockUs: bigint): Promise<Known | undefined> {
  const row = await sql.one('SELECT * FROM admissions WHERE key_id = ?', keyId);
  if (!row) return undefined;
  const nowUs = most(clockUs + bigint(row, 'ahead_us'), bigint(row, 'last_us'));
  const fromUs = nowUs - WINDOW_US;
  const old = await sql.all('SELECT counted FROM admission_times WHERE key_id = ? AND at_us <= ?', keyId, fromUs);
  await sql.run('DELETE FROM admission_times WHERE key_id = ? AND at_us <= ?', keyId, fromUs);
  return { row, nowUs, fromUs, gone: old.reduce((sum, one) => sum + bigint(one, 'counted'), 0n) };
}

async function decideKeys(sql: Sql, { values, nowUs: clockUs }: Asked): Promise<readonly Row[]> {
  const decided: Row[] = [];
  for (const [keyId = '', ...numbers] of rowsIn(values)) {
    const [wants, used, kept, slice, sliceUs, spare, max, far] = numbers.map(BigInt) as [
      ...[bigint, bigint, bigint, bigint],
      ...[bigint, bigint, bigint, bigint],
    ];
    const seen = await known(sql, keyId, clockUs);
    if (!seen) continue;
    const { row, nowUs, fromUs, gone } = seen;
    const nextUs = (nowUs / BigInt(SLICE_US.tick) + BigInt(SLICE_US.ticks)) * BigInt(SLICE_US.tick);
    const recent = bigint(row, 'counted') - gone + used + kept - (sliceUs > fromUs ? slice : 0n);
    const more = least(wants, most(0n, max - recent));
    const extra = recent + more + spare <= far ? spare : 0n;
    const elsewhere = await sumAfter(sql, keyId, nowUs);
    const oldest = await firstOf(sql, keyId, fromUs, nowUs);
    for (const [atUs, n] of [
      [nowUs, used + more],
      [nextUs, kept + extra],
      [sliceUs, -slice],
    ] as const)
      if (n !== 0n && atUs > fromUs) await add(sql, keyId, atUs, n);
    const lastUs = used + more + extra > 0n ? nowUs : bigint(row, 'last_us');
    await write(sql, keyId, { counted: recent + more + extra, aheadUs: nowUs - clockUs, lastUs });
    decided.push({
      ...{ key_id: keyId, now_us: nowUs, next_us: nextUs, recent, more, extra },
      elsewhere: elsewhere - (sliceUs > nowUs ? slice : 0n),
      oldest_us: oldest ?? (used + more > 0n ? nowUs : null),
    });
  }
  return decided;
}

async function decideRules(sql: Sql, { values, nowUs: clockUs }: Asked): Promise<readonly Row[]> {
  const rows = rowsIn(values);
  const given: (Known & { keyId: string; max: bigint; cost: bigint; tick: bigint; backUs: bigint; free: bigint })[] =
    [];
  for (const [keyId = '', , max = '', cost = '', tick = '', back = '', backUs = ''] of rows) {
    const seen = await known(sql, keyId, clockUs);
    if (!seen) continue;
    const there = await sql.one(
      'SELECT counted FROM admission_times WHERE key_id = ? AND at_us = ? AND at_us > ?',
      ...[keyId, BigInt(backUs), seen.fromUs],
    );
    const free = there ? least(BigInt(back), bigint(there, 'counted')) : 0n;
    const of = { max: BigInt(max), cost: BigInt(cost), tick: BigInt(tick), backUs: BigInt(backUs) };
    given.push({ ...seen, ...of, keyId, free });
  }
  const recentOf = ({ row, free, gone }: (typeof given)[number]) => bigint(row, 'counted') - free - gone;
  const isFree = given.length === rows.length && given.every((one) => recentOf(one) + one.cost <= one.max);
  const decided: Row[] = [];
  for (const one of given) {
    const { row, keyId, nowUs, fromUs, tick, cost, max, backUs, free } = one;
    const recent = recentOf(one);
    const more = isFree ? cost : 0n;
    const nextUs = ((nowUs + tick - 1n) / tick) * tick;
    const freesUs = await whenFree(sql, { keyId, fromUs, need: most(1n, recent + cost - max) });
    if (more !== 0n && nextUs > fromUs) await add(sql, keyId, nextUs, more);
    if (free !== 0n && backUs > fromUs) await add(sql, keyId, backUs, -free);
    const lastUs = more > 0n ? nowUs : bigint(row, 'last_us');
    await write(sql, keyId, { counted: recent + more, aheadUs: nowUs - clockUs, lastUs });
    const frees_us = freesUs ?? (more > 0n ? nextUs : null);
    decided.push({ key_id: keyId, now_us: nowUs, next_us: nextUs, recent, more, frees_us });
  }
  return decided;
}

async function sumAfter(sql: Sql, keyId: string, afterUs: bigint): Promise<bigint> {
  const text = 'SELECT COALESCE(SUM(counted), 0) AS n FROM admission_times WHERE key_id = ? AND at_us > ?';
  return bigint((await sql.one(text, keyId, afterUs))!, 'n');
}

async function firstOf(sql: Sql, keyId: string, fromUs: bigint, untilUs: bigint): Promise<bigint | null> {
  const text = `SELECT MIN(at_us) AS at_us FROM admission_times
    WHERE key_id = ? AND at_us > ? AND at_us <= ? AND counted > 0`;
  return ((await sql.one(text, keyId, fromUs, untilUs))?.at_us as bigint | null) ?? null;
}

type Freed = { readonly keyId: string; readonly fromUs: bigint; readonly need: bigint };

/** When so much has left the window. */
async function whenFree(sql: Sql, { keyId, fromUs, need }: Freed): Promise<bigint | null> {
  const text = 'SELECT at_us, counted FROM admission_times WHERE key_id = ? AND at_us > ? ORDER BY at_us';
  let freed = 0n;
  for (const row of await sql.all(text, keyId, fromUs)) {
    freed += bigint(row, 'counted');
    if (need === 1n ? bigint(row, 'counted') > 0n : freed >= need) return bigint(row, 'at_us');
  }
  return null;
}

const add = (sql: Sql, keyId: string, atUs: bigint, n: bigint): Promise<number> =>
  sql.run(
    `INSERT INTO admission_times (key_id, at_us, counted) VALUES (?, ?, ?)
     ON CONFLICT (key_id, at_us) DO UPDATE SET counted = admission_times.counted + excluded.counted`,
    ...[keyId, atUs, n],
  );

type Written = { readonly counted: bigint; readonly aheadUs: bigint; readonly lastUs: bigint };

const write = (sql: Sql, keyId: string, { counted, aheadUs, lastUs }: Written): Promise<number> =>
  sql.run(
    'UPDATE admissions SET counted = ?, ahead_us = ?, last_us = ? WHERE key_id = ?',
    ...[counted, aheadUs, lastUs, keyId],
  );

const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
