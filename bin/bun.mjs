#!/usr/bin/env node
/**
 * Runs the Bun that `npm ci` installed, with the arguments given. Plain Node, so that it works before Bun does, and
 * without an install script, because npm may be told not to run any.
 */
import { spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants as osConstants } from 'node:os';
import { dirname, join } from 'node:path';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The first package that is installed wins. */
const PACKAGES = {
  'linux x64': () => (hasAvx2() ? ['bun-linux-x64', 'bun-linux-x64-baseline'] : ['bun-linux-x64-baseline']),
  'linux arm64': () => ['bun-linux-aarch64'],
  'darwin arm64': () => ['bun-darwin-aarch64'],
  'darwin x64': () => ['bun-darwin-x64'],
};

/** npm passes a signal on that the terminal has already sent to all processes: a repeat this soon is the same request. */
const REPEAT_MS = 1000;

if (isEntry()) run(process.argv.slice(2));

/** Runs Bun in this process's place: same terminal, same signals, same end. */
export function run(args) {
  let child;
  try {
    child = spawn(bunPath(), args, { stdio: 'inherit', env: bunEnv() });
  } catch (error) {
    return fail(error);
  }
  child.on('error', fail);
  const stopForwarding = forwardSignals(child);
  child.on('exit', (code, signal) => {
    stopForwarding();
    if (signal === null) process.exit(code);
    // As process 1 of a container we outlive our own signal; the code then says the same.
    process.exitCode = 128 + osConstants.signals[signal];
    process.kill(process.pid, signal);
  });
}

/** The path of an executable Bun. Throws an Error whose message is one sentence for the user. */
export function bunPath() {
  const platform = `${process.platform} ${process.arch}`;
  const names = PACKAGES[platform]?.();
  if (!names) throw new Error(notSupported(platform));
  const path = names.map(installedBinary).find((candidate) => candidate !== undefined);
  if (!path && isMusl()) throw new Error(notSupported(`${platform} with musl`));
  if (!path) {
    const missing = `@oven/${names[0]}`;
    throw new Error(
      `The package ${missing} is not installed: run \`npm ci\` in ${ROOT}, with optional packages left on.`,
    );
  }
  makeExecutable(path);
  return path;
}

/** The environment Bun runs in. */
export function bunEnv() {
  // Bun's own limit on requests to upstreams is 256 at a time; 65535 is the highest it takes.
  return { BUN_CONFIG_MAX_HTTP_REQUESTS: '65535', ...process.env, DO_NOT_TRACK: '1' };
}

/**
 * On Ctrl-C a terminal sends SIGINT to the whole process group: the child has it already, and a second one may mean
 * "stop at once" to it. We then only stay alive until it is done. A hangup may reach us alone, so it is passed on.
 */
function forwardSignals(child) {
  const isTerminal = isatty(0);
  const lastAtMs = {};
  const forward = (signal) => {
    const nowMs = performance.now();
    const isRepeat = nowMs - (lastAtMs[signal] ?? -REPEAT_MS) < REPEAT_MS;
    lastAtMs[signal] = nowMs;
    const isDelivered = signal === 'SIGINT' && isTerminal;
    if (!isRepeat && !isDelivered) child.kill(signal);
  };
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  return () => {
    for (const signal of signals) process.off(signal, forward);
  };
}

function installedBinary(name) {
  try {
    const manifest = createRequire(import.meta.url).resolve(`@oven/${name}/package.json`);
    const path = join(dirname(manifest), 'bin', 'bun');
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

function makeExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    try {
      chmodSync(path, 0o755);
    } catch {
      throw new Error(`${path} is not executable and may not be changed: run \`chmod +x\` on it as its owner.`);
    }
  }
}

/** When the processor cannot be read, the build that runs on every one is the safe answer. */
function hasAvx2() {
  try {
    return /\bavx2\b/.test(readFileSync('/proc/cpuinfo', 'utf8'));
  } catch {
    return false;
  }
}

/** The Linux packages need glibc; where it is missing npm leaves them out without a word. */
function isMusl() {
  return process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined;
}

function notSupported(here) {
  return `Boreal runs on Linux (glibc) and macOS, x64 or arm64, and this is ${here}: run \`npm ci\` on one of those.`;
}

function fail(error) {
  console.error(`boreal: ${error.message}`);
  process.exit(1);
}

function isEntry() {
  const script = process.argv[1];
  return script !== undefined && existsSync(script) && realpathSync(script) === fileURLToPath(import.meta.url);
}
