/**
 * Test files that take long begin first, so that no worker is left with one at the end. `long-files.json` has their
 * seconds in a whole run; one that is missing there, or no longer there, only begins at another time.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SHORT_MS = 1000;

/** Writes what Bun reads with `--timings` into the folder, and returns the argument. A file that it lacks is guessed. */
export function longFirst(root, folders, runFolder) {
  const seconds = JSON.parse(readFileSync(new URL('./long-files.json', import.meta.url), 'utf8'));
  const names = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  const files = Object.fromEntries(names.map((name) => [name, name in seconds ? seconds[name] * 1000 : SHORT_MS]));
  const path = join(runFolder, 'timings.json');
  writeFileSync(path, JSON.stringify({ version: 1, files }));
  return `--timings=${path}`;
}
