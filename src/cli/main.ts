/** Name → command, and the composition root of the command line. Exit codes: 0 done, 1 failed, 2 wrong words or configuration. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { enginesFrom, serve } from '../main.ts';
import { createIds, systemClock } from '../ops/clock.ts';
import { type Config, InvalidConfig, readConfig } from '../ops/config.ts';
import { createLog } from '../ops/log.ts';
import { keyFingerprint, serverSecret } from '../ops/secrets.ts';
import { AlreadyRunning } from '../store/instance-lock.ts';
import { migrate, readMigrations, requireCurrentSchema, SchemaTooNew } from '../store/migrate.ts';
import { openSqlite } from '../store/sqlite.ts';
import { createStores } from '../store/stores.ts';
import { accountCreate, accountShow, creditGrant } from './accounts.ts';
import { type BooksCommand, type Report, readOptions, UsageError } from './command.ts';
import { doctor } from './doctor.ts';
import { keyCreate, keyRevoke } from './keys.ts';
import { untilSignal } from './signals.ts';

const BOOKS_COMMANDS: Readonly<Record<string, BooksCommand>> = {
  'account create': accountCreate,
  'account show': accountShow,
  'key create': keyCreate,
  'key revoke': keyRevoke,
  'credit grant': creditGrant,
};

const HELP = [
  'boreal serve                 start the service',
  'boreal migrate [--json]      bring the database up to date',
  'boreal doctor [--json]       say what is wrong and how to mend it',
  ...Object.values(BOOKS_COMMANDS).map(({ usage }) => `boreal ${usage}`),
].join('\n');

const databasePathOf = (config: Config): string => join(config.dataDir, 'boreal.db');

async function main(words: readonly string[]): Promise<number> {
  try {
    return await run(words);
  } catch (error) {
    const isExpected =
      error instanceof UsageError ||
      error instanceof InvalidConfig ||
      error instanceof AlreadyRunning ||
      error instanceof SchemaTooNew;
    console.error(isExpected ? `boreal: ${error.message}` : error);
    return error instanceof UsageError || error instanceof InvalidConfig ? 2 : 1;
  }
}

async function run(words: readonly string[]): Promise<number> {
  const [first = 'help', second = ''] = words;
  if (['help', '--help', '-h'].includes(first)) {
    console.log(HELP);
    return 0;
  }
  const command = BOOKS_COMMANDS[`${first} ${second}`];
  if (!command && !['serve', 'migrate', 'doctor'].includes(first)) {
    throw new UsageError(`"${words.slice(0, 2).join(' ')}" is not a command.\n${HELP}`);
  }
  const options = readOptions(words.slice(command ? 2 : 1), command?.options ?? []);
  const config = readConfig(process.env);
  if (first === 'serve') return runServer(config);
  const report = command
    ? await withBooks(config, (books) => command.run(options, books))
    : first === 'migrate'
      ? await migrateNow(config)
      : await examine(config);
  console.log(options.json ? JSON.stringify(report.json) : report.text);
  return report.failed ? 1 : 0;
}

async function runServer(config: Config): Promise<number> {
  const log = createLog(config.logLevel);
  const server = await serve(config, log);
  const signal = await untilSignal();
  log.info({ signal }, 'stopping: running answers may finish');
  await server.stop();
  log.info({}, 'stopped');
  return 0;
}

/** Opens the books beside a running server. On a machine where no server has run yet, makes them first. */
async function withBooks(
  config: Config,
  work: (books: Parameters<BooksCommand['run']>[1]) => Promise<Report>,
): Promise<Report> {
  const isNew = !existsSync(databasePathOf(config));
  mkdirSync(config.dataDir, { recursive: true });
  const database = openSqlite(databasePathOf(config), 'commit');
  try {
    if (isNew) await migrate(database, readMigrations(), systemClock.nowMs());
    await requireCurrentSchema(database, readMigrations());
    const fingerprint = keyFingerprint(serverSecret(config.secret, config.dataDir));
    return await work({ stores: createStores(database), config, clock: systemClock, ids: createIds(), fingerprint });
  } finally {
    database.close();
  }
}

async function migrateNow(config: Config): Promise<Report> {
  mkdirSync(config.dataDir, { recursive: true });
  const database = openSqlite(databasePathOf(config), 'commit');
  try {
    const applied = await migrate(database, readMigrations(), systemClock.nowMs());
    return { json: { applied }, text: applied.length > 0 ? `Applied: ${applied.join(', ')}.` : 'Nothing to do.' };
  } finally {
    database.close();
  }
}

function examine(config: Config): Promise<Report> {
  const databasePath = databasePathOf(config);
  const checkDatabase = async () => {
    const database = openSqlite(databasePath, 'commit');
    try {
      await requireCurrentSchema(database, readMigrations());
    } finally {
      database.close();
    }
  };
  return doctor(config, { databasePath, checkDatabase, engines: enginesFrom(config, createLog('silent')) });
}

process.exitCode = await main(process.argv.slice(2));
