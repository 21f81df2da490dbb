/** The snapshot that a run of all tests starts in place of the program is the same program. */
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { LAUNCHED, runBoreal } from '../support/service-process.ts';

const SCRIPT = resolve(import.meta.dir, '../../scripts/snapshot.mjs');

test('a snapshot says and does what the program does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-snapshot-'));
  try {
    const { stdout, exitCode } = Bun.spawnSync([process.execPath, SCRIPT, join(folder, 'made')]);
    expect(exitCode).toBe(0);
    const snapshot = stdout.toString().trim();
    const env = { BOREAL_DATA_DIR: join(folder, 'data') };
    const fromSnapshot = (...words: string[]) =>
      runBoreal(words, env, folder, [process.execPath, '--no-install', snapshot]);
    const installed = (...words: string[]) => runBoreal(words, env, folder, LAUNCHED);

    const made = await fromSnapshot('account', 'create', '--email', 'eva@example.com');

    expect([made.code, made.stderr]).toEqual([0, '']);
    for (const words of ['help --all', 'account create', 'account show --account eva@example.com --json']) {
      expect(await fromSnapshot(...words.split(' ')), words).toEqual(await installed(...words.split(' ')));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
