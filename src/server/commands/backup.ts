/** `backup`, `restore`: the database, the secret and the configuration as one folder, and back. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  BrokenBackup,
  backupPathOf,
  type DatabaseCopy,
  type Manifest,
  readBackup,
  writeBackup,
} from '../../platform/backup-folder.ts';
import { type Options, type Report, required, UsageError } from '../../platform/commands/command.ts';
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
  const manifest = await writeBackup(path, nowMs, async (folder) => {
    const database = await copyDatabase(folder);
    writeSafely(folder, SECRET, `${serverSecret(config.secret, config.dataDir)}\n`);
    if (config.source !== 'defaults' && existsSync(config.source))
      writeSafely(folder, CONFIGURATION, readFileSync(config.source, 'utf8'));
    const variables = Object.entries(env).filter(([name]) => OWN_VARIABLE.test(name));
    writeSafely(folder, VARIABLES, `${JSON.stringify(Object.fromEntries(variables), null, 2)}\n`);
    return database;
  });
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const { createdAt, database, files } = manifest;
  return {
    json: { path, createdAt, bytes, database, files },
    text: `Backed up to ${path}: ${files.map(({ name }) => name).join(', ')}; ${bytes} bytes. It holds the secret: keep it safe.`,
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
  const from = resolve(required(options, 'from'));
  const manifest = await readBackup(from);
  refuseUnfit(manifest, config, from, target.schemaMax);
  const aside = await target.place(from, options.force === true ? 'replace' : 'refuse');
  const proof = await target.prove(manifest.database.head ?? undefined);
  const { createdAt, database } = manifest;
  const lines = [
    `Restored the backup of ${createdAt}.`,
    ...(aside ? [`What was there before is in ${aside}.`] : []),
    proof.text,
    `The configuration of that time is in ${from}: compare it with yours before you start.`,
  ];
  return {
    json: { from, createdAt, database, movedAside: aside ?? null, audit: proof.json },
    text: lines.join('\n'),
    failed: proof.failed ?? false,
  };
}

/** Whatever makes a restore useless is found before anything is touched. */
function refuseUnfit({ database }: Manifest, config: Config, from: string, schemaMax: number): void {
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
  const secret = readFileSync(join(from, SECRET), 'utf8').trim();
  if (config.secret && config.secret !== secret) {
    throw new UsageError(
      'The secret of this configuration is not the one of the backup, so no key of a customer would work: ' +
        `set it to what ${join(from, SECRET)} holds.`,
    );
  }
}

const writeSafely = (folder: string, name: string, text: string): void =>
  writeFileSync(join(folder, name), text, { mode: 0o600 });
