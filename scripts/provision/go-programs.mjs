/** Programs that are built from their Go modules, and files out of modules, kept beside the other packages. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../bin/bun.mjs';
import { findProgram } from './programs.mjs';

export const CACHE = join(ROOT, 'node_modules/.cache/boreal');

/** The path of a program: the machine's own, else built once. Throws one sentence where neither can be. */
export function goProgram({ name, source, version }) {
  const kept = join(CACHE, `${name}-${version}`);
  const found = findProgram([name], [kept]);
  if (found) return found;
  console.log(`building ${name} ${version}`);
  const folder = mkdtempSync(join(tmpdir(), 'boreal-go-'));
  try {
    go(['mod', 'init', 'build'], folder);
    go(['get', `${source}@${version}`], folder);
    go(['build', '-o', join(folder, name), source], folder);
    mkdirSync(CACHE, { recursive: true });
    moveWhole(join(folder, name), kept);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return kept;
}

/** The folder of a module's files. */
export function goModule(path, version) {
  return JSON.parse(go(['mod', 'download', '-json', `${path}@${version}`], tmpdir())).Dir;
}

function go(args, cwd) {
  const { status, stdout, stderr, error } = spawnSync('go', args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  const reason = error ? 'Go is not installed' : stderr.trim().split('\n').at(-1);
  throw new Error(`Programs for the chart are missing: install helm and kubeconform, or Go to build them. (${reason})`);
}

/** Under its name only when all of it is there, so that half of it is never taken for the whole. */
function moveWhole(from, to) {
  const draft = `${to}.${process.pid}`;
  copyFileSync(from, draft);
  renameSync(draft, to);
}
