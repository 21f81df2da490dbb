/** Servers for tests: each on a free port of this machine, in a folder of its own, and gone when the tests are. */
import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ATTEMPTS = 3;
const READY_MS_MAX = 30_000;
const LOOK_EVERY_MS = 20;
const OUTPUT_CHARS_MAX = 4000;

/**
 * The keeper starts the server, waits until its own input ends, stops the server and removes the folder. Its input ends
 * with the process that started it, however that ends, so nothing is left behind. The server alone holds descriptor 3:
 * when that closes, the server has ended.
 */
const KEEPER = `
trap '' INT TERM HUP PIPE
signal=$1 folder=$2
shift 2
"$@" </dev/null &
exec 3>&-
cat >/dev/null
exec >/dev/null 2>&1
kill -s "$signal" $!
wait $!
cd /
rm -rf "$folder"
`;

/** A new folder that belongs to the user that the server will run as. */
export function newFolder(name, user, parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, `boreal-test-${name}-`));
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/**
 * Starts the server that `prepare(folder)` has made ready and that `command(folder, port)` names, as `user` and below
 * `parent` if given.
 * Resolves when `isReady(port)` does so with true.
 */
export async function startKept(server) {
  for (let attempt = 1; ; attempt += 1) {
    const folder = newFolder(server.name, server.user, server.parent);
    try {
      server.prepare?.(folder);
      return await startOn(await freePort(), folder, server);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      // Another process may have taken the port between our look and the server's; what else fails, fails again.
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function startOn(port, folder, { name, user, stopSignal, command, isReady }) {
  const args = ['-c', KEEPER, 'keeper', stopSignal, folder, ...command(folder, port)];
  // A group of its own: Ctrl-C reaches all processes in ours, and the server must outlive the tests that it ends.
  const stdio = ['pipe', 'pipe', 'pipe', 'pipe'];
  const keeper = spawn('/bin/sh', args, { cwd: folder, stdio, detached: true, ...user });
  const kept = new Promise((resolve) => keeper.on('exit', resolve).on('error', resolve));
  let output = '';
  let hasEnded = false;
  for (const stream of [keeper.stdout, keeper.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-OUTPUT_CHARS_MAX);
    });
  }
  keeper.stdin.on('error', () => {});
  keeper.stdio[3].resume().on('close', () => {
    hasEnded = true;
  });
  const stop = async () => {
    keeper.stdin.end();
    await kept;
  };
  const giveUpAtMs = performance.now() + READY_MS_MAX;
  while (!(await isReady(port))) {
    if (!hasEnded && performance.now() < giveUpAtMs) await wait(LOOK_EVERY_MS);
    else {
      await stop();
      throw new Error(`${name} did not start for the tests:\n${output.trimEnd()}`);
    }
  }
  return { port, stop };
}

/** One that is free at this moment. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve, reject) => server.on('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
