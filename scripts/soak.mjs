/**
 * `npm run soak [-- minutes seed report]`: mixed load with cuts and faults on one real server, for 30 minutes if not said
 * otherwise. Prints the state each minute; fails when memory has grown by a fifth since minute five, or when
 * something is left open or held. With the name of a file, the report is also written there.
 */
import { spawn } from 'node:child_process';
import { bunEnv, bunPath, ROOT } from '../bin/bun.mjs';
import { argumentsOf, numberOf, refuse } from './arguments.mjs';
import { installDevPackages } from './dev-packages.mjs';

const [minutes = '30', seed = '1', report = ''] = argumentsOf({ words: 3 }).positionals;
if (numberOf(minutes, 'The time in minutes', { min: 0, isWhole: false }) === 0)
  refuse('A soak takes more than no time');
numberOf(seed, 'The seed', { min: 0 });
installDevPackages();
const child = spawn(bunPath(), ['test', './test/slow/soak.test.ts'], {
  cwd: ROOT,
  env: { ...bunEnv(), BOREAL_SOAK_MINUTES: minutes, BOREAL_SOAK_REPORT: report, SEED: seed },
  stdio: 'inherit',
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
