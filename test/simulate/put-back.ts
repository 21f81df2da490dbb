/** Loaded before everything else with `--put-back NAME`: puts a fault of the past into the source as it is read. */
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { plugin } from 'bun';
import { PAST_FAULTS, withFault } from './past-faults.ts';

const ROOT = resolve(import.meta.dir, '../..');
const { values } = parseArgs({ options: { 'put-back': { type: 'string' } }, strict: false });
const name = String(values['put-back']);
const fault = PAST_FAULTS[name];
if (!fault) {
  console.error(`There is no fault "${name}" to put back, but ${Object.keys(PAST_FAULTS).join(', ')}.`);
  process.exit(2);
}
const files = [...new Set(fault.changes.map(({ file }) => file))];
plugin({
  name: 'put back',
  setup: (build) => {
    build.onLoad(
      { filter: new RegExp(`/(?:${files.map((file) => file.replaceAll('.', '\\.')).join('|')})$`) },
      ({ path }) => ({
        contents: withFault(fault, relative(ROOT, path), readFileSync(path, 'utf8')),
        loader: 'ts',
      }),
    );
  },
});
