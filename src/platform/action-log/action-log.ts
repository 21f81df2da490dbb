/** The log of what operators do: lines are added and read, nothing else. */

import { clip } from '../../lib/clip.ts';
import { number, type Row, type Sql, type SqlValue, text } from '../database/database.ts';
import { type ActionFilter, type ActionRequest, type LoggedAction, type State, TAKEN_CONFIGURATION } from './action.ts';

/**
 * The longest text in a line of the log. A line is written for each call of a program, and parts of it are written by
 * strangers. No form takes a longer text where the whole of it is needed.
 */
const TEXT_MAX = 2000;

/** As it is written: numbers that JSON cannot hold are texts, and no text is longer than a line may have. */
export const stateToText = (state: object): string =>
  JSON.stringify(state, (_name, value) => {
    if (typeof value === 'bigint') return String(value);
    return typeof value === 'string' ? clip(value, TEXT_MAX) : value;
  });

type NewAction = ActionRequest & Pick<LoggedAction, 'object' | 'wanted' | 'before' | 'after'>;

export async function writeAction(sql: Sql, action: NewAction): Promise<LoggedAction> {
  const row = await sql.one(
    `INSERT INTO operator_actions
       (id, at_ms, actor, kind, account_id, object, wanted, state_before, state_after, reason, member_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    action.id,
    action.atMs,
    clip(action.actor, TEXT_MAX),
    action.action.kind,
    action.action.accountId ?? null,
    clip(action.object, TEXT_MAX),
    stateToText(action.wanted),
    stateToText(action.before),
    stateToText(action.after),
    clip(action.reason, TEXT_MAX),
    action.memberId ?? null,
  );
  return actionFromRow(row!);
}

/** Newest first. */
export async function readActions(
  sql: Sql,
  filter: ActionFilter | { readonly id: string },
): Promise<readonly LoggedAction[]> {
  if ('id' in filter) {
    return (await sql.all('SELECT * FROM operator_actions WHERE id = ?', filter.id)).map(actionFromRow);
  }
  const given = wishesOf(filter);
  const rows = await sql.all(
    `SELECT * FROM operator_actions WHERE ${given.map(([words]) => words).join(' AND ')} ORDER BY seq DESC LIMIT ?`,
    ...given.flatMap(([, values]) => values),
    filter.rowsMax,
  );
  return rows.map(actionFromRow);
}

type Wish = readonly [words: string, values: readonly SqlValue[]];

function wishesOf(filter: ActionFilter): readonly Wish[] {
  const { accountId, kind, kinds, except, byMember, fromMs, toMs, beforeId } = filter;
  const { beforeSeq = Number.MAX_SAFE_INTEGER } = filter;
  const ifGiven = (words: string, value: SqlValue | undefined): readonly Wish[] =>
    value === undefined ? [] : [[words, [value]]];
  return [
    ...ifGiven('account_id = ?', accountId),
    ...ifGiven('kind = ?', kind),
    ...(except ? [[`kind NOT IN (${except.map(() => '?').join(', ')})`, except] as const] : []),
    ...(kinds ? [[`kind IN (${kinds.map(() => '?').join(', ')})`, kinds] as const] : []),
    ...(byMember === undefined ? [] : [['member_id IS NOT NULL', []] as const]),
    ...ifGiven('member_id = ?', byMember === 'any' ? undefined : byMember),
    ...ifGiven('at_ms >= ?', fromMs),
    ...ifGiven('at_ms < ?', toMs),
    ...ifGiven('seq < (SELECT seq FROM operator_actions WHERE id = ?)', beforeId),
    ['seq < ?', [beforeSeq]],
  ];
}

/** The place in the log of the last configuration that a server took at an operator's word; 0 if none did. */
export async function readLastReload(sql: Sql): Promise<number> {
  const row = await sql.one(
    'SELECT COALESCE(MAX(seq), 0) AS seq FROM operator_actions WHERE kind = ? AND object = ?',
    'reload',
    TAKEN_CONFIGURATION,
  );
  return number(row!, 'seq');
}

const actionFromRow = (row: Row): LoggedAction => ({
  seq: number(row, 'seq'),
  id: text(row, 'id'),
  atMs: number(row, 'at_ms'),
  actor: text(row, 'actor'),
  memberId: row.member_id === null ? null : text(row, 'member_id'),
  kind: text(row, 'kind') as LoggedAction['kind'],
  accountId: row.account_id as string | null,
  object: text(row, 'object'),
  reason: text(row, 'reason'),
  wanted: stateFromRow(row, 'wanted'),
  before: stateFromRow(row, 'state_before'),
  after: stateFromRow(row, 'state_after'),
});

const stateFromRow = (row: Row, column: string): State => JSON.parse(text(row, column)) as State;
