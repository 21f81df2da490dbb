/** The data folder: only the user of the service may look into it, because database, secret and tokens are there. */
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Makes the folder where it is missing, and closes it and what is in it to others. */
export function prepareDataDir(dataDir: string): void {
  keepFilesPrivate();
  mkdirSync(dataDir, { recursive: true, mode: FOLDER_MODE });
  tighten(dataDir);
  for (const name of readdirSync(dataDir)) tighten(join(dataDir, name));
}

/** Whatever this process makes from now on, SQLite's own files too, is for its user alone. */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}

/** A user who does not own a file cannot close it: a volume may belong to root. `boreal doctor` says so. */
function tighten(path: string): void {
  try {
    const about = lstatSync(path);
    const mode = about.isDirectory() ? FOLDER_MODE : about.isFile() ? FILE_MODE : undefined;
    if (mode !== undefined && (about.mode & 0o077) !== 0) chmodSync(path, mode);
  } catch {
    // Also where another process has just removed it.
  }
}
