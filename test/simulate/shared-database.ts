/**
 * A database that servers share, as PostgreSQL is to them: behind a network, with a clock of its own, and answers that may
 * be lost on either way. SQLite in memory is under it. In some worlds transactions run side by side, statement by statement
 * (`side-by-side.ts`); in the others each runs at one moment, which costs less, and what comes between is chance.
 */
import { Database as BunSqlite, SQLiteError, type Statement } from 'bun:sqlite';
import { SQL } from 'bun';
import type {
  Database,
  Row,
  Sql,
  SqlValue,
  Transaction,
  TransactionSql,
} from '../../src/platform/database/database.ts';
import { again, CommitUnknown } from '../../src/platform/database/postgres-transaction.ts';
import { overSqlite, type Sqlite } from '../../src/platform/database/sqlite.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { storageOn } from '../../src/server/stores/postgres-storage.ts';
import type { OpenStorage, StoreTerms } from '../../src/server/stores/sqlite-storage.ts';
import type { Random } from '../support/random.ts';
import { decideAdmissions, isAdmission } from './admission-statements.ts';
import { type Asked, PostgresStatements } from './postgres-statements.ts';
import type { SimulatedDatabase } from './servers.ts';
import { lockTimeout, OpenTransaction, SideBySide, serializationFailure } from './side-by-side.ts';
import type { Machine, World } from './world.ts';

/** As the driver waits for an answer. */
const ANSWER_MS_MAX = 10_000;
/** PostgreSQL ends a statement a little before the driver would. */
const LOCK_MS = 9900;
/** So long a transaction may ask nothing before PostgreSQL ends it. */
const IDLE_MS = 15_000;
const SIDE_BY_SIDE_SHARE = 0.5;
/** Answers to so many questions that change nothing do not get old on their way back, which costs less. */
const AT_ONCE_SHARE = 0.75;
const FAIR_MS = 2;
/** In so many worlds the database is far away, so that transactions last, and meet. */
const FAR_SHARE = 0.15;
const FAR_MS = 25;
const CLOCK = 'SELECT ms FROM world_clock';
/** A server says that it lives: only questions about servers see it, and these ask for the time. */
const LIVES = `UPDATE servers SET seen_at_ms = (${CLOCK})`;
const ENTERS = 'INSERT INTO servers';
/** When each server was ended, by itself or by others. */
const DROPS = [
  'CREATE TEMP TABLE dropped (id TEXT, ms INTEGER)',
  'CREATE TEMP TRIGGER drops AFTER DELETE ON main.servers BEGIN INSERT INTO dropped SELECT OLD.id, ms FROM world_clock; END',
];

/** How the way to the database is at the moment; shares are of 1. */
export type Weather = {
  /** The database is not there: connections are refused. */
  isDown: boolean;
  /** Servers that cannot reach it: their questions are never answered. */
  readonly cutOff: Set<string>;
  /** Questions that do not arrive, and answers that do not come back. */
  lostBefore: number;
  lostAfter: number;
  /** Transactions that meet another one. */
  serialization: number;
  /** Transactions that wait in vain for a row that another one keeps. */
  locked: number;
  /** The longest way there, and back. */
  latencyMsMax: number;
};

const fairWeather = (latencyMsMax: number): Weather => ({
  isDown: false,
  cutOff: new Set(),
  lostBefore: 0,
  lostAfter: 0,
  serialization: 0,
  locked: 0,
  latencyMsMax,
});

const TRANSACTION = 'transaction';
const COMMIT = 'commit';

type Call = {
  readonly label: string;
  readonly isRead?: boolean | undefined;
  readonly isStuck?: boolean;
  readonly onLost?: () => void;
};
type Calling = <T>(label: string, run: () => Promise<T>, isRead?: boolean) => Promise<T>;

export class SharedDatabase implements SimulatedDatabase {
  readonly weather = fairWeather(FAIR_MS);
  /** The longest way without a fault. */
  readonly #fairMs: number = FAIR_MS;
  readonly inside: Sqlite;
  /** Things that were asked and can never be right: a balance below zero, a second charge. */
  readonly mistakes: string[] = [];
  readonly #world: World;
  readonly #sqlite: BunSqlite;
  readonly #chance: Random;
  /** By what is asked for, and then by the values. */
  #answers = new Map<string, Map<string, Promise<readonly Row[]>>>();
  #clockMs = 0;
  readonly #writeClock: Statement;
  readonly #sideBySide: SideBySide | undefined;
  /** By the ids under which servers have entered. */
  readonly #machines = new Map<string, Machine>();

  constructor(world: World, schema: Uint8Array, ledgerKey: string) {
    this.#world = world;
    this.#chance = world.chance('database');
    this.#sqlite = BunSqlite.deserialize(withoutLog(schema), { safeIntegers: true });
    this.#sqlite.run('PRAGMA foreign_keys = ON');
    this.#sqlite.run('PRAGMA temp_store = MEMORY');
    this.#sqlite.run('CREATE TEMP TABLE world_clock (ms INTEGER)');
    this.#sqlite.run('INSERT INTO world_clock VALUES (0)');
    this.#writeClock = this.#sqlite.prepare('UPDATE world_clock SET ms = ?');
    for (const text of DROPS) this.#sqlite.run(text);
    const inside = overSqlite(this.#sqlite, ':memory:', ledgerKey);
    this.inside = { ...inside, dialect: { ...inside.dialect, clock: CLOCK } };
    if (world.chance('side by side').fraction() >= SIDE_BY_SIDE_SHARE) return;
    if (world.chance('far').fraction() < FAR_SHARE) this.#fairMs = FAR_MS;
    this.clearUp();
    const statements = new PostgresStatements(this.#sqlite, inside.sql);
    const { sql, transaction } = this.inside;
    const known: Pick<Sql, 'all'> = {
      all: (text, ...values) => this.#known(text, values, () => sql.all(text, ...values)),
    };
    const changed = () => this.#forget();
    this.#sideBySide = new SideBySide({ sql, known, changed, transaction, statements });
  }

  /** The weather without a fault, except for those who are cut off. */
  clearUp(): void {
    const { cutOff: _, ...fair } = fairWeather(this.#fairMs);
    Object.assign(this.weather, fair);
  }

  /** The database as one server sees it. */
  #openFor(machine: Machine): Database {
    const call: Calling = (label, run, isRead) => {
      const isStuck = label === TRANSACTION && this.#isChosen(this.weather.locked);
      return this.#call(machine, { label, isRead, isStuck }, run);
    };
    const sql = this.#statements(machine, call);
    const sideBySide = this.#sideBySide;
    const transaction: Transaction = (work) =>
      again(() =>
        sideBySide
          ? this.#interleave(machine, sideBySide, work)
          : call(TRANSACTION, () => {
              this.#setClock();
              return this.#changing(this.inside.transaction((within) => this.#meeting(work, within)));
            }),
      );
    return {
      ...this.inside,
      sql,
      transaction,
      // Statements that only PostgreSQL has are asked for by its own name.
      serving: { sql: { ...sql, kind: 'postgres' }, transaction },
      snapshot: (work) => call('snapshot', () => this.inside.snapshot(work)),
      close: async () => {},
    };
  }

  async openStorage(machine: Machine, platform: Pick<Platform, 'clock'>, terms: StoreTerms): Promise<OpenStorage> {
    return storageOn(this.#openFor(machine), platform, { ...terms, announce: () => {} });
  }

  /** It is on a machine of its own. */
  died(): void {}

  async dropped() {
    const rows = await this.inside.sql.all('SELECT id, ms FROM dropped');
    const agoMs = (ms: unknown) => this.#world.trueMs - Number(ms);
    return rows.flatMap(({ id, ms }) => {
      const machine = this.#machines.get(String(id));
      return machine ? [{ machine, atMs: this.#world.nowMs - agoMs(ms) }] : [];
    });
  }

  close(): void {
    this.#sqlite.close();
  }

  #statements(machine: Machine, call: Calling): Sql {
    return {
      kind: 'sqlite',
      forUpdate: '',
      all: (text, ...values) => call(labelOf(text), () => this.#all(text, values), isRead(text)),
      one: (text, ...values) => call(labelOf(text), () => this.#one(text, values), isRead(text)),
      run: (text, ...values) => {
        if (text.startsWith(ENTERS)) this.#machines.set(String(values[0]), machine);
        return call(labelOf(text), () => this.#write({ how: 'run', text, values }));
      },
    };
  }

  /** Servers ask the same again and again; the answer is the same until something is written (`#changing`). */
  #known(text: string, values: readonly SqlValue[], ask: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
    if (asksForTime(text)) {
      this.#setClock();
      return ask();
    }
    const answers = this.#answers.get(text) ?? new Map<string, Promise<readonly Row[]>>();
    if (answers.size === 0) this.#answers.set(text, answers);
    const given = values.join('\0');
    const known = answers.get(given);
    if (known !== undefined) return known;
    const answer = ask();
    answers.set(given, answer);
    return answer;
  }

  #forget(): void {
    if (this.#answers.size > 0) this.#answers = new Map();
  }

  /** A transaction whose statements travel one by one, each behind those that were issued before it. */
  async #interleave<T>(machine: Machine, all: SideBySide, work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    const world = this.#world;
    const open = new OpenTransaction();
    const end = () => {
      if (!open.endedBy) all.end(open, lost());
    };
    const isStuck = this.#isChosen(this.weather.locked);
    const whenOver = [machine.whenDead(end)];
    const limit = (ms: number, thrown: () => unknown) => {
      const event = world.after(world.outside, ms, '', () => all.end(open, thrown()));
      return () => {
        event.isOff = true;
      };
    };
    let stopIdle = limit(IDLE_MS, lost);
    let before: Promise<unknown> = Promise.resolve();
    const ask =
      (how: Asked['how']) =>
      (text: string, ...values: readonly SqlValue[]) => {
        const behind = before;
        const asked = this.#call<unknown>(machine, { label: labelOf(text), isStuck, onLost: end }, async () => {
          await behind;
          stopIdle();
          if (asksForTime(text)) this.#setClock();
          const stopWaiting = limit(LOCK_MS, lockTimeout);
          return all.execute(open, { how, text, values }).finally(() => {
            stopWaiting();
            stopIdle = limit(IDLE_MS, lost);
          });
        });
        before = asked.catch(() => {});
        return asked;
      };
    const sql = {
      ...{ kind: 'postgres', forUpdate: 'FOR NO KEY UPDATE' },
      ...{ all: ask('all'), one: ask('one'), run: ask('run') },
      last: (statements: readonly Promise<unknown>[]) => Promise.all(statements),
    } as TransactionSql;
    try {
      const result = await work(sql);
      await before;
      if (this.#isChosen(this.weather.serialization)) throw serializationFailure();
      // Where nothing was written, its commit says and changes nothing.
      if (open.written.length === 0 && !open.endedBy) await all.commit(open);
      else {
        await this.#call(machine, { label: COMMIT, onLost: end }, () => {
          this.#setClock();
          return all.commit(open);
        });
      }
      return result;
    } catch (thrown) {
      const first = open.endedBy?.thrown;
      end();
      throw thrown instanceof CommitUnknown ? thrown : (first ?? thrown);
    } finally {
      stopIdle();
      for (const one of whenOver) one();
    }
  }

  #write<T>(asked: Asked): Promise<T> {
    const { sql } = this.inside;
    const { how, text, values } = asked;
    if (asksForTime(text)) this.#setClock();
    const written = (this.#sideBySide ? this.#sideBySide.alone(asked) : sql[how](text, ...values)) as Promise<T>;
    return text.startsWith(LIVES) ? written : this.#changing(written);
  }

  async #changing<T>(written: Promise<T>): Promise<T> {
    try {
      return await written;
    } finally {
      this.#forget();
    }
  }

  #all(text: string, values: readonly SqlValue[]): Promise<readonly Row[]> {
    const { sql, transaction } = this.inside;
    if (isRead(text)) return this.#known(text, values, () => sql.all(text, ...values));
    if (!isAdmission(text)) return this.#write({ how: 'all', text, values });
    const nowUs = BigInt(this.#world.trueMs) * 1000n;
    return this.#changing(transaction((within) => decideAdmissions(within, { text, values, nowUs })));
  }

  async #one(text: string, values: readonly SqlValue[]): Promise<Row | undefined> {
    if (!isRead(text)) return this.#write({ how: 'one', text, values });
    // Lists are kept: a transaction may ask the same for all of it.
    const [row] = await this.#known(text, values, () => this.inside.sql.all(text, ...values));
    return row;
  }

  /** A transaction that another one has met is undone at its end. */
  async #meeting<T>(work: (sql: TransactionSql) => Promise<T>, sql: TransactionSql): Promise<T> {
    const result = await work(sql);
    if (this.#isChosen(this.weather.serialization)) throw serializationFailure();
    return result;
  }

  #isChosen(share: number): boolean {
    return share > 0 && this.#chance.fraction() < share;
  }

  #wayMs(): number {
    return 0.1 + this.#chance.fraction() * this.weather.latencyMsMax;
  }

  /** Only for statements that ask for the time: most do not. */
  #setClock(): void {
    const { trueMs } = this.#world;
    if (trueMs === this.#clockMs) return;
    this.#clockMs = trueMs;
    this.#writeClock.run(trueMs);
  }

  /** There and back. Where the word of a commit is lost, it is unknown. */
  #call<T>(machine: Machine, { label, isRead, isStuck, onLost }: Call, run: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const world = this.#world;
    const mayCommit = label === TRANSACTION || label === COMMIT;
    const silence = () => {
      onLost?.();
      reject(mayCommit ? new CommitUnknown(lost()) : lost());
    };
    const tooLate = world.after(machine, ANSWER_MS_MAX, `no answer to ${label}`, silence);
    const noteMistake = (thrown: unknown) => {
      if (isMistake(thrown)) this.mistakes.push(`${machine.name} asked at ${world.nowMs} ms: ${String(thrown)}`);
    };
    const answer = (afterMs: number, text: string, settle: () => void) =>
      world.after(machine, afterMs, text, () => {
        tooLate.isOff = true;
        settle();
      });
    world.after(machine, this.#wayMs(), `ask ${label}`, () => {
      const { weather } = this;
      if (weather.cutOff.has(machine.name)) return;
      if (weather.isDown || this.#isChosen(weather.lostBefore)) {
        onLost?.();
        answer(this.#wayMs(), `not reached: ${label}`, () => reject(lost()));
        return;
      }
      if (isStuck) {
        answer(LOCK_MS, 'locked', () => reject(lockTimeout()));
        return;
      }
      const isWordLost = this.#isChosen(weather.lostAfter);
      if (isRead && !isWordLost && weather.latencyMsMax === this.#fairMs && this.#isChosen(AT_ONCE_SHARE)) {
        tooLate.isOff = true;
        run().then(resolve, (thrown) => {
          noteMistake(thrown);
          reject(thrown);
        });
        return;
      }
      run().then(
        (value) => {
          if (isWordLost) answer(this.#wayMs(), `word lost: ${label}`, silence);
          else answer(this.#wayMs(), 'answer', () => resolve(value));
        },
        (thrown) => {
          noteMistake(thrown);
          answer(this.#wayMs(), `refused: ${label} ${String(thrown)}`, () => reject(thrown));
        },
      );
    });
    return promise;
  }
}

/**
 * The stores refuse by errors of their own; what the database itself says no to is a mistake of who asked. Only a server
 * that was dropped, and charges late, is refused in this way on purpose (`journal-store.ts`).
 */
const isMistake = (thrown: unknown): boolean =>
  thrown instanceof TypeError || (thrown instanceof SQLiteError && !thrown.message.includes(NO_LEASE));
const NO_LEASE = 'NOT NULL constraint failed: pots.held';

const lost = () => new SQL.PostgresError('Connection closed', { code: 'ERR_POSTGRES_CONNECTION_CLOSED' } as never);
const isRead = (text: string): boolean => text.startsWith('SELECT ');

/** Said of each text once: they are long, and the same ones are asked for again and again. */
function ofEachText<T>(say: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const said = known.get(text);
    if (said !== undefined) return said;
    known.set(text, say(text));
    return say(text);
  };
}

const labelOf = ofEachText((text) => text.slice(0, 60).replaceAll(/\s+/g, ' '));
const asksForTime = ofEachText((text) => text.includes(CLOCK));

/** The file says that it has a log beside it; in memory there is none. */
function withoutLog(schema: Uint8Array): Uint8Array {
  const bytes = schema.slice();
  bytes[18] = 1;
  bytes[19] = 1;
  return bytes;
}
