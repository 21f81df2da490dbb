/** `backup`, `backup-key`, `restore`: the database, the secret and the configuration as one folder, and back. */
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ENCRYPTED, newIdentity, readIdentities, recipientProblem } from '../../platform/backup-encryption.ts';
import {
  backupPathOf,
  type DatabaseCopy,
  type Draft,
  MANIFEST,
  type Manifest,
  readBackup,
  withOpened,
  writeBackup,
} from '../../platform/backup-folder.ts';
import { inStaging } from '../../platform/backup-staging.ts';
import { BrokenBackup } from '../../platform/broken-backup.ts';
import { type Options, optional, type Report, required, UsageError } from '../../platform/commands/command.ts';
import { generationAt, logFolderOf } from '../../platform/log-backup/generations.ts';
import { type Replayed, replay } from '../../platform/log-backup/segments.ts';
import { writeNewFile } from '../../platform/new-file.ts';
import { serverSecret } from '../../platform/secrets.ts';
import type { Config } from '../configuration/config.ts';

const SECRET = 'secret';
const CONFIGURATION = 'boreal.config.json';
const VARIABLES = 'environment.json';
const OWN_VARIABLE = /^BOREAL_/;

type BackupSource = {
  readonly nowMs: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes one copy of the database, as it is at one moment, into a folder. */
  readonly copyDatabase: (folder: string) => Promise<DatabaseCopy>;
};

export async function backup(config: Config, options: Options, source: BackupSource): Promise<Report> {
  const { nowMs, env, copyDatabase } = source;
  const path = backupPathOf(required(options, 'to'), nowMs);
  const recipient = await recipientOf(config);
  const fill = async (draft: Draft) => {
    for (const [name, text] of filesBeside(config, env)) await draft.put(name, piecesOf(text));
    return { database: await (recipient === '' ? copyDatabase(draft.folder) : copyEncrypted(draft)) };
  };
  /** What is not encrypted yet does not leave the data folder, which has the same in it. */
  const copyEncrypted = ({ put }: Draft) =>
    inStaging(config.dataDir, async (folder) => {
      const database = await copyDatabase(folder);
      for (const name of readdirSync(folder)) await put(name, createReadStream(join(folder, name)));
      return database;
    });
  const manifest = await writeBackup(path, { nowMs, fill, recipient });
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const { createdAt, encryption, database, files } = manifest;
  const kept = encryption
    ? `It is encrypted for ${encryption.recipient}: without that identity no one can restore it.`
    : 'It holds the secret and is not encrypted: keep it safe.';
  return {
    json: { path, createdAt, bytes, encryption: encryption ?? null, database, files },
    text: `Backed up to ${path}: ${files.map(({ name }) => name).join(', ')}; ${bytes} bytes. ${kept}`,
  };
}

/** What a backup holds beside the database, as texts. */
export function filesBeside(config: Config, env: BackupSource['env']): ReadonlyMap<string, string> {
  const variables = Object.entries(env).filter(([name]) => OWN_VARIABLE.test(name));
  const files = new Map([
    [SECRET, `${serverSecret(config.secret, config.dataDir)}\n`],
    [VARIABLES, `${JSON.stringify(Object.fromEntries(variables), null, 2)}\n`],
  ]);
  if (config.source !== 'defaults' && existsSync(config.source))
    files.set(CONFIGURATION, readFileSync(config.source, 'utf8'));
  return files;
}

/** Empty where backups are not encrypted. */
async function recipientOf({ backupRecipient }: Config): Promise<string> {
  const problem = backupRecipient === '' ? undefined : await recipientProblem(backupRecipient);
  if (problem !== undefined) throw new UsageError(`backupRecipient: ${problem}`);
  return backupRecipient;
}

/** A file with the identity, which belongs on another machine, and the recipient for the configuration. */
export async function backupKey(options: Options): Promise<Report> {
  const path = resolve(required(options, 'to'));
  const { identity, recipient } = await newIdentity();
  const text = `# The identity that opens backups. Keep it elsewhere, and twice.\n# public key: ${recipient}\n${identity}\n`;
  await writeNewFile(path, [new TextEncoder().encode(text)]);
  return {
    json: { path, recipient },
    text: `The identity is in ${path}: keep it off this machine. Set backupRecipient (BOREAL_BACKUP_RECIPIENT) to\n${recipient}`,
  };
}

type RestoreTarget = {
  /** The newest schema that this program can read. */
  readonly schemaMax: number;
  /** Puts the copy in its place; returns where the old files are now, if there were any. */
  readonly place: (from: string, ifTaken: 'refuse' | 'replace') => Promise<string | undefined>;
  /** Migrates the restored database and audits it, with the seal that it ended with. */
  readonly prove: (head: string | undefined) => Promise<Report>;
};

export async function restore(config: Config, options: Options, target: RestoreTarget): Promise<Report> {
  const untilMs = untilOf(options);
  const named = resolve(required(options, 'from'));
  const isBackup = existsSync(join(named, MANIFEST));
  const from = isBackup ? named : await generationAt(named, untilMs);
  const manifest = await readBackup(from);
  if (options.at !== undefined && !manifest.log)
    throw new UsageError(`${from} is one moment: --at is for a folder of backupTo.`);
  refuseUnfit(manifest, config, target.schemaMax);
  const identities = await identitiesOf(manifest, options);
  let replayed: Replayed | undefined;
  const place = async (folder: string): Promise<string | undefined> => {
    refuseOtherSecret(folder, config, from);
    if (manifest.log)
      replayed = await replay(join(folder, 'boreal.db'), {
        ...manifest.log,
        folder: logFolderOf(from),
        untilMs,
        identities,
      });
    return target.place(folder, options.force === true ? 'replace' : 'refuse');
  };
  // A backup of one moment that is not encrypted is copied from where it is.
  const isAsItIs = !identities && !manifest.log;
  const aside = await (isAsItIs
    ? place(from)
    : withOpened({ path: from, identities, dataDir: config.dataDir }, manifest, place));
  const proof = await target.prove(manifest.database.head ?? undefined);
  const { createdAt, database } = manifest;
  const lines = [
    `Restored the backup of ${replayed?.at ?? createdAt}.`,
    ...(replayed?.torn ? [replayed.torn] : []),
    ...(aside ? [`What was there before is in ${aside}.`] : []),
    proof.text,
    `The configuration of that time is in ${from}: compare it with yours before you start.`,
  ];
  return {
    json: { from, createdAt, log: replayed ?? null, database, movedAside: aside ?? null, audit: proof.json },
    text: lines.join('\n'),
    failed: proof.failed ?? false,
  };
}

/** The last moment that is wanted. */
function untilOf(options: Options): number {
  const at = optional(options, 'at');
  if (at === undefined) return Number.POSITIVE_INFINITY;
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) throw new UsageError('--at must be a time, such as 2026-11-18T20:15:00Z.');
  return atMs;
}

async function identitiesOf({ encryption }: Manifest, options: Options): Promise<readonly string[] | undefined> {
  if (!encryption) return undefined;
  const file = optional(options, 'identity');
  if (file === undefined) {
    throw new UsageError(
      `This backup is encrypted for ${encryption.recipient}: name the file of its identity with --identity.`,
    );
  }
  return readIdentities(resolve(file));
}

/** Whatever makes a restore useless is found before anything is touched. */
function refuseUnfit({ database }: Manifest, config: Config, schemaMax: number): void {
  const kind = config.databaseUrl ? 'postgresql' : 'sqlite';
  if (database.kind !== kind) {
    const wanted = database.kind === 'sqlite' ? 'no databaseUrl' : 'the databaseUrl of an empty database';
    throw new UsageError(`This is a backup of ${database.kind}: restore it with ${wanted} in the configuration.`);
  }
  if (database.schema > schemaMax) {
    throw new BrokenBackup(
      `The backup has schema ${database.schema}, this program knows ${schemaMax}: use the newer program that wrote it.`,
    );
  }
}

/** `folder` has the files in the clear; people find them in `from`. */
function refuseOtherSecret(folder: string, config: Config, from: string): void {
  const secret = readFileSync(join(folder, SECRET), 'utf8').trim();
  if (!config.secret || config.secret === secret) return;
  throw new UsageError(
    'The secret of this configuration is not the one of the backup, so no key of a customer would work: ' +
      `set it to what ${join(from, folder === from ? SECRET : SECRET + ENCRYPTED)} holds.`,
  );
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
