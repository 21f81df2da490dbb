/** Finds programs on this machine, and on Debian installs those that are missing. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of the folders in PATH, and then of the others, that holds all of these programs. */
export function folderWith(programs, otherFolders = []) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...otherFolders].filter((folder) => folder !== '');
  return folders.find((folder) => programs.every((program) => isExecutable(join(folder, program))));
}

/** The path of the first of these programs that is there. */
export function findProgram(programs, otherPaths = []) {
  for (const program of programs) {
    const folder = folderWith([program]);
    if (folder) return join(folder, program);
  }
  return otherPaths.find(isExecutable);
}

/** `parent/<name>/<rest>` for every name in `parent` that matches, the highest version first. */
export function versionsIn(parent, pattern, rest) {
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((name) => pattern.test(name))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((name) => join(parent, name, rest));
}

/** Finds; else installs the first package that there is and finds again; else throws `whatToDo`. */
export function findOrInstall(find, { packages, whatToDo }) {
  const found = findOrTryToInstall(find, packages);
  if (!found) throw new Error(whatToDo);
  return found;
}

/** As above, for what tests can do without. */
export function findOrTryToInstall(find, packages) {
  return find() ?? (canInstall() && packages.some(install) ? find() : undefined);
}

const canInstall = () => process.getuid?.() === 0 && findProgram(['apt-get']) !== undefined;

function install(name) {
  console.log(`installing ${name} for the tests`);
  // In run level 1 nothing that comes with a package is started: the tests start servers of their own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...args) => spawnSync('apt-get', args, { env, stdio: 'ignore' }).status === 0;
  const options = ['install', '-y', '--no-install-recommends', name];
  return apt(...options) || (apt('update') && apt(...options));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
