/** Tests of the ledger run once on every database: `test` from here instead of from `bun:test`. */
import { test as bunTest } from 'bun:test';
import { AsyncLocalStorage } from 'node:async_hooks';

export type DatabaseName = 'SQLite' | 'PostgreSQL';

/** `test:fast` and mutation testing, which runs the same tests hundreds of times, are content with one database. */
export const DATABASES: readonly DatabaseName[] =
  process.env.BOREAL_TEST_FAST || process.env.BOREAL_TEST_DATABASES === 'SQLite'
    ? ['SQLite']
    : ['SQLite', 'PostgreSQL'];

const running = new AsyncLocalStorage<DatabaseName>();

/** The database of the test that runs now. */
export const currentDatabase = (): DatabaseName =>
  running.getStore() ?? (process.env.BOREAL_TEST_DATABASE === 'PostgreSQL' ? 'PostgreSQL' : 'SQLite');

type Test = (name: string, body: () => Promise<unknown>, timeoutMs?: number) => void;

const testOnEach: Test = (name, body, timeoutMs) => {
  for (const database of DATABASES) bunTest(`${name} (${database})`, () => running.run(database, body), timeoutMs);
};

type Each<Values extends unknown[]> = (name: string, body: (...values: Values) => Promise<unknown>) => void;

type EachOf = {
  <Case extends readonly [unknown, ...unknown[]]>(cases: readonly Case[]): Each<[...Case]>;
  <Case>(cases: readonly Case[]): Each<[Case]>;
};

/** `%s` or `%i` in the name becomes the first value of each case. */
const each = ((cases: readonly unknown[]): Each<unknown[]> =>
  (name, body) => {
    for (const value of cases) {
      const values = Array.isArray(value) ? value : [value];
      testOnEach(name.replace(/%[si]/, String(values[0])), () => body(...values));
    }
  }) as EachOf;

export const test = Object.assign(testOnEach, { each });
