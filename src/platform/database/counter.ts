import { localDateOf } from '../../core/calendar.ts';
import { number, type Sql } from './database.ts';

/** The next number, without gaps: a transaction that takes one and fails gives it back with everything else. */
async function nextOf(sql: Sql, name: string): Promise<number> {
  const row = await sql.one(
    `INSERT INTO counters (name, last) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET last = counters.last + 1
     RETURNING last`,
    name,
  );
  return number(row!, 'last');
}

/**
 * `2026-00001` with something before it: each beginning and each year is a series of its own. The years are those of
 * Prague. The counter of the empty beginning is as old as the first invoices.
 */
export async function nextDocumentNumber(sql: Sql, prefix: string, atMs: number): Promise<string> {
  const { year } = localDateOf(atMs);
  const counter = prefix === '' ? `invoice-${year}` : `series-${prefix}-${year}`;
  return `${prefix}${year}-${String(await nextOf(sql, counter)).padStart(5, '0')}`;
}

/** Ten digits, as banks take them: the year, then a number. */
export async function nextVariableSymbol(sql: Sql, atMs: number): Promise<string> {
  const { year } = localDateOf(atMs);
  return `${year}${String(await nextOf(sql, `variable-symbol-${year}`)).padStart(6, '0')}`;
}

/** Statements of a bank are recorded in turns. */
export const nextMovementNumber = (sql: Sql): Promise<number> => nextOf(sql, 'bank-movements');

/** Other transactions that ask for one wait until the end of this one. */
export const nextEventNumber = (sql: Sql): Promise<number> => nextOf(sql, 'payment-events');
