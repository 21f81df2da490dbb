/**
 * Runs servers, a database, engines and clients in one process, in time of its own, with faults from a seed.
 *
 *   npm run simulate                      a seed by chance
 *   npm run simulate -- --seed 7          this one: the same trace each time
 *   npm run simulate -- --seed 7 --seeds 100   a hundred of them
 *   npm run simulate -- --seed 7 --seconds 600 faults for ten minutes instead of a minute and a half
 *   npm run simulate -- --seed 7 --hours 24   a day, in which something happens now and then
 *   npm run simulate -- --seed 7 --trace  every line of the trace
 *   npm run simulate -- --seed 7 --shrink the fewest faults with which it is still broken
 *   npm run simulate -- --put-back no-claim   a fault that the product has had, and a seed that finds it
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bunEnv, bunPath, ROOT } from '../bin/bun.mjs';
import { argumentsOf, numberOf } from './arguments.mjs';
import { installDevPackages } from './dev-packages.mjs';

const { values } = argumentsOf({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    seconds: { type: 'string' },
    hours: { type: 'string' },
    trace: { type: 'boolean' },
    shrink: { type: 'boolean' },
    'put-back': { type: 'string' },
  },
  words: 0,
});
for (const name of ['seed', 'seeds', 'seconds', 'hours']) {
  if (values[name] !== undefined) numberOf(values[name], `--${name}`, { min: name === 'seed' ? 0 : 1 });
}
/** The last of the compilers of JavaScript costs more than it saves here, in a run of seconds and in one of ten hours. */
const COMPILED_LESS = { BUN_JSC_useFTLJIT: '0' };

installDevPackages();
const words = process.argv.slice(2);
const inSimulator = (file) => join(ROOT, 'test/simulate', file);
const before = values['put-back'] === undefined ? [] : ['--preload', inSimulator('put-back.ts')];
const { status } = spawnSync(bunPath(), [...before, inSimulator('main.ts'), ...words], {
  cwd: ROOT,
  env: { ...COMPILED_LESS, ...bunEnv() },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
