/**
 * Transactions side by side, as PostgreSQL has them at READ COMMITTED: each statement sees what is committed when it runs
 * and what its own transaction has written, rows that are written or locked keep others waiting until the end, and a
 * circle of those who wait is a deadlock.
 *
 * The database below has one writer and holds only what is committed. Each statement runs behind the writes that its
 * transaction has done before, and all of it is undone again; at the commit they are done for good. Rows that a
 * transaction has written are locked, so they are what they were. Where a write would now do something else than it
 * said, such as for a row that another has added meanwhile, the transaction fails as one that met another.
 */
import { SQL } from 'bun';
import type { Sql, Transaction } from '../../src/platform/database/database.ts';
import { type Asked, doMeet, type Lock, type PostgresStatements } from './postgres-statements.ts';

export const serializationFailure = () => failure('could not serialize access', '40001');
export const lockTimeout = () => failure('canceling statement due to statement timeout', '57014');
const deadlock = () => failure('deadlock detected', '40P01');
const failure = (message: string, errno: string) =>
  new SQL.PostgresError(message, { code: 'ERR_POSTGRES_SERVER_ERROR', errno } as never);

type Written = { readonly asked: Asked; readonly said: unknown };

export class OpenTransaction {
  readonly written: Written[] = [];
  readonly over = Promise.withResolvers<void>();
  waitsFor: OpenTransaction | undefined;
  /** Why nothing more of it is done. */
  endedBy: { readonly thrown: unknown } | undefined;
}

type Asking = Pick<Sql, 'all'>;

/** What is committed. */
type Below = {
  readonly sql: Sql;
  /** The same for questions that were asked before, until `changed` is called. */
  readonly known: Asking;
  readonly changed: () => void;
  readonly transaction: Transaction;
  readonly statements: PostgresStatements;
};

export class SideBySide {
  readonly #below: Below;
  readonly #statements: Below['statements'];
  /** Transactions below that are open, or wait for their turn: what is not committed can be seen there. */
  #opened = 0;
  readonly #locks = new Map<string, Map<OpenTransaction, Lock['mode']>>();

  constructor(below: Below) {
    this.#below = below;
    this.#statements = below.statements;
  }

  /** A statement that is a transaction by itself. */
  async alone(asked: Asked): Promise<unknown> {
    if (this.#locks.size === 0) return (await this.#statements.run(this.#below.sql, asked, () => false)).value;
    const open = new OpenTransaction();
    const value = await this.execute(open, asked);
    await this.commit(open);
    return value;
  }

  /** Runs one statement, when the rows that it writes or locks are free. One that fails ends its transaction. */
  async execute(open: OpenTransaction, asked: Asked): Promise<unknown> {
    try {
      for (;;) {
        if (open.endedBy) throw open.endedBy.thrown;
        const { value, locks } = await this.#try(open, asked);
        const other = this.#holderOf(open, locks);
        if (!other) {
          // What has found nothing has nothing to do again.
          const hasDone = locks.length > 0 || !isNothing(value);
          if (hasDone && this.#statements.isWrite(asked.text)) open.written.push({ asked, said: value });
          for (const { row, mode } of locks) this.#take(open, row, mode);
          return value;
        }
        open.waitsFor = other;
        for (let next: OpenTransaction | undefined = other; next; next = next.waitsFor)
          if (next === open) throw deadlock();
        await Promise.race([other.over.promise, open.over.promise]);
        open.waitsFor = undefined;
      }
    } catch (thrown) {
      this.end(open, thrown);
      throw thrown;
    }
  }

  /** Does for good what was done in trial. */
  async commit(open: OpenTransaction): Promise<void> {
    if (open.endedBy) throw open.endedBy.thrown;
    try {
      if (open.written.length > 0) await this.#transaction((sql) => this.#again(sql, open));
    } finally {
      this.#below.changed();
      this.end(open, OVER);
    }
  }

  end(open: OpenTransaction, thrown: unknown): void {
    if (open.endedBy) return;
    open.endedBy = { thrown };
    open.waitsFor = undefined;
    for (const [row, holders] of this.#locks) if (holders.delete(open) && holders.size === 0) this.#locks.delete(row);
    open.over.resolve();
  }

  async #try(open: OpenTransaction, asked: Asked) {
    const run = (sql: Asking) => this.#statements.run(sql, asked, (lock) => this.#holderOf(open, [lock]) !== undefined);
    const isPlain = open.written.length === 0 && !this.#statements.isWrite(asked.text);
    if (isPlain && this.#opened === 0) return run(this.#below.known);
    let answer: Awaited<ReturnType<typeof run>> | undefined;
    const trial = this.#transaction(async (sql) => {
      await this.#again(sql, open);
      answer = await run(sql);
      throw UNDO;
    });
    await trial.catch((thrown) => {
      if (thrown !== UNDO) throw thrown;
    });
    return answer!;
  }

  async #transaction(work: (sql: Sql) => Promise<void>): Promise<void> {
    this.#opened += 1;
    try {
      await this.#below.transaction(work);
    } finally {
      this.#opened -= 1;
    }
  }

  async #again(sql: Sql, { written }: OpenTransaction): Promise<void> {
    for (const { asked, said } of written) {
      const { value } = await this.#statements.run(sql, asked, () => false).catch(() => ({ value: undefined }));
      if (!Bun.deepEquals(value, said)) throw serializationFailure();
    }
  }

  #holderOf(open: OpenTransaction, locks: readonly Lock[]): OpenTransaction | undefined {
    for (const { row, mode } of locks)
      for (const [holder, held] of this.#locks.get(row) ?? []) if (holder !== open && doMeet(mode, held)) return holder;
    return undefined;
  }

  #take(open: OpenTransaction, row: string, mode: Lock['mode']): void {
    const holders = this.#locks.get(row) ?? new Map<OpenTransaction, Lock['mode']>();
    const held = holders.get(open);
    if (held === undefined || STRENGTH.indexOf(mode) > STRENGTH.indexOf(held)) holders.set(open, mode);
    this.#locks.set(row, holders);
  }
}

const OVER = new Error('The transaction is over.');
const UNDO = new Error('This was a trial.');
const STRENGTH: readonly Lock['mode'][] = ['share', 'write', 'own'];

/** No row was found or changed. */
const isNothing = (value: unknown): boolean =>
  value === undefined || value === 0 || (Array.isArray(value) && value.length === 0);
