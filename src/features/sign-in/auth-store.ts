/** The rows of better-auth in SQL. Tables and columns come from one list; values are only ever bound, never written in. */

import { type Database, number, type Row, type Sql, type SqlValue } from '../../platform/database/database.ts';
import type { AuthChange, AuthCondition, AuthQuery, AuthRow, AuthRows, AuthValue } from './auth-rows.ts';
import { AUTH_TABLES, type AuthTable } from './auth-tables.ts';

/** Rows that one transaction removes, so that others do not wait for it. */
const AT_ONCE = 500;

type Part = { readonly text: string; readonly values: readonly SqlValue[] };

export const createAuthStore = (db: Database): AuthRows => ({
  create: (model, row) => db.transaction((sql) => insert(sql, model, row)),
  find: (query) => find(db.sql, query),
  count: (model, where) => count(db.sql, model, where),
  updateOne: (change) => db.transaction((sql) => updateOne(sql, change)),
  updateMany: (change) => db.transaction((sql) => updateMany(sql, change)),
  takeOne: (model, where) => db.transaction((sql) => takeOne(sql, model, where)),
  deleteMany: (model, where) => db.transaction((sql) => deleteMany(sql, model, where)),
  forgetExpired: (model, nowMs) => db.transaction((sql) => deleteExpired(sql, model, nowMs)),
});

async function insert(sql: Sql, model: string, row: AuthRow): Promise<void> {
  const { table, columns } = tableOf(model);
  const fields = Object.keys(row);
  await sql.run(
    `INSERT INTO ${table} (${fields.map((field) => columnOf(columns, field)).join(', ')})
     VALUES (${fields.map(() => '?').join(', ')})`,
    ...Object.values(row),
  );
}

async function find(sql: Sql, { model, where, limit, offset = 0, sortBy }: AuthQuery): Promise<readonly AuthRow[]> {
  const { table, columns } = tableOf(model);
  const matching = whereOf(columns, where);
  const order = sortBy
    ? ` ORDER BY ${columnOf(columns, sortBy.field)} ${sortBy.direction === 'desc' ? 'DESC' : 'ASC'}`
    : '';
  const rows = await sql.all(
    `SELECT * FROM ${table} WHERE ${matching.text}${order} LIMIT ? OFFSET ?`,
    ...matching.values,
    limit,
    offset,
  );
  return rows.map((row) => fromRow(columns, row));
}

async function count(sql: Sql, model: string, where: readonly AuthCondition[]): Promise<number> {
  const { table, columns } = tableOf(model);
  const matching = whereOf(columns, where);
  const row = await sql.one(`SELECT COUNT(*) AS found FROM ${table} WHERE ${matching.text}`, ...matching.values);
  return row ? number(row, 'found') : 0;
}

async function updateOne(sql: Sql, { model, where, set, increment = {} }: AuthChange): Promise<AuthRow | undefined> {
  const { table, columns } = tableOf(model);
  const changes = changesOf(columns, set, increment);
  const one = oneOf(table, columns, where);
  const row = await sql.one(
    `UPDATE ${table} SET ${changes.text} WHERE ${one.text} RETURNING *`,
    ...changes.values,
    ...one.values,
  );
  return row && fromRow(columns, row);
}

function updateMany(sql: Sql, { model, where, set }: AuthChange): Promise<number> {
  const { table, columns } = tableOf(model);
  const changes = changesOf(columns, set, {});
  const matching = whereOf(columns, where);
  return sql.run(`UPDATE ${table} SET ${changes.text} WHERE ${matching.text}`, ...changes.values, ...matching.values);
}

async function takeOne(sql: Sql, model: string, where: readonly AuthCondition[]): Promise<AuthRow | undefined> {
  const { table, columns } = tableOf(model);
  const one = oneOf(table, columns, where);
  const row = await sql.one(`DELETE FROM ${table} WHERE ${one.text} RETURNING *`, ...one.values);
  return row && fromRow(columns, row);
}

function deleteMany(sql: Sql, model: string, where: readonly AuthCondition[]): Promise<number> {
  const { table, columns } = tableOf(model);
  const matching = whereOf(columns, where);
  return sql.run(`DELETE FROM ${table} WHERE ${matching.text}`, ...matching.values);
}

function deleteExpired(sql: Sql, model: string, nowMs: number): Promise<number> {
  const { table } = tableOf(model);
  const expired = `SELECT id FROM ${table} WHERE expires_at_ms <= ? LIMIT ${AT_ONCE}`;
  return sql.run(`DELETE FROM ${table} WHERE id IN (${expired})`, nowMs);
}

function tableOf(model: string): AuthTable {
  const table = Object.hasOwn(AUTH_TABLES, model) ? AUTH_TABLES[model] : undefined;
  if (!table) throw new Error(`There is no table for "${model}".`);
  return table;
}

function columnOf(columns: AuthTable['columns'], field: string): string {
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
  if (!column) throw new Error(`There is no column for "${field}".`);
  return column;
}

/** The guard is outside as well: a statement that waited for another change must judge the row as it is now. */
function oneOf(table: string, columns: AuthTable['columns'], where: readonly AuthCondition[]): Part {
  const { text, values } = whereOf(columns, where);
  return {
    text: `id = (SELECT id FROM ${table} WHERE ${text} LIMIT 1) AND (${text})`,
    values: [...values, ...values],
  };
}

function changesOf(columns: AuthTable['columns'], set: AuthRow, increment: Readonly<Record<string, number>>): Part {
  const parts = [
    ...Object.entries(set).map(([field, value]) => ({ text: `${columnOf(columns, field)} = ?`, value })),
    ...Object.entries(increment).map(([field, value]) => {
      const column = columnOf(columns, field);
      return { text: `${column} = COALESCE(${column}, 0) + ?`, value };
    }),
  ];
  // A change of nothing still asks whether the row is there.
  return { text: parts.map(({ text }) => text).join(', ') || 'id = id', values: parts.map(({ value }) => value) };
}

/** As better-auth reads conditions: all of those joined by AND, and one of those joined by OR if there are any. */
function whereOf(columns: AuthTable['columns'], where: readonly AuthCondition[]): Part {
  const all = where.filter(({ connector }) => connector === 'AND').map((one) => conditionOf(columns, one));
  const some = where.filter(({ connector }) => connector === 'OR').map((one) => conditionOf(columns, one));
  const texts = all.map(({ text }) => text);
  if (some.length > 0) texts.push(`(${some.map(({ text }) => text).join(' OR ')})`);
  return { text: texts.join(' AND ') || '1 = 1', values: [...all, ...some].flatMap(({ values }) => values) };
}

const COMPARISONS = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

function conditionOf(columns: AuthTable['columns'], { field, operator, value, mode }: AuthCondition): Part {
  const column = columnOf(columns, field);
  if (operator === 'in' || operator === 'not_in') return membershipOf(column, operator, value);
  if (Array.isArray(value)) throw new Error(`"${operator}" does not take a list.`);
  const single = value as AuthValue;
  if (single === null) return { text: `${column} IS ${operator === 'ne' ? 'NOT NULL' : 'NULL'}`, values: [] };
  const isFolded = mode === 'insensitive' && typeof single === 'string';
  const left = isFolded ? `LOWER(${column})` : column;
  const right = isFolded ? single.toLowerCase() : single;
  if (operator in COMPARISONS) {
    return { text: `${left} ${COMPARISONS[operator as keyof typeof COMPARISONS]} ?`, values: [right] };
  }
  throw new Error(`The operator "${operator}" is not supported.`);
}

function membershipOf(column: string, operator: 'in' | 'not_in', value: AuthCondition['value']): Part {
  const values = Array.isArray(value) ? (value as readonly AuthValue[]) : [value as AuthValue];
  if (values.length === 0) return { text: operator === 'in' ? '1 = 0' : '1 = 1', values: [] };
  const marks = values.map(() => '?').join(', ');
  return { text: `${column} ${operator === 'in' ? 'IN' : 'NOT IN'} (${marks})`, values };
}

function fromRow(columns: AuthTable['columns'], row: Row): AuthRow {
  return Object.fromEntries(
    Object.entries(columns).map(([field, column]) => {
      const value = row[column] ?? null;
      return [field, typeof value === 'bigint' ? Number(value) : value];
    }),
  );
}
