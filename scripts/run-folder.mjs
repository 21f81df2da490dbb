/** The folder for all temporary files of a test run: in memory where there is room, and gone when the run is. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const MEMORY_BYTES_MIN = 6 * 1024 ** 3;
const NAME = 'boreal-tests-';

/** Its input ends with the process that started it, however that ends. */
const KEEPER = `trap '' INT TERM HUP PIPE; cat >/dev/null; rm -rf "$1"`;

/**
 * Databases flush every commit, as in production, and thousands of commits wait for the disk. On Linux with enough
 * memory they flush to memory.
 */
export function makeRunFolder() {
  const folder = makeInMemory() ?? makeIn(tmpdir());
  const options = { detached: true, stdio: ['pipe', 'ignore', 'ignore'] };
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'keeper', folder], options);
  const gone = new Promise((resolve) => keeper.on('exit', resolve).on('error', resolve));
  const remove = async () => {
    keeper.stdin.end();
    await gone;
  };
  return { folder, remove };
}

function makeInMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (Math.min(bavail * bsize, freemem()) < MEMORY_BYTES_MIN) return undefined;
    const folder = makeIn(MEMORY);
    if (canRunPrograms(folder)) return folder;
    rmSync(folder, { recursive: true });
  } catch {
    // There is no such place.
  }
  return undefined;
}

function makeIn(parent) {
  const folder = mkdtempSync(join(parent, NAME));
  // As in the usual folder for such things, other users have folders in it: PostgreSQL does not run as root.
  chmodSync(folder, 0o1777);
  return folder;
}

/** Some tests write a program and run it, which not every place allows. */
function canRunPrograms(folder) {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
