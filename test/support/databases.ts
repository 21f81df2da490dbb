/** Tests of the books run once on every database: `test` from here instead of from `bun:test`. */
import { test as bunTest } from 'bun:test';
import { AsyncLocalStorage } from 'node:async_hooks';

export type DatabaseName = 'SQLite' | 'PostgreSQL';

/** Mutation testing runs the same tests hundreds of times and is content with one database. */
export const DATABASES: readonly DatabaseName[] =
  process.env.BOREAL_TEST_DATABASES === 'SQLite' ? ['SQLite'] : ['SQLite', 'PostgreSQL'];

const running = new AsyncLocalStorage<DatabaseName>();

/** The database of the test that runs now. */
export const currentDatabase = (): DatabaseName => running.getStore() ?? 'SQLite';

function onEach(name: string, body: () => Promise<unknown>, timeoutMs?: number): void {
  for (const database of DATABASES) bunTest(`${name} (${database})`, () => running.run(database, body), timeoutMs);
}

type Each<Values extends unknown[]> = (name: string, body: (...values: Values) => Promise<unknown>) => void;

/** `%s` or `%i` in the name becomes the first value of each case. */
function eachOf<Case extends readonly [unknown, ...unknown[]]>(cases: readonly Case[]): Each<[...Case]>;
function eachOf<Case>(cases: readonly Case[]): Each<[Case]>;
function eachOf(cases: readonly unknown[]): Each<unknown[]> {
  return (name, body) => {
    for (const one of cases) {
      const values = Array.isArray(one) ? one : [one];
      onEach(name.replace(/%[si]/, String(values[0])), () => body(...values));
    }
  };
}

export const test = Object.assign(onEach, { each: eachOf });
