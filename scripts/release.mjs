/**
 * `npm run release`: checks everything, and writes what is published to dist/release. docs/internals/releasing.md is the guide.
 *
 *   --ready           only says what has to be done first
 *   --without-suite   leaves out `npm test`, where it has just run on the same commit
 *
 * With BOREAL_RELEASE_KEY, the path of an Ed25519 key as PEM, the sums are signed.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../bin/bun.mjs';
import { PARTS, signSums, writeSums } from './release/parts.mjs';
import { readiness } from './release/ready.mjs';

const FOLDER = join(ROOT, 'dist/release');
const OPTIONS = ['--ready', '--without-suite'];

const given = process.argv.slice(2);
const unknown = given.find((argument) => !OPTIONS.includes(argument));
if (unknown !== undefined) {
  console.error(`${unknown} is not an option; those that there are: ${OPTIONS.join(', ')}`);
  process.exitCode = 2;
} else {
  process.exitCode = release() ? 0 : 1;
}

function release() {
  const { version, problems } = readiness(ROOT);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) return false;
  if (given.includes('--ready')) {
    console.log(`Version ${version} can be released.`);
    return true;
  }
  // The suite has the checks in it.
  const isGreen = given.includes('--without-suite') ? npm('run', 'check') : npm('test');
  if (!isGreen) return false;

  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const leftOut = PARTS.flatMap(({ name, write }) => {
    try {
      write({ root: ROOT, folder: FOLDER, version });
      return [];
    } catch (error) {
      return [`left out: ${name}: ${error.message}`];
    }
  });
  writeSums(FOLDER);
  const key = process.env.BOREAL_RELEASE_KEY;
  if (key) signSums(FOLDER, key);
  else leftOut.push('left out: signature: BOREAL_RELEASE_KEY is not set.');

  for (const name of readdirSync(FOLDER)) {
    console.log(`${(statSync(join(FOLDER, name)).size / 1e6).toFixed(1).padStart(7)} MB  dist/release/${name}`);
  }
  for (const line of leftOut) console.log(line);
  return true;
}

function npm(...args) {
  return spawnSync('npm', args, { cwd: ROOT, stdio: 'inherit' }).status === 0;
}
