/**
 * `npm run clients`: writes the description that programs rely on to clients/, and the clients for TypeScript and Python.
 *
 *   --check      writes nothing; ends with 1 where something would be written
 *   --breaking   also where programs that rely on the description of before would break
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { breaksOf } from './clients/breaks.ts';
import { AREA_NAMES, describedBefore, describedNow, keptFile } from './clients/description.ts';
import { clientFiles } from './clients/files.ts';

const ROOT = join(import.meta.dir, '..');
const OPTIONS = ['--check', '--breaking'];

process.exitCode = run(process.argv.slice(2));

function run(given: readonly string[]): number {
  const unknown = given.find((argument) => !OPTIONS.includes(argument));
  if (unknown !== undefined) {
    console.error(`${unknown} is no option; those that there are: ${OPTIONS.join(', ')}.`);
    return 2;
  }
  const breaks = AREA_NAMES.filter((area) => existsSync(join(ROOT, keptFile(area)))).flatMap((area) =>
    breaksOf(describedBefore(area), describedNow(area)),
  );
  if (breaks.length > 0 && !given.includes('--breaking')) {
    for (const sentence of breaks) console.error(sentence);
    console.error(
      'Programs rely on this. Keep it and add what is new beside it; or break it knowingly with --breaking.',
    );
    return 1;
  }
  const old = clientFiles().filter(({ path, text }) => textOf(path) !== text);
  if (given.includes('--check')) {
    for (const { path } of old) console.error(`${path} is not what npm run clients writes.`);
    return old.length === 0 ? 0 : 1;
  }
  for (const { path, text } of old) writeFileSync(join(ROOT, path), text);
  console.log(old.length === 0 ? 'Nothing has changed.' : old.map(({ path }) => `${path} was written.`).join('\n'));
  return 0;
}

function textOf(path: string): string | undefined {
  return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : undefined;
}
