/**
 * Removes what `npm ci` has installed and this machine cannot use. A package cannot ask what the processor knows, so npm
 * brings both builds of the runtime for x64; the engine comes for processors that others may build for, and with its source.
 * npm runs this after it has installed (`postinstall`). Where scripts are off everything stays, and works as well.
 *
 * `--image` is for an image, which runs on any machine of its kind: the runtime that every processor can run becomes
 * `./bun`, and what only developers read goes.
 */
import { chmodSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { bunPath, ROOT } from '../bin/bun.mjs';

const MODULES = join(ROOT, 'node_modules');
const RUNTIMES = join(MODULES, '@oven');
const ENGINES = join(MODULES, '@node-llama-cpp');
/** llama.cpp as a repository. The engine is never built: its binaries are in packages. */
const ENGINE_SOURCE = join(MODULES, 'node-llama-cpp/llama/gitRelease.bundle');
const FOREIGN_ENGINES = { x64: ['linux-arm64'] };
const FOR_ANY_PROCESSOR = { x64: 'bun-linux-x64-baseline', arm64: 'bun-linux-aarch64' };
const FOR_DEVELOPERS = /\.(?:d\.[cm]?ts|map|flow|md)$/i;
const LEGAL = /licen[cs]e|notice|copying/i;
/** The compiler, which npm brings as a companion of another package; the runtime reads TypeScript by itself. */
const COMPILER = ['typescript', '@typescript'];

const isForImage = process.argv.includes('--image');

const foreign = process.platform === 'linux' ? (FOREIGN_ENGINES[process.arch] ?? []) : [];
remove([ENGINE_SOURCE, ...foreign.map((name) => join(ENGINES, name))]);
if (isForImage) pruneForImage();
else keepOneRuntime();

function keepOneRuntime() {
  const kept = chosenRuntime();
  if (kept === undefined) return;
  remove(readdirSync(RUNTIMES).flatMap((name) => (name === kept ? [] : [join(RUNTIMES, name)])));
}

/** Undefined where there is none for this machine: starting the service says so. */
function chosenRuntime() {
  try {
    return basename(dirname(dirname(bunPath())));
  } catch {
    return undefined;
  }
}

function pruneForImage() {
  const runtime = join(ROOT, 'bun');
  renameSync(join(RUNTIMES, FOR_ANY_PROCESSOR[process.arch], 'bin/bun'), runtime);
  chmodSync(runtime, 0o755);
  remove([RUNTIMES, ...COMPILER.map((name) => join(MODULES, name))]);
  const files = readdirSync(MODULES, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const isNotNeeded = ({ name }) => FOR_DEVELOPERS.test(name) && !LEGAL.test(name);
  remove(files.filter(isNotNeeded).map(({ name, parentPath }) => join(parentPath, name)));
}

/** Unlinks and never writes: the files may be shared with other checkouts by hard links. */
function remove(paths) {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}
