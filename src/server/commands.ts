/** The surroundings of each command: the database beside a running server, its files and its engines. */

import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { createBuyingPrices } from '../core/buying.ts';
import type { Piece } from '../core/declared.ts';
import { openShop } from '../core/offer.ts';
import { planOffersAt } from '../core/price-versions.ts';
import type { Vault } from '../core/vault.ts';
import { LEAD_MS } from '../core/version.ts';
import { readBankFile } from '../features/bank/read-bank-file.ts';
import { batchExports } from '../features/batches/batch-export.ts';
import type { DrawPdf } from '../features/invoices/document.ts';
import { createDocumentExport } from '../features/invoices/document-export.ts';
import { createDocumentFiles } from '../features/invoices/files.ts';
import { type BelowCost, belowCost } from '../features/margins/index.ts';
import { type SetUpStep, setUpSteps } from '../features/service-settings/rules.ts';
import { createServiceSettings } from '../features/service-settings/service.ts';
import { offersFrom, soldAt } from '../features/shop/offer-terms.ts';
import { cardProviderFrom } from '../features/shop/stripe.ts';
import { createTopUpService } from '../features/shop/top-ups.ts';
import { receiptToWire } from '../features/usage/receipt.ts';
import { createConversations } from '../gateway/responses/conversation-service.ts';
import { createKeptResponses } from '../gateway/responses/kept-responses.ts';
import { type ArchivePlan, moveToArchive, pieceOf, planArchive } from '../ledger/audit/archive-store.ts';
import { archivedFiles, archivedReceipt } from '../ledger/audit/archived-receipt.ts';
import { audit } from '../ledger/audit/audit.ts';
import type { ActionLog } from '../platform/action-log/action.ts';
import { flush } from '../platform/backup-folder.ts';
import { createIds, systemClock } from '../platform/clock.ts';
import { ACTOR } from '../platform/commands/amounts.ts';
import { type Command, type Options, type Report, UsageError } from '../platform/commands/command.ts';
import { sentencesOf } from '../platform/configuration/problem.ts';
import { prepareDataDir } from '../platform/database/data-folder.ts';
import type { Database } from '../platform/database/database.ts';
import { copyDatabase } from '../platform/database/database-copy.ts';
import { databasePathOf, nameOf, openDatabase, openDatabaseUnhurried } from '../platform/database/database-place.ts';
import { restorePostgres, restoreSqlite } from '../platform/database/database-restore.ts';
import {
  hasSchema,
  migrate,
  newestEntryMs,
  readMigrations,
  requireCurrentSchema,
} from '../platform/database/migrate.ts';
import { requireHere } from '../platform/database/moves.ts';
import { requireSafePostgres } from '../platform/database/postgres-safety.ts';
import { requireWholeSchema } from '../platform/database/schema-check.ts';
import type { Platform } from '../platform/platform.ts';
import { serverSecret } from '../platform/secrets.ts';
import { SILENT_LOG } from '../platform/telemetry/silent-log.ts';
import { createVault } from '../platform/vault.ts';
import type { LiveCatalogue } from './catalogue.ts';
import { accountCreate } from './commands/accounts.ts';
import { archive } from './commands/archive.ts';
import { auditLedger } from './commands/audit.ts';
import { backup, backupKey, restore } from './commands/backup.ts';
import { doctor } from './commands/doctor.ts';
import type { Given } from './commands/ledger-commands.ts';
import { receipt } from './commands/receipt.ts';
import type { Config } from './configuration/config.ts';
import { stripeOf } from './configuration/payments-config.ts';
import { withSettings } from './configuration/settings-config.ts';
import { apply, applyWished, mistakesIn } from './decided/apply.ts';
import { decidedAt, type Said } from './decided/decided.ts';
import { type Exported, exportReport } from './decided/export.ts';
import { importForeign } from './decided/import.ts';
import { ignoredPieces, ignoredSentence, withoutDeclared } from './decided/ownership.ts';
import { pricesWished } from './decided/price-import.ts';
import { type ServedConfig, servedConfig } from './engine-changes.ts';
import { engineDeskFrom } from './engine-desk.ts';
import { enginesFrom, modelProblemsOf } from './engines.ts';
import { ledgerPlace } from './ledger-place.ts';
import { createMailDomains } from './mail-domains.ts';
import { modelsFrom } from './models.ts';
import { moveNow } from './move.ts';
import { createPlatform } from './platform.ts';
import { saleOf, settingsIn, settingsOfCommand, setUpFactsOf } from './service-settings.ts';
import { soldModelsOf } from './sold-models.ts';
import { declaredSeller } from './storage.ts';
import { withRecalls } from './stores/recalls.ts';
import { createStores, type Stores } from './stores/stores.ts';

/** Opens the database beside a running server. Where there is none yet, only the first account may make it. */
async function withDatabase<T>(
  config: Config,
  ifMissing: 'create' | 'refuse',
  work: (database: Database) => Promise<T>,
  open = openDatabase,
): Promise<T> {
  const refuse = () => {
    const [where, variable] = config.databaseUrl
      ? [nameOf(config), 'BOREAL_DATABASE_URL']
      : [config.dataDir, 'BOREAL_DATA_DIR'];
    throw new UsageError(`There is no database in ${where}: is ${variable} right? "account create" makes it.`);
  };
  // To open a file would make it.
  const isNoFile = !config.databaseUrl && !existsSync(databasePathOf(config));
  if (isNoFile && ifMissing === 'refuse') refuse();
  prepareDataDir(config.dataDir);
  const database = open(ledgerPlace(config));
  try {
    const isNew = isNoFile || (config.databaseUrl !== '' && !(await hasSchema(database)));
    if (isNew && ifMissing === 'refuse') refuse();
    if (isNew) await migrate(database, readMigrations(), systemClock.nowMs());
    await requireCurrentSchema(database, readMigrations());
    await requireHere(database);
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Its library is loaded with the first document: that takes longer than all else of a command. */
const drawPdf: DrawPdf = async (made, about) => (await import('../features/invoices/pdf.ts')).toPdf(made, about);

export const withLedger = (file: Config, command: Command<Given>, options: Options): Promise<Report> =>
  withDatabase(file, command === accountCreate ? 'create' : 'refuse', async (database) => {
    const secret = serverSecret(file.secret, file.dataDir);
    const found = withRecalls(createStores(database, file.plans, declaredSeller(file)), systemClock);
    const actionLog = withoutDeclared(found.actionLog, () => file.declared);
    // A service writes the person that it acts for as the actor: here it was a command.
    const act: ActionLog['act'] = (asked) => actionLog.act({ ...asked, actor: ACTOR, memberId: undefined });
    const stores = { ...found, actionLog: { ...actionLog, act } };
    const { settings } = await settingsIn(file, stores.announcements, createVault(secret));
    const config = withSettings(file, settings);
    const platform = createPlatform(config, { stores, secret, clock: systemClock, log: SILENT_LOG });
    const services = servicesOf(config, platform, stores);
    // Commands know the models that are served, not only those of the file.
    const { served } = await services.servedWith({}, systemClock.nowMs());
    return command.run(options, { platform, stores, config: served.config, readBankFile, ...services });
  });

/** The services of the pages that commands ask, as far as there are some without a running server. */
function servicesOf(config: Config, platform: Platform, stores: Stores) {
  const { limits } = config;
  const announcements = stores.announcements.read;
  const catalogue: Pick<LiveCatalogue, 'servedWith' | 'declared' | 'refresh'> = {
    servedWith: async (changed, atMs) => {
      const said = { ...(await announcements()), ...changed };
      return { file: config, served: await servedConfig(config, said, { atMs, vault: platform.vault }) };
    },
    declared: () => config.declared,
    // Running servers know within a second.
    refresh: async () => {},
  };
  const decided = async () => {
    const atMs = platform.clock.nowMs();
    return decidedAt(config, await announcements(), { atMs, enginesAtMs: atMs, vault: platform.vault });
  };
  const provider = cardProviderFrom(stripeOf(config.payments));
  const documentFiles = createDocumentFiles(platform, drawPdf);
  return {
    provider,
    documentFiles,
    documentExport: createDocumentExport(stores.documents, documentFiles),
    mailDomains: createMailDomains(config, platform, stores.mailDomains).service,
    servedWith: catalogue.servedWith,
    engineDesk: engineDeskFrom(platform, { announcements, catalogue }),
    models: modelsFrom(platform, { announcements, catalogue }),
    soldModels: async () => soldModelsOf(await decided()),
    settings: createServiceSettings(platform, settingsOfCommand(config, { stores, vault: platform.vault, decided })),
    topUps: async () => {
      const { offers, planVersions } = await announcements();
      const configuredOffers = { sold: config.sold, declared: config.declared.offers };
      const shop = openShop(
        () => config.shop,
        () => {
          const nowMs = platform.clock.nowMs();
          return offersFrom(soldAt(offers, configuredOffers, nowMs), planOffersAt(planVersions, config.plans, nowMs));
        },
      );
      return createTopUpService(platform, { ...stores, shop, provider });
    },
    kept: {
      keptResponses: createKeptResponses(platform, {
        store: stores.storedResponses,
        keepMs: limits.storedResponseMs,
        keptMax: limits.storedResponsesMax,
      }),
      conversations: createConversations(platform, {
        ids: platform.ids,
        store: stores.conversations,
        keepMs: limits.conversationMs,
        bounds: { conversationsMax: limits.conversationsMax, charactersMax: limits.conversationsCharactersMax },
      }),
      ...batchExports(platform, stores),
    },
  };
}

/** Not where a server ships the log: what was not shipped yet would be missed. */
const shrinkLog = async ({ backupTo }: Config, database: Database): Promise<void> =>
  backupTo === '' ? database.shrinkLog() : undefined;

const auditNow = (config: Config, options: Options): Promise<Report> =>
  withDatabase(
    config,
    'refuse',
    (database) =>
      auditLedger(options, async (choice) => {
        const found = await audit(database, systemClock.nowMs(), { ...choice, isRemembered: true });
        await shrinkLog(config, database);
        return found;
      }),
    openDatabaseUnhurried,
  );

async function migrateNow(config: Config): Promise<Report> {
  prepareDataDir(config.dataDir);
  const database = openDatabase(ledgerPlace(config));
  try {
    const migrations = readMigrations();
    const applied = await migrate(database, migrations, systemClock.nowMs());
    await requireWholeSchema(database, migrations);
    return { json: { applied }, text: applied.length > 0 ? `Applied: ${applied.join(', ')}.` : 'Nothing to do.' };
  } finally {
    await database.close();
  }
}

type ServedNow = Pick<ServedConfig, 'config' | 'problems'> & {
  /** Words of the database that are in vain, because the configuration declares it. */
  readonly ignored: readonly Piece[];
  readonly belowCost: readonly BelowCost[];
  /** Steps of the set-up that are not done; none where there is no database to know it from. */
  readonly openSteps: readonly SetUpStep[];
};

/** The configuration with what the database says of engines and models. Without a database, the configuration alone. */
export async function servedNow(file: Config): Promise<ServedNow> {
  const alone = { config: file, problems: [], ignored: [], belowCost: [], openSteps: [] };
  if (!file.databaseUrl && !existsSync(databasePathOf(file))) return alone;
  const database = openDatabase(file);
  try {
    if (!(await hasSchema(database))) return alone;
    await requireCurrentSchema(database, readMigrations());
    const stores = createStores(database, file.plans);
    const said = await stores.announcements.read();
    const { settings, problems } = await settingsIn(file, stores.announcements, vaultOf(file));
    const config = withSettings(file, settings);
    const atMs = systemClock.nowMs();
    const decided = await decidedAt(config, said, { atMs, enginesAtMs: atMs, vault: vaultOf(file) });
    const about = { settings, declared: file.declared, preset: said.preset };
    const facts = setUpFactsOf({ ...about, ...saleOf(decided), ...(await stores.setUp.setUpFacts()) });
    return {
      ...decided.served,
      problems: [...problems, ...decided.served.problems],
      ignored: ignoredPieces(file.declared, said, atMs),
      belowCost: belowCost(soldModelsOf(decided), createBuyingPrices(said), atMs),
      openSteps: setUpSteps(facts).flatMap(({ step, isDone }) => (isDone ? [] : [step])),
    };
  } catch {
    const sentence = 'the database cannot be read, so only engines of the configuration are known.';
    return { ...alone, problems: [{ path: [], sentence }] };
  } finally {
    await database.close();
  }
}

const NOTHING_SAID: Said = {
  prices: [],
  offers: [],
  planVersions: [],
  groupVersions: [],
  engineChanges: [],
  signUp: null,
  preset: null,
  defaultModel: null,
};

/** Its secret is read, or made, only when it is needed. */
const vaultOf = ({ secret, dataDir }: Config): Vault => ({
  open: (...about) => createVault(serverSecret(secret, dataDir)).open(...about),
  seal: (...about) => createVault(serverSecret(secret, dataDir)).seal(...about),
});

/** Without a database, the configuration alone. What was changed at once counts, also where it holds only in a moment. */
export async function exportNow(
  config: Config,
  parts: readonly (keyof Exported)[] = [
    ...(['catalogue', 'defaultModel', 'engines', 'models'] as const),
    ...(['aliases', 'plans', 'priceGroups', 'payments', 'signUp', 'settings'] as const),
  ],
): Promise<Report> {
  const atMs = systemClock.nowMs() + LEAD_MS;
  const hasDatabase = config.databaseUrl !== '' || existsSync(databasePathOf(config));
  const { said, settings } = hasDatabase
    ? await withDatabase(config, 'refuse', async (database) => {
        const { announcements } = createStores(database, config.plans);
        return { said: await announcements.read(), settings: await announcements.settings() };
      })
    : { said: NOTHING_SAID, settings: {} };
  const decided = await decidedAt(config, said, { atMs, enginesAtMs: atMs, vault: vaultOf(config) });
  const offers = said.offers.filter(({ withdrawnAtMs }) => withdrawnAtMs === null);
  const dated = [...said.prices, ...offers, ...said.planVersions, ...said.groupVersions, ...said.engineChanges];
  return exportReport(decided, config, {
    settings,
    parts,
    planned: dated.filter(({ fromMs }) => fromMs > atMs).length,
  });
}

export const applyNow = (config: Config, path: string, options: Options): Promise<Report> =>
  withDatabase(config, 'refuse', (database) => apply(path, options, applyParts(config, database)));

export const importPricesNow = (config: Config, path: string, options: Options): Promise<Report> =>
  withDatabase(config, 'refuse', async (database) => {
    const parts = applyParts(config, database);
    const said = await parts.stores.announcements.read();
    const served = await servedConfig(config, said, { atMs: systemClock.nowMs(), vault: parts.vault });
    return applyWished(pricesWished(path, options, served.config), options, parts);
  });

/** Accounts and keys of another service, by actions; its models and engines as `apply` does it. */
const importNow = (config: Config, options: Options): Promise<Report> =>
  withLedger(
    config,
    {
      usage: '',
      about: '',
      options: [],
      run: (asked, { platform, stores }) => {
        const parts = { config, stores, vault: platform.vault, clock: platform.clock, ids: platform.ids };
        return importForeign(asked, {
          platform,
          stores,
          apply: (wished, wanted) => applyWished(wished, wanted, parts),
          mistakesIn: (wished) => mistakesIn(wished, parts),
          onProgress: (sentence) => console.error(`boreal: ${sentence}`),
        });
      },
    },
    options,
  );

const applyParts = (config: Config, database: Database) => ({
  config,
  stores: createStores(database, config.plans),
  vault: vaultOf(config),
  clock: systemClock,
  ids: createIds(),
  ask: process.stdin.isTTY && process.stdout.isTTY ? askPerson : undefined,
});

async function askPerson(shown: string): Promise<boolean> {
  console.log(shown);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(?:es)?$/i.test((await lines.question('Apply this? [y/N] ')).trim());
  } finally {
    lines.close();
  }
}

async function examine(config: Config): Promise<Report> {
  const isThere = config.databaseUrl !== '' || existsSync(databasePathOf(config));
  const check = async () => {
    const database = openDatabase(config);
    try {
      if (config.databaseUrl) await requireSafePostgres(database);
      await requireHere(database);
      await requireCurrentSchema(database, readMigrations());
      await requireWholeSchema(database, readMigrations());
      return await newestEntryMs(database.sql);
    } finally {
      await database.close();
    }
  };
  const served = await servedNow(config);
  return doctor(served.config, {
    database: { name: nameOf(config), isThere, check },
    engines: enginesFrom(served.config, { log: SILENT_LOG }),
    engineProblems: sentencesOf(served.problems),
    ignored: served.ignored.map(ignoredSentence),
    belowCost: served.belowCost,
    openSteps: served.openSteps,
    nowMs: systemClock.nowMs(),
    modelProblems: () => modelProblemsOf(served.config),
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
    await shrinkLog(config, database);
    return done;
  });

const receiptNow = (config: Config, options: Options): Promise<Report> =>
  withDatabase(config, 'refuse', (database) =>
    receipt(options, {
      inDatabase: createStores(database, config.plans).ledger.receiptOf,
      files: () => archivedFiles(database.sql),
      inFile: (requestId, lines) => archivedReceipt(database.sql, requestId, lines),
      toJson: receiptToWire,
    }),
  );

/** Beside a running server; a database that is missing is no backup. */
function backupNow(config: Config, options: Options): Promise<Report> {
  if (!config.databaseUrl && !existsSync(databasePathOf(config))) {
    throw new UsageError(`There is no database in ${config.dataDir}: is BOREAL_DATA_DIR right?`);
  }
  const nowMs = systemClock.nowMs();
  return backup(config, options, { nowMs, env: process.env, copyDatabase: (folder) => copyDatabase(config, folder) });
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

export const OTHER_COMMANDS = {
  migrate: migrateNow,
  audit: auditNow,
  archive: archiveNow,
  receipt: receiptNow,
  doctor: examine,
  backup: backupNow,
  'backup-key': (_: Config, options: Options): Promise<Report> => backupKey(options),
  restore: restoreNow,
  move: moveNow,
  export: (config: Config): Promise<Report> => exportNow(config),
  import: importNow,
};

/** The options of commands that are not about what is in the database. */
export const OPTIONS_OF: Readonly<
  Record<string, { readonly names: readonly string[]; readonly flags?: readonly string[] }>
> = {
  migrate: { names: [] },
  audit: { names: ['head', 'archive'], flags: ['full', 'begin-anew'] },
  archive: { names: ['before', 'to'] },
  receipt: { names: ['id', 'archive'] },
  backup: { names: ['to'] },
  'backup-key': { names: ['to'] },
  restore: { names: ['from', 'at', 'identity'], flags: ['force'] },
  import: { names: ['from', 'database', 'rate', 'prices', 'email-domain'], flags: ['yes'] },
  move: { names: ['to'] },
};
