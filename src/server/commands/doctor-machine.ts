/** Doctor on this machine: the data folder, the room on its disk, the secret and the clock. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { recipientProblem } from '../../platform/backup-encryption.ts';
import { type Finding, fine, note, wrong } from '../../platform/commands/doctor-finding.ts';
import { newestBackupMs } from '../../platform/log-backup/generations.ts';
import { BACKUP_LATE_MS } from '../../platform/log-backup/log-backup.ts';
import type { Config } from '../configuration/config.ts';

const MIB = 2 ** 20;
const FREE_MIB_NEEDED = 100;
const FREE_MIB_WANTED = 1024;
/** Before this the program did not exist. */
const CLOCK_MIN_MS = Date.UTC(2026, 0, 1);
const CLOCK_AHEAD_MS = 60_000;
const DISTINCT_CHARACTERS_MIN = 12;

export function folderFindings({ dataDir }: Config): readonly Finding[] {
  if (!existsSync(dataDir)) return [fine(`data folder: ${dataDir} does not exist yet; the first start makes it`)];
  return [mayWrite(dataDir), ...openToOthers(dataDir), freeSpace(dataDir)];
}

function mayWrite(dataDir: string): Finding {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return fine(`data folder: ${dataDir} can be read and written`);
  } catch {
    return wrong(
      `data folder: ${dataDir} may not be read and written by this user`,
      'run doctor as the user of the service, or give the folder to that user with chown',
    );
  }
}

/** A reader of the secret can check guesses of keys; a reader of the database knows the customers. */
function openToOthers(dataDir: string): readonly Finding[] {
  const secret = join(dataDir, 'secret');
  const findings: Finding[] = [];
  if (existsSync(secret) && (statSync(secret).mode & 0o077) !== 0) {
    findings.push(wrong('secret: others on this machine may read it', `chmod 600 ${secret}`));
  }
  if ((statSync(dataDir).mode & 0o007) !== 0) {
    findings.push(note('access: others on this machine may look into the data folder', `chmod 700 ${dataDir}`));
  }
  return findings;
}

function freeSpace(dataDir: string): Finding {
  const { bavail, bsize } = statfsSync(dataDir);
  const freeMib = Math.floor((bavail * bsize) / MIB);
  const what = `${freeMib} MiB are free for the data folder`;
  const mend = 'make room: a full disk refuses every request';
  if (freeMib < FREE_MIB_NEEDED) return wrong(`disk: only ${what}`, mend);
  return freeMib < FREE_MIB_WANTED ? note(`disk: only ${what}`, mend) : fine(`disk: ${what}`);
}

/** A mistyped recipient would be found by the first backup, at night. */
export async function backupFinding({ backupRecipient }: Pick<Config, 'backupRecipient'>): Promise<Finding> {
  if (backupRecipient === '') {
    return note(
      'backups: not encrypted',
      'make an identity with "boreal backup-key" and set backupRecipient (docs/operating/backup.md)',
    );
  }
  const problem = await recipientProblem(backupRecipient);
  return problem === undefined
    ? fine(`backups: encrypted for ${backupRecipient}`)
    : wrong(`backups: ${problem}`, 'correct backupRecipient');
}

/** Of a server that runs; one that was stopped has shipped everything before. */
export function logBackupFinding({ backupTo }: Config, { nowMs, isRunning }: { nowMs: number; isRunning: boolean }) {
  if (backupTo === '') return [];
  if (!existsSync(backupTo))
    return [wrong(`backups: the folder ${backupTo} is not there`, 'make it, or mount its disk; it is never made')];
  const newestMs = newestBackupMs(backupTo);
  const when =
    newestMs === undefined ? 'there is no whole copy' : `the last increment is of ${new Date(newestMs).toISOString()}`;
  if (!isRunning || nowMs - (newestMs ?? 0) < BACKUP_LATE_MS) return [fine(`backups: ${when}, in ${backupTo}`)];
  return [wrong(`backups: ${when}, in ${backupTo}`, 'see the log: "the log is not backed up"')];
}

/** Its length was checked with the configuration; a typed text can be long enough and still guessable. */
export function secretFinding({ secret }: Config): Finding {
  if (!secret) return fine('secret: made by Boreal and kept in the data folder');
  const distinct = new Set(secret).size;
  if (distinct >= DISTINCT_CHARACTERS_MIN) return fine(`secret: from the configuration, ${secret.length} characters`);
  return wrong(
    `secret: it has only ${distinct} different characters and could be guessed`,
    'make one with "openssl rand -base64 32" before there are customers: a new secret makes every key invalid',
  );
}

/** `newestMs`: when the ledger was last written to, as far as it says. */
export function clockFinding(nowMs: number, newestMs: number | undefined): Finding {
  const now = new Date(nowMs).toISOString();
  const mend = 'set the clock of this machine, and let it follow a time server (timedatectl set-ntp true)';
  if (nowMs < CLOCK_MIN_MS) return wrong(`clock: it says ${now}, which is long past`, mend);
  if (newestMs !== undefined && newestMs > nowMs + CLOCK_AHEAD_MS) {
    return wrong(`clock: it says ${now}, but the ledger was written at ${new Date(newestMs).toISOString()}`, mend);
  }
  return fine(`clock: ${now}`);
}
