/** Programs that are built from their Go modules, and files out of modules, kept beside the other packages. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../bin/bun.mjs';
import { findProgram } from './programs.mjs';

export const CACHE = join(ROOT, 'node_modules/.cache/boreal');

/** The path of a program: the machine's own, else built once. Throws one sentence where neither can be. */
export function goProgram({ name, source, version }) {
  return (
    findProgram([name]) ??
    builtOnce(`${name}-${version}`, (folder, program) => {
      go(['mod', 'init', 'build'], folder);
      go(['get', `${source}@${version}`], folder);
      go(['build', '-o', program, source], folder);
    })
  );
}

/** The path of a program that is built in a copy of its module, since `prepare` has to add or change files of it. */
export function goProgramWith(prepare, { name, module, version }) {
  return builtOnce(`${name}-${version}`, (folder, program) => {
    const copy = join(folder, 'module');
    cpSync(goModule(module, version), copy, { recursive: true });
    // Files of modules are read-only.
    spawnSync('chmod', ['-R', 'u+w', copy]);
    prepare(copy);
    go(['build', '-o', program, '.'], copy);
  });
}

function builtOnce(name, build) {
  const kept = join(CACHE, name);
  if (existsSync(kept)) return kept;
  console.log(`building ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'boreal-go-'));
  try {
    const program = join(folder, 'program');
    build(folder, program);
    mkdirSync(CACHE, { recursive: true });
    moveWhole(program, kept);
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
  throw new Error(`A program is missing, and Go cannot make it: install the program, or Go. (${reason})`);
}

/** Under its name only when all of it is there, so that half of it is never taken for the whole. */
function moveWhole(from, to) {
  const draft = `${to}.${process.pid}`;
  copyFileSync(from, draft);
  renameSync(draft, to);
}
