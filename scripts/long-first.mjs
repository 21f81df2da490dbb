/**
 * Test files that take long begin first, so that no worker is left with one at the end. `long-files.json` has their
 * seconds in a whole run. One that is missing there is guessed by its folder, and only begins at another time.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SHORT_MS = 1000;
/** Those that start browsers, processes or models, or walk. One that begins last may keep one core waiting for it. */
const LONG = /^test\/(?:e2e|engine-live|model|simulate|slow)\//;
const LONG_MS = 12_000;

/** Writes what Bun reads with `--timings` into the folder, and returns the argument. A file that it lacks is guessed. */
export function longFirst(root, folders, runFolder) {
  const seconds = JSON.parse(readFileSync(new URL('./long-files.json', import.meta.url), 'utf8'));
  const names = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  const guess = (name) => (LONG.test(name) ? LONG_MS : SHORT_MS);
  const files = Object.fromEntries(names.map((name) => [name, name in seconds ? seconds[name] * 1000 : guess(name)]));
  const path = join(runFolder, 'timings.json');
  writeFileSync(path, JSON.stringify({ version: 1, files }));
  return `--timings=${path}`;
}
