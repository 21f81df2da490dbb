/** `node scripts/soak.mjs [minutes] [seed]`: mixed load with cuts and faults, for 30 minutes if not said otherwise. */
import { spawn } from 'node:child_process';
import { bunEnv, bunPath, ROOT } from '../bin/bun.mjs';

const [minutes = '30', seed = '1'] = process.argv.slice(2);
const child = spawn(bunPath(), ['test', './test/slow/soak.test.ts'], {
  cwd: ROOT,
  env: { ...bunEnv(), BOREAL_SOAK_MINUTES: minutes, SEED: seed },
  stdio: 'inherit',
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
