/**
 * Conversations that responses are part of. Only their own account may read them. Every change of one begins with its row,
 * which is locked by that: changes of one happen one after the other.
 */

import { CONVERSATION_BOUNDS } from '../../dialects/responses/conversation-bounds.ts';
import type { ItemPage } from '../../dialects/responses/item-pages.ts';
import { type Database, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import { type RowSet, runForRows } from '../../platform/database/row-set.ts';

/** Encrypted, as the database has it. */
export type SealedConversation = { readonly id: string; readonly createdAtMs: number; readonly metadata: string };

export type SealedItem = { readonly id: string; readonly content: string };

export type MeasuredItem = SealedItem & {
  /** How long it is before it is encrypted. */
  readonly characters: number;
};

/** An account that has more loses the conversations that were left alone the longest, unless it pays for more. */
export type AccountBounds = { readonly conversationsMax: number; readonly charactersMax: number };

/** The time of a change, and until when the conversation is kept from then on. */
type ChangeTime = { readonly nowMs: number; readonly expiresAtMs: number };

type NewItems = ChangeTime & {
  readonly items: readonly MeasuredItem[];
  readonly bounds: AccountBounds;
  /** Items of a response are added once for its id, and also where they are the first that do not fit. */
  readonly responseId?: string;
};

/** `taken`: the conversation has an item with the id of one of them. Nothing is added but with `added`. */
export type Added = 'added' | 'missing' | 'full' | 'taken';

export interface StoredConversations {
  /** False: the account is closed. */
  create(
    accountId: string,
    made: SealedConversation & {
      readonly items: readonly MeasuredItem[];
      readonly expiresAtMs: number;
      readonly bounds: AccountBounds;
    },
  ): Promise<boolean>;
  find(accountId: string, id: string, nowMs: number): Promise<SealedConversation | undefined>;
  /** False where there was none. */
  update(accountId: string, id: string, change: ChangeTime & { readonly metadata: string }): Promise<boolean>;
  /** With all of its items. False where there was none. */
  remove(accountId: string, id: string, nowMs: number): Promise<boolean>;
  /** All of them, behind all that are there, next to each other and in their order; or none. */
  add(accountId: string, id: string, added: NewItems): Promise<Added>;
  /** All of them, oldest first. Undefined where there is no such conversation. */
  items(accountId: string, id: string, nowMs: number): Promise<readonly MeasuredItem[] | undefined>;
  /** Undefined where the conversation has no item `after`. */
  page(
    accountId: string,
    id: string,
    asked: ItemPage & { readonly nowMs: number },
  ): Promise<readonly SealedItem[] | undefined>;
  item(
    accountId: string,
    id: string,
    asked: { readonly itemId: string; readonly nowMs: number },
  ): Promise<SealedItem | undefined>;
  /** False where there was none. */
  removeItem(accountId: string, id: string, asked: ChangeTime & { readonly itemId: string }): Promise<boolean>;
  /** Some of them, oldest first, after the given one. */
  list(accountId: string, after: SealedConversation | null): Promise<readonly SealedConversation[]>;
}

const LISTED_AT_ONCE = 20;
/** Each may have thousands of items, which go with it. */
const FORGOTTEN_AT_ONCE = 50;

const ITEMS: RowSet = {
  columns: { conversation_id: 'TEXT', position: 'BIGINT', id: 'TEXT', characters: 'BIGINT', content: 'TEXT' },
  text: `INSERT INTO conversation_items (conversation_id, position, id, characters, content)
    SELECT rows.conversation_id, rows.position, rows.id, rows.characters, rows.content FROM rows WHERE true
    ON CONFLICT (conversation_id, id) DO NOTHING`,
};

/** The items of one conversation, where it is the account's and still there. */
const OWN_ITEMS = `conversation_items i JOIN conversations c ON c.id = i.conversation_id
  WHERE c.id = ? AND c.account_id = ? AND c.expires_at_ms > ?`;

export const createConversationStore = (db: Database): StoredConversations => ({
  create: (accountId, made) => db.transaction((sql) => createWithItems(sql, accountId, made)),
  find: (accountId, id, nowMs) => find(db.sql, accountId, { id, nowMs }),
  update: async (accountId, id, { metadata, nowMs, expiresAtMs }) => {
    const changed = await db.sql.run(
      `UPDATE conversations SET metadata = ?, expires_at_ms = ? WHERE id = ? AND account_id = ? AND expires_at_ms > ?`,
      metadata,
      expiresAtMs,
      id,
      accountId,
      nowMs,
    );
    return changed > 0;
  },
  remove: async (accountId, id, nowMs) => {
    const removed = await db.sql.run(
      'DELETE FROM conversations WHERE id = ? AND account_id = ? AND expires_at_ms > ?',
      id,
      accountId,
      nowMs,
    );
    return removed > 0;
  },
  add: (accountId, id, added) =>
    db.transaction(async (sql) => {
      if (!(await touch(sql, accountId, { id, ...added }))) return 'missing';
      const result = await addItems(sql, id, added);
      // What responses add is paid.
      if (result === 'added' && added.responseId === undefined) await forgetBeyond(sql, accountId, added.bounds);
      return result;
    }),
  items: (accountId, id, nowMs) => allItems(db.sql, accountId, { id, nowMs }),
  page: (accountId, id, asked) => pageOfItems(db.sql, accountId, { id, ...asked }),
  item: async (accountId, id, { itemId, nowMs }) => {
    const row = await db.sql.one(`SELECT i.id, i.content FROM ${OWN_ITEMS} AND i.id = ?`, id, accountId, nowMs, itemId);
    return row && itemFromRow(row);
  },
  removeItem: (accountId, id, { itemId, ...times }) =>
    db.transaction(async (sql) => {
      if (!(await touch(sql, accountId, { id, ...times }))) return false;
      const removed = await sql.run('DELETE FROM conversation_items WHERE conversation_id = ? AND id = ?', id, itemId);
      await measure(sql, id);
      return removed > 0;
    }),
  list: async (accountId, after) => {
    const rows = await db.sql.all(
      `SELECT id, created_at_ms, metadata FROM conversations
       WHERE account_id = ? AND created_at_ms >= ? AND (created_at_ms > ? OR id > ?)
       ORDER BY created_at_ms, id LIMIT ?`,
      accountId,
      after?.createdAtMs ?? 0,
      after?.createdAtMs ?? -1,
      after?.id ?? '',
      LISTED_AT_ONCE,
    );
    return rows.map(conversationFromRow);
  },
});

type Made = Parameters<StoredConversations['create']>[1];
type At = { readonly id: string; readonly nowMs: number };

async function createWithItems(sql: Sql, accountId: string, made: Made): Promise<boolean> {
  const inserted = await sql.run(
    `INSERT INTO conversations (id, account_id, created_at_ms, expires_at_ms, characters, metadata)
     SELECT ?, id, ?, ?, 0, ? FROM accounts WHERE id = ? AND status <> 'closed'`,
    made.id,
    made.createdAtMs,
    made.expiresAtMs,
    made.metadata,
    accountId,
  );
  if (inserted === 0) return false;
  await insertItems(sql, made.id, { items: made.items, behind: 0 });
  await forgetBeyond(sql, accountId, made.bounds);
  return true;
}

async function find(sql: Sql, accountId: string, { id, nowMs }: At): Promise<SealedConversation | undefined> {
  const row = await sql.one(
    `SELECT id, created_at_ms, metadata FROM conversations WHERE id = ? AND account_id = ? AND expires_at_ms > ?`,
    id,
    accountId,
    nowMs,
  );
  return row && conversationFromRow(row);
}

async function allItems(sql: Sql, accountId: string, { id, nowMs }: At): Promise<readonly MeasuredItem[] | undefined> {
  const rows = await sql.all(
    `SELECT i.id, i.characters, i.content FROM ${OWN_ITEMS} ORDER BY i.position`,
    id,
    accountId,
    nowMs,
  );
  if (rows.length === 0 && !(await find(sql, accountId, { id, nowMs }))) return undefined;
  return rows.map((row) => ({ ...itemFromRow(row), characters: number(row, 'characters') }));
}

async function pageOfItems(
  sql: Sql,
  accountId: string,
  { id, order, after, limit, nowMs }: At & ItemPage,
): Promise<readonly SealedItem[] | undefined> {
  const own = [id, accountId, nowMs];
  const [beyond, sorted] = order === 'asc' ? (['>', 'ASC'] as const) : (['<', 'DESC'] as const);
  const start =
    after === null ? undefined : await sql.one(`SELECT i.position FROM ${OWN_ITEMS} AND i.id = ?`, ...own, after);
  if (after !== null && !start) return undefined;
  const rows = await sql.all(
    `SELECT i.id, i.content FROM ${OWN_ITEMS} ${start ? `AND i.position ${beyond} ?` : ''}
     ORDER BY i.position ${sorted} LIMIT ?`,
    ...own,
    ...(start ? [number(start, 'position')] : []),
    limit,
  );
  return rows.map(itemFromRow);
}

/** Locks the conversation, and keeps it for longer. False: there is none. */
async function touch(sql: Sql, accountId: string, { id, nowMs, expiresAtMs }: ChangeTime & { readonly id: string }) {
  const touched = await sql.run(
    'UPDATE conversations SET expires_at_ms = ? WHERE id = ? AND account_id = ? AND expires_at_ms > ?',
    expiresAtMs,
    id,
    accountId,
    nowMs,
  );
  return touched > 0;
}

async function addItems(sql: Sql, id: string, { items, responseId }: NewItems): Promise<Added> {
  const [room, known] = await Promise.all([
    sql.one(
      `SELECT COUNT(*) AS items, COALESCE(SUM(characters), 0) AS characters, COALESCE(MAX(position), 0) AS last
       FROM conversation_items WHERE conversation_id = ?`,
      id,
    ),
    responseId === undefined ? takenOf(sql, id, items) : responseOf(sql, id, responseId),
  ]);
  if (known) return responseId === undefined ? 'taken' : 'added';
  // What a response has made is paid: the last one may be longer than the room that is left.
  const more = responseId === undefined ? { items: items.length, characters: charactersOf(items) } : ONE_MORE;
  const { itemsMax, charactersMax } = CONVERSATION_BOUNDS;
  const isFull =
    number(room!, 'items') + more.items > itemsMax || number(room!, 'characters') + more.characters > charactersMax;
  if (isFull) return 'full';
  if (responseId !== undefined) {
    await sql.run('INSERT INTO conversation_responses (conversation_id, response_id) VALUES (?, ?)', id, responseId);
  }
  await insertItems(sql, id, { items, behind: number(room!, 'last') });
  return 'added';
}

const ONE_MORE = { items: 1, characters: 1 };

const charactersOf = (items: readonly MeasuredItem[]): number =>
  items.reduce((sum, { characters }) => sum + characters, 0);

const takenOf = (sql: Sql, id: string, items: readonly MeasuredItem[]): Promise<Row | undefined> =>
  sql.one(
    `SELECT id FROM conversation_items WHERE conversation_id = ? AND id IN (${items.map(() => '?').join(', ')}) LIMIT 1`,
    id,
    ...items.map((item) => item.id),
  );

const responseOf = (sql: Sql, id: string, responseId: string): Promise<Row | undefined> =>
  sql.one(
    'SELECT response_id FROM conversation_responses WHERE conversation_id = ? AND response_id = ?',
    id,
    responseId,
  );

type Inserted = { readonly items: readonly MeasuredItem[]; readonly behind: number };

async function insertItems(sql: Sql, conversationId: string, { items, behind }: Inserted): Promise<void> {
  const rows = items.map(({ id, characters, content }, at) => [
    conversationId,
    behind + 1 + at,
    id,
    characters,
    content,
  ]);
  await Promise.all([...runForRows(sql, ITEMS, rows), measure(sql, conversationId)]);
}

const measure = (sql: Sql, id: string): Promise<number> =>
  sql.run(
    `UPDATE conversations SET characters =
       (SELECT COALESCE(SUM(i.characters), 0) FROM conversation_items i WHERE i.conversation_id = conversations.id)
     WHERE id = ?`,
    id,
  );

async function forgetBeyond(
  sql: Sql,
  accountId: string,
  { conversationsMax, charactersMax }: AccountBounds,
): Promise<void> {
  const newestFirst = 'OVER (ORDER BY expires_at_ms DESC, id DESC ROWS UNBOUNDED PRECEDING)';
  await sql.run(
    `DELETE FROM conversations WHERE id IN (SELECT id FROM
       (SELECT id, SUM(characters) ${newestFirst} AS total, COUNT(*) ${newestFirst} AS place
        FROM conversations WHERE account_id = ?) AS ranked
       WHERE total > ? OR place > ? LIMIT ?)`,
    accountId,
    charactersMax,
    conversationsMax,
    FORGOTTEN_AT_ONCE,
  );
}

const conversationFromRow = (row: Row): SealedConversation => ({
  id: text(row, 'id'),
  createdAtMs: number(row, 'created_at_ms'),
  metadata: text(row, 'metadata'),
});

const itemFromRow = (row: Row): SealedItem => ({ id: text(row, 'id'), content: text(row, 'content') });

/** Part of the sweep. */
export const forgetConversations = (sql: Sql, nowMs: number): Promise<number> =>
  sql.run(
    `DELETE FROM conversations WHERE id IN (SELECT id FROM conversations WHERE expires_at_ms <= ? LIMIT ?)`,
    nowMs,
    FORGOTTEN_AT_ONCE,
  );

export const forgetConversationsOf = (sql: Sql, accountId: string): Promise<number> =>
  sql.run('DELETE FROM conversations WHERE account_id = ?', accountId);
