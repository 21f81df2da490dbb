/** Name → command, and the composition root of the command line. Exit codes: 0 done, 1 failed, 2 wrong words or configuration. */
import { existsSync, mkdirSync } from 'node:fs';
import { enginesFrom, modelProblemsOf } from '../engines.ts';
import { PortInUse } from '../http/server.ts';
import { InvalidGguf, readGgufHeader } from '../llama/gguf-reader.ts';
import { localModel } from '../llama/local-model.ts';
import { ModelFetchFailure } from '../llama/model-fetch-failure.ts';
import { serve } from '../main.ts';
import { createIds, systemClock } from '../ops/clock.ts';
import { type Config, InvalidConfig, readConfig } from '../ops/config.ts';
import { createLog } from '../ops/log.ts';
import { keyFingerprint, serverSecret } from '../ops/secrets.ts';
import { audit } from '../store/audit.ts';
import { databasePathOf, nameOf, openDatabase } from '../store/books-place.ts';
import type { Database } from '../store/database.ts';
import { AlreadyRunning } from '../store/instance-lock.ts';
import { hasBooks, migrate, readMigrations, requireCurrentSchema, SchemaTooNew } from '../store/migrate.ts';
import { requireSafePostgres, UnsafeDatabase } from '../store/postgres-safety.ts';
import { createStores } from '../store/stores.ts';
import { accountCreate, accountShow } from './accounts.ts';
import { type BooksCommand, type Options, type Report, readOptions, takeWord, UsageError } from './command.ts';
import { doctor } from './doctor.ts';
import { inviteCreate } from './invitations.ts';
import { keyCreate, keyRevoke } from './keys.ts';
import { modelFetch } from './model.ts';
import { creditCorrect, creditGrant, creditRefund, packageGrant, planCancel, planSet } from './money.ts';
import { orderConfirm, orderList } from './orders.ts';
import { PROVE_USAGE, proveNow, readProveOptions } from './prove.ts';
import { untilSignal } from './signals.ts';
import { voucherCreate, voucherList, voucherRevoke } from './vouchers.ts';

const BOOKS_COMMANDS: Readonly<Record<string, BooksCommand>> = {
  'account create': accountCreate,
  'account show': accountShow,
  'key create': keyCreate,
  'key revoke': keyRevoke,
  'credit grant': creditGrant,
  'credit correct': creditCorrect,
  'credit refund': creditRefund,
  'package grant': packageGrant,
  'plan set': planSet,
  'plan cancel': planCancel,
  'voucher create': voucherCreate,
  'voucher list': voucherList,
  'voucher revoke': voucherRevoke,
  'order list': orderList,
  'order confirm': orderConfirm,
  'invite create': inviteCreate,
};

const HELP = [
  'boreal serve                 start the service',
  'boreal migrate [--json]      bring the database up to date',
  'boreal audit [--json]        prove the books; exit 1 if an invariant is broken',
  'boreal doctor [--json]       say what is wrong and how to mend it',
  'boreal model fetch REFERENCE [--json]',
  `boreal ${PROVE_USAGE}`,
  ...Object.values(BOOKS_COMMANDS).map(({ usage }) => `boreal ${usage}`),
].join('\n');

async function main(words: readonly string[]): Promise<number> {
  try {
    return await run(words);
  } catch (error) {
    const isExpected =
      error instanceof UsageError ||
      error instanceof InvalidConfig ||
      error instanceof AlreadyRunning ||
      error instanceof PortInUse ||
      error instanceof UnsafeDatabase ||
      error instanceof ModelFetchFailure ||
      error instanceof InvalidGguf ||
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
  if (first === 'model' && second === 'fetch') return runModelFetch(words.slice(2));
  if (first === 'prove') {
    const options = readProveOptions(words.slice(1));
    return print(await proveNow(options, process.env), options);
  }
  const command = BOOKS_COMMANDS[`${first} ${second}`];
  if (!command && !['serve', 'migrate', 'audit', 'doctor'].includes(first)) {
    throw new UsageError(`"${words.slice(0, 2).join(' ')}" is not a command.\n${HELP}`);
  }
  const options = readOptions(words.slice(command ? 2 : 1), command?.options ?? []);
  const config = readConfig(process.env);
  if (first === 'serve') return runServer(config);
  const report = command
    ? await withBooks(config, command, options)
    : await OTHER_COMMANDS[first as keyof typeof OTHER_COMMANDS](config);
  return print(report, options);
}

function print(report: Report, options: Options): number {
  console.log(options.json ? JSON.stringify(report.json) : report.text);
  return report.failed ? 1 : 0;
}

/** Always asks the hub what the reference means now: the one way to a newer model. */
async function runModelFetch(words: readonly string[]): Promise<number> {
  const { word, rest } = takeWord(words, 'reference of the model');
  const options = readOptions(rest, []);
  const { dataDir, embedded } = readConfig(process.env);
  const report = await modelFetch(word, {
    audience: options.json ? 'programs' : 'people',
    fetch: async (reference, onProgress) => {
      const path = await localModel(reference, {
        dataDir,
        hub: embedded.hub,
        token: embedded.hubToken,
        want: 'latest',
        signal: new AbortController().signal,
        onProgress: ({ name, ...transfer }) => onProgress(name, transfer),
      });
      await readGgufHeader(path);
      return path;
    },
  });
  return print(report, options);
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

/** Opens the books beside a running server. Where there are none yet, only the first account may make them. */
async function withDatabase<T>(
  config: Config,
  mayCreate: boolean,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const refuse = () => {
    const [where, variable] = config.databaseUrl
      ? [nameOf(config), 'BOREAL_DATABASE_URL']
      : [config.dataDir, 'BOREAL_DATA_DIR'];
    throw new UsageError(`There are no books in ${where}: is ${variable} right? "account create" makes them.`);
  };
  // To open a file would make it.
  const isNoFile = !config.databaseUrl && !existsSync(databasePathOf(config));
  if (isNoFile && !mayCreate) refuse();
  mkdirSync(config.dataDir, { recursive: true });
  const database = openDatabase(config);
  try {
    const isNew = isNoFile || (config.databaseUrl !== '' && !(await hasBooks(database)));
    if (isNew && !mayCreate) refuse();
    if (isNew) await migrate(database, readMigrations(), systemClock.nowMs());
    await requireCurrentSchema(database, readMigrations());
    return await work(database);
  } finally {
    await database.close();
  }
}

const withBooks = (config: Config, command: BooksCommand, options: Options): Promise<Report> =>
  withDatabase(config, command === accountCreate, (database) => {
    const fingerprint = keyFingerprint(serverSecret(config.secret, config.dataDir));
    const stores = createStores(database, config.plans);
    return command.run(options, { stores, config, clock: systemClock, ids: createIds(), fingerprint });
  });

async function auditNow(config: Config): Promise<Report> {
  return withDatabase(config, false, async (database) => {
    const { ok, checked, problems } = await audit(database, systemClock.nowMs());
    const counts = Object.entries(checked).map(([invariant, count]) => `${invariant} ×${count}`);
    const text = ok ? `The books are right: ${counts.join(', ')}.` : `The books are broken:\n${problems.join('\n')}`;
    return { json: { ok, checked, problems }, text, failed: !ok };
  });
}

async function migrateNow(config: Config): Promise<Report> {
  mkdirSync(config.dataDir, { recursive: true });
  const database = openDatabase(config);
  try {
    const applied = await migrate(database, readMigrations(), systemClock.nowMs());
    return { json: { applied }, text: applied.length > 0 ? `Applied: ${applied.join(', ')}.` : 'Nothing to do.' };
  } finally {
    await database.close();
  }
}

function examine(config: Config): Promise<Report> {
  const isThere = config.databaseUrl !== '' || existsSync(databasePathOf(config));
  const check = async () => {
    const database = openDatabase(config);
    try {
      if (config.databaseUrl) await requireSafePostgres(database);
      await requireCurrentSchema(database, readMigrations());
    } finally {
      await database.close();
    }
  };
  return doctor(config, {
    database: { name: nameOf(config), isThere, check },
    engines: enginesFrom(config, { log: createLog('silent') }),
    modelProblems: () => modelProblemsOf(config),
  });
}

const OTHER_COMMANDS = { migrate: migrateNow, audit: auditNow, doctor: examine };

process.exitCode = await main(process.argv.slice(2));
