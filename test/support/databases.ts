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

/** `%s` in the name becomes the first value of each case. */
function eachOf<Case extends readonly unknown[]>(cases: readonly Case[]) {
  return (name: string, body: (...values: Case) => Promise<unknown>): void => {
    for (const one of cases) onEach(name.replace('%s', String(one[0])), () => body(...one));
  };
}

export const test = Object.assign(onEach, { each: eachOf });
