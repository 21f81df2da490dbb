/** Name → command, and the composition root of the command line. Exit codes: 0 done, 1 failed, 2 wrong words or configuration. */
import { existsSync } from 'node:fs';
import { PortInUse } from '../http/server.ts';
import { InvalidGguf, readGgufHeader } from '../llama/gguf/gguf-reader.ts';
import { ModelFetchFailure } from '../llama/hub/model-fetch-failure.ts';
import { localModel } from '../llama/local-model.ts';
import { BrokenArchive } from '../ops/archive-folder.ts';
import { BrokenBackup, flush } from '../ops/backup-folder.ts';
import { createIds, systemClock } from '../ops/clock.ts';
import { type Config, InvalidConfig, readConfig } from '../ops/config.ts';
import { createLog } from '../ops/log.ts';
import { stripeOf } from '../ops/payments-config.ts';
import { keyFingerprint, serverSecret } from '../ops/secrets.ts';
import { cardProviderFrom } from '../payments/stripe.ts';
import { enginesFrom, modelProblemsOf } from '../server/engines.ts';
import { runServer, runWorker } from '../server/processes.ts';
import { type ArchivePlan, ArchiveRefused, moveToArchive, pieceOf, planArchive } from '../store/archive-store.ts';
import { archivedFiles, archivedReceipt } from '../store/archived-receipt.ts';
import { audit } from '../store/audit.ts';
import { CopyFailed, copyBooks } from '../store/books-copy.ts';
import { databasePathOf, nameOf, openDatabase } from '../store/books-place.ts';
import { PlaceTaken, restorePostgres, restoreSqlite } from '../store/books-restore.ts';
import { keepFilesPrivate, prepareDataDir } from '../store/data-folder.ts';
import type { Database } from '../store/database.ts';
import { AlreadyRunning } from '../store/instance-lock.ts';
import {
  hasBooks,
  MigrationChanged,
  migrate,
  newestEntryMs,
  readMigrations,
  requireCurrentSchema,
  SchemaOld,
  SchemaTooNew,
} from '../store/migrate.ts';
import { ProgramFailed } from '../store/postgres-programs.ts';
import { requireSafePostgres, UnsafeDatabase } from '../store/postgres-safety.ts';
import { requireWholeSchema, SchemaIncomplete } from '../store/schema-check.ts';
import { createStores } from '../store/stores.ts';
import { receiptToWire } from '../wire/receipt.ts';
import { hasSupervisor } from '../workers/supervisor-link.ts';
import { accountCreate } from './accounts.ts';
import { archive } from './archive.ts';
import { auditBooks } from './audit.ts';
import { backup, restore } from './backup.ts';
import { BOOKS_COMMANDS } from './books-commands.ts';
import { type BooksCommand, type Options, type Report, readOptions, takeWord, UsageError } from './command.ts';
import { doctor } from './doctor.ts';
import { engineTest } from './engines.ts';
import { failureSentence } from './failure-sentence.ts';
import { asksForHelp, helpFor, unknownCommand } from './help.ts';
import { modelFetch } from './model.ts';
import { proveNow, readProveOptions } from './prove.ts';
import { receipt } from './receipt.ts';

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
      KEEPING_ERRORS.some((kind) => error instanceof kind) ||
      SCHEMA_ERRORS.some((kind) => error instanceof kind);
    const sentence = isExpected && error instanceof Error ? error.message : failureSentence(error, placeOfBooks());
    console.error(sentence === undefined ? error : `boreal: ${sentence}`);
    return error instanceof UsageError || error instanceof InvalidConfig ? 2 : 1;
  }
}

/** What failed may be the reading of the configuration itself. */
function placeOfBooks(): string {
  try {
    const config = readConfig(process.env);
    return config.databaseUrl ? nameOf(config) : config.dataDir;
  } catch {
    return 'the data folder';
  }
}

/** Databases that this program does not write into, each in a sentence. */
const SCHEMA_ERRORS = [SchemaTooNew, SchemaOld, SchemaIncomplete, MigrationChanged] as const;

/** What backups and restores refuse, each in a sentence. */
const KEEPING_ERRORS = [ArchiveRefused, BrokenArchive, BrokenBackup, CopyFailed, PlaceTaken, ProgramFailed] as const;

async function run(words: readonly string[]): Promise<number> {
  keepFilesPrivate();
  const [first = '', second = ''] = words;
  if (asksForHelp(words)) {
    console.log(helpFor(words));
    return 0;
  }
  if (first === 'model' && second === 'fetch') return runModelFetch(words.slice(2));
  if (first === 'engine' && second === 'test') return runEngineTest(words.slice(2));
  if (first === 'prove') {
    const options = readProveOptions(words.slice(1));
    return print(await proveNow(options, process.env), options);
  }
  // Not for people: a supervisor starts it.
  if (first === 'worker' && hasSupervisor()) return runWorker(words.slice(1), import.meta.path);
  const command = BOOKS_COMMANDS[`${first} ${second}`];
  if (!command && first !== 'serve' && !Object.hasOwn(OTHER_COMMANDS, first)) {
    throw new UsageError(unknownCommand(words));
  }
  const { names = command?.options ?? [], flags = [] } = OPTIONS_OF[command ? '' : first] ?? {};
  const options = readOptions(words.slice(command ? 2 : 1), names, flags);
  const config = readConfig(process.env);
  if (first === 'serve') return runServer(config, import.meta.path);
  const report = command
    ? await withBooks(config, command, options)
    : await OTHER_COMMANDS[first as keyof typeof OTHER_COMMANDS](config, options);
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

async function runEngineTest(words: readonly string[]): Promise<number> {
  const { word, rest } = takeWord(words, 'name of the engine');
  const options = readOptions(rest, []);
  const config = readConfig(process.env);
  const engines = enginesFrom(config, { log: createLog('silent') });
  return print(await engineTest(word, config, { engines, clock: systemClock, ids: createIds() }), options);
}

/** Opens the books beside a running server. Where there are none yet, only the first account may make them. */
async function withDatabase<T>(
  config: Config,
  ifMissing: 'create' | 'refuse',
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
  if (isNoFile && ifMissing === 'refuse') refuse();
  prepareDataDir(config.dataDir);
  const database = openDatabase(config);
  try {
    const isNew = isNoFile || (config.databaseUrl !== '' && !(await hasBooks(database)));
    if (isNew && ifMissing === 'refuse') refuse();
    if (isNew) await migrate(database, readMigrations(), systemClock.nowMs());
    await requireCurrentSchema(database, readMigrations());
    return await work(database);
  } finally {
    await database.close();
  }
}

const withBooks = (config: Config, command: BooksCommand, options: Options): Promise<Report> =>
  withDatabase(config, command === accountCreate ? 'create' : 'refuse', (database) => {
    const fingerprint = keyFingerprint(serverSecret(config.secret, config.dataDir));
    const stores = createStores(database, config.plans);
    const provider = cardProviderFrom(stripeOf(config.payments));
    return command.run(options, { stores, provider, config, clock: systemClock, ids: createIds(), fingerprint });
  });

const auditNow = (config: Config, options: Options): Promise<Report> =>
  withDatabase(config, 'refuse', (database) =>
    auditBooks(options, async (order) => {
      const found = await audit(database, systemClock.nowMs(), { ...order, isRemembered: true });
      await database.shrinkLog();
      return found;
    }),
  );

async function migrateNow(config: Config): Promise<Report> {
  prepareDataDir(config.dataDir);
  const database = openDatabase(config);
  try {
    const migrations = readMigrations();
    const applied = await migrate(database, migrations, systemClock.nowMs());
    await requireWholeSchema(database, migrations);
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
      await requireWholeSchema(database, readMigrations());
      return await newestEntryMs(database.sql);
    } finally {
      await database.close();
    }
  };
  return doctor(config, {
    database: { name: nameOf(config), isThere, check },
    engines: enginesFrom(config, { log: createLog('silent') }),
    nowMs: systemClock.nowMs(),
    modelProblems: () => modelProblemsOf(config),
  });
}

/** Beside a running server, one file and one transaction after the other. */
const archiveNow = (config: Config, options: Options): Promise<Report> =>
  withDatabase(config, 'refuse', async (database) => {
    const nowMs = systemClock.nowMs();
    const plans = new Map<number, ArchivePlan>();
    const done = await archive(config, options, {
      nowMs,
      next: async (beforeMs) => {
        const plan = await database.snapshot((sql) => planArchive(sql, beforeMs));
        if (plan) plans.set(plan.id, plan);
        return plan && pieceOf(plan, { beforeMs, nowMs });
      },
      move: async ({ id }, file) => {
        await moveToArchive(database, plans.get(id)!, { file, nowMs });
        plans.delete(id);
      },
    });
    await database.shrinkLog();
    return done;
  });

const receiptNow = (config: Config, options: Options): Promise<Report> =>
  withDatabase(config, 'refuse', (database) =>
    receipt(options, {
      inBooks: createStores(database, config.plans).ledger.receiptOf,
      files: () => archivedFiles(database.sql),
      inFile: (requestId, lines) => archivedReceipt(database.sql, requestId, lines),
      toJson: receiptToWire,
    }),
  );

/** Beside a running server; books that are not there are no backup. */
function backupNow(config: Config, options: Options): Promise<Report> {
  if (!config.databaseUrl && !existsSync(databasePathOf(config))) {
    throw new UsageError(`There are no books in ${config.dataDir}: is BOREAL_DATA_DIR right?`);
  }
  const nowMs = systemClock.nowMs();
  return backup(config, options, { nowMs, env: process.env, copyBooks: (folder) => copyBooks(config, folder) });
}

function restoreNow(config: Config, options: Options): Promise<Report> {
  return restore(config, options, {
    schemaMax: readMigrations().at(-1)?.version ?? 0,
    place: async (from, ifTaken) => {
      if (!config.databaseUrl) return restoreSqlite(config, { from, ifTaken, nowMs: systemClock.nowMs(), flush });
      await restorePostgres(config.databaseUrl, from);
      return undefined;
    },
    prove: async (head) => {
      await migrateNow(config);
      return auditNow(config, { head });
    },
  });
}

const OTHER_COMMANDS = {
  migrate: migrateNow,
  audit: auditNow,
  archive: archiveNow,
  receipt: receiptNow,
  doctor: examine,
  backup: backupNow,
  restore: restoreNow,
};

/** The options of commands that are not about what is in the books. */
const OPTIONS_OF: Readonly<Record<string, { readonly names: readonly string[]; readonly flags?: readonly string[] }>> =
  {
    audit: { names: ['head', 'archive'], flags: ['full'] },
    archive: { names: ['before', 'to'] },
    receipt: { names: ['id', 'archive'] },
    backup: { names: ['to'] },
    restore: { names: ['from'], flags: ['force'] },
  };

process.exitCode = await main(process.argv.slice(2));
