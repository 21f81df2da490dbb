/** Name → command, and the composition root of the command line. Exit codes: 0 done, 1 failed, 2 wrong words or configuration. */

import { version } from '../../../package.json';
import { InvalidGguf, readGgufHeader } from '../../engines/llama/gguf/gguf-reader.ts';
import { ModelFetchFailure } from '../../engines/llama/hub/model-fetch-failure.ts';
import { localModel } from '../../engines/llama/local-model.ts';
import { modelFetch } from '../../features/catalogue/model-commands.ts';
import { engineTest } from '../../features/serving/commands.ts';
import { PortInUse } from '../../gateway/edge/server.ts';
import { BrokenArchive } from '../../ledger/archive-folder.ts';
import { ArchiveRefused } from '../../ledger/audit/archive-store.ts';
import { BrokenBackup } from '../../platform/broken-backup.ts';
import { createIds, systemClock } from '../../platform/clock.ts';
import {
  type Options,
  type Report,
  readOptions,
  takeWord,
  takeWordBeside,
  UsageError,
} from '../../platform/commands/command.ts';
import { keepFilesPrivate } from '../../platform/database/data-folder.ts';
import { CopyFailed } from '../../platform/database/database-copy.ts';
import { MoveRefused } from '../../platform/database/database-move.ts';
import { nameOf } from '../../platform/database/database-place.ts';
import { PlaceTaken } from '../../platform/database/database-restore.ts';
import { AlreadyRunning } from '../../platform/database/instance-lock.ts';
import { MigrationChanged, SchemaBeforeRelease, SchemaOld, SchemaTooNew } from '../../platform/database/migrate.ts';
import { DatabaseMoved } from '../../platform/database/moves.ts';
import { ProgramFailed } from '../../platform/database/postgres-programs.ts';
import { UnsafeDatabase } from '../../platform/database/postgres-safety.ts';
import { SchemaIncomplete } from '../../platform/database/schema-check.ts';
import { SILENT_LOG } from '../../platform/telemetry/silent-log.ts';
import {
  applyNow,
  exportNow,
  importPricesNow,
  OPTIONS_OF,
  OTHER_COMMANDS,
  servedNow,
  withLedger,
} from '../commands.ts';
import { InvalidConfig, readConfig } from '../configuration/config.ts';
import { enginesFrom } from '../engines.ts';
import { hasSupervisor } from '../processes/supervisor-link.ts';
import { failureSentence } from './failure-sentence.ts';
import { asksForHelp, helpFor, inSingular, unknownCommand } from './help.ts';
import { LEDGER_COMMANDS } from './ledger-commands.ts';
import { proveNow, readProveOptions } from './prove.ts';

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
    const sentence = isExpected && error instanceof Error ? error.message : failureSentence(error, databasePlace());
    console.error(sentence === undefined ? error : `boreal: ${sentence}`);
    return error instanceof UsageError || error instanceof InvalidConfig ? 2 : 1;
  }
}

/** The failure may be the reading of the configuration itself. */
function databasePlace(): string {
  try {
    const config = readConfig(process.env);
    return config.databaseUrl ? nameOf(config) : config.dataDir;
  } catch {
    return 'the data folder';
  }
}

/** Databases that this program does not write into, each in a sentence. */
const SCHEMA_ERRORS = [SchemaTooNew, SchemaOld, SchemaIncomplete, MigrationChanged, SchemaBeforeRelease] as const;

/** Refusals of backups, restores and moves, each a sentence. */
const KEEPING_ERRORS = [
  ArchiveRefused,
  BrokenArchive,
  BrokenBackup,
  CopyFailed,
  PlaceTaken,
  ProgramFailed,
  MoveRefused,
  DatabaseMoved,
] as const;

async function run(words: readonly string[]): Promise<number> {
  keepFilesPrivate();
  const [first = '', second = ''] = words;
  if (asksForHelp(words)) {
    console.log(helpFor(words));
    return 0;
  }
  if (first === 'version' || first === '--version') {
    return print({ json: { version }, text: version }, readOptions(words.slice(1), []));
  }
  if (first === 'model' && second === 'fetch') return runModelFetch(words.slice(2));
  if (first === 'engine' && second === 'test') return runEngineTest(words.slice(2));
  if (first === 'engine' && second === 'export') return runEngineExport(words.slice(2));
  if (first === 'apply') return runApply(words.slice(1));
  if (first === 'price' && second === 'import') return runPriceImport(words.slice(2));
  if (first === 'prove') {
    const options = readProveOptions(words.slice(1));
    return print(await proveNow(options, process.env), options);
  }
  // Not for people: a supervisor starts it.
  if (first === 'worker' && hasSupervisor()) return (await serving()).runWorker(words.slice(1), import.meta.path);
  const command = LEDGER_COMMANDS[`${first} ${second}`];
  if (!command && first !== 'serve' && !Object.hasOwn(OTHER_COMMANDS, first)) {
    throw new UsageError(unknownCommand(words));
  }
  const { names = command?.options ?? [], flags = [] } = OPTIONS_OF[command ? '' : first] ?? {};
  const options = readOptions(words.slice(command ? 2 : 1), names, flags);
  const config = readConfig(process.env);
  if (first === 'serve') return (await serving()).runServer(config, import.meta.path);
  const report = command
    ? await withLedger(config, command, options)
    : await OTHER_COMMANDS[first as keyof typeof OTHER_COMMANDS](config, options);
  return print(report, options);
}

/** Half of the program, which no other command waits for. */
const serving = () => import('../processes.ts');

function print(report: Report, options: Options): number {
  const said = options.json ? JSON.stringify(report.json) : report.text;
  if (said !== '') console.log(said);
  for (const note of report.notes ?? []) console.error(`boreal: ${note}`);
  return report.failed ? 1 : 0;
}

/** Always asks the hub what the reference means now: the one way to a newer model. */
async function runModelFetch(words: readonly string[]): Promise<number> {
  const { word, rest } = takeWord(words, 'reference of the model');
  const options = readOptions(rest, []);
  const { dataDir, embedded } = readConfig(process.env);
  const report = await modelFetch(word, {
    audience: options.json ? 'programs' : 'people',
    fetchModel: async (reference, onProgress) => {
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
  const { config } = await servedNow(readConfig(process.env));
  const engines = enginesFrom(config, { log: SILENT_LOG });
  return print(await engineTest(word, config.models, { engines, clock: systemClock, ids: createIds() }), options);
}

async function runEngineExport(words: readonly string[]): Promise<number> {
  const options = readOptions(words, []);
  return print(await exportNow(readConfig(process.env), ['engines', 'models']), options);
}

async function runApply(words: readonly string[]): Promise<number> {
  const { word, rest } = takeWordBeside(words, 'file', ['from']);
  const options = readOptions(rest, ['from'], ['yes']);
  return print(await applyNow(readConfig(process.env), word, options), options);
}

async function runPriceImport(words: readonly string[]): Promise<number> {
  const names = ['rate', 'margin', 'models', 'from'];
  const { word, rest } = takeWordBeside(words, 'file', names);
  const options = readOptions(rest, names, ['yes', 'buying']);
  return print(await importPricesNow(readConfig(process.env), word, options), options);
}

void main(inSingular(process.argv.slice(2))).then((code) => {
  process.exitCode = code;
});
