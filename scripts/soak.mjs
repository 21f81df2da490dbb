/**
 * `npm run soak [-- minutes seed report]`: mixed load with cuts and faults on one real server, for 30 minutes if not said
 * otherwise. Prints the state each minute; fails when memory has grown by a fifth since minute five, or when
 * something is left open or held. With the name of a file, the report is also written there.
 */
import { spawn } from 'node:child_process';
import { bunEnv, bunPath, ROOT } from '../bin/bun.mjs';
import { installDevPackages } from './dev-packages.mjs';

installDevPackages();
const [minutes = '30', seed = '1', report = ''] = process.argv.slice(2);
const child = spawn(bunPath(), ['test', './test/slow/soak.test.ts'], {
  cwd: ROOT,
  env: { ...bunEnv(), BOREAL_SOAK_MINUTES: minutes, BOREAL_SOAK_REPORT: report, SEED: seed },
  stdio: 'inherit',
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
