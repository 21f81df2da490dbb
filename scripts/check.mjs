/** `npm run check`: format and lint, types, style. One line a step; the output only of a step that fails. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bunEnv, bunPath, ROOT } from '../bin/bun.mjs';
import { argumentsOf } from './arguments.mjs';
import { installDevPackages } from './dev-packages.mjs';

/** For the slowest machine there is, on which all steps run at once. */
const STYLE_MS_MAX = 240_000;
const STEPS = [
  {
    name: 'format and lint',
    command: () => [process.execPath, inModules('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'],
  },
  {
    name: 'types',
    command: () => [process.execPath, inModules('typescript/bin/tsc'), '-p', '.', ...remembered('types')],
  },
  {
    name: 'types of the pages',
    command: () => [process.execPath, inModules('typescript/bin/tsc'), '-p', 'web', ...remembered('web-types')],
  },
  {
    name: 'style',
    command: () => [bunPath(), 'test', `--timeout=${STYLE_MS_MAX}`, '--only-failures', './test/style.test.ts'],
  },
];

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  argumentsOf({});
  const { failed } = await runChecks();
  process.exitCode = failed === 0 ? 0 : 1;
}

/** Runs every step, also after one has failed, and counts them. */
export async function runChecks() {
  installDevPackages();
  const outcomes = await Promise.all(STEPS.map(report));
  const passed = outcomes.filter((isOk) => isOk).length;
  return { passed, failed: outcomes.length - passed };
}

async function report(step) {
  const startedAtMs = performance.now();
  const { isOk, output } = await runStep(step);
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  console.log(`${isOk ? 'ok  ' : 'FAIL'} ${step.name} (${seconds} s)`);
  if (!isOk) console.log(output.trimEnd());
  return isOk;
}

function runStep({ command }) {
  return new Promise((resolve) => {
    let output = '';
    const end = (isOk, lastWords = '') => resolve({ isOk, output: output + lastWords });
    try {
      const [program, ...args] = command();
      const child = spawn(program, args, { cwd: ROOT, env: bunEnv(), stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text) => {
          output += text;
        });
      }
      child.on('error', (error) => end(false, error.message));
      child.on('close', (code, signal) => end(code === 0, signal ? `Ended by ${signal}.` : ''));
    } catch (error) {
      end(false, error.message);
    }
  });
}

function inModules(path) {
  return join(ROOT, 'node_modules', path);
}

/** What is unchanged since the last check is not checked again. */
function remembered(name) {
  return ['--incremental', '--tsBuildInfoFile', inModules(`.cache/boreal/${name}.tsbuildinfo`)];
}
