/** No other user of the machine can look into the data folder or a backup, whatever the umask. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBoreal, startServiceProcess } from '../support/service-process.ts';

let folder: string;
let umask: number;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-modes-'));
  umask = process.umask(0);
});
afterAll(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true, force: true });
});

/** The parts of a folder that others may do something with, itself included. */
function openTo(path: string): string[] {
  const all = ['', ...readdirSync(path, { recursive: true }).map(String)];
  return all
    .filter((name) => (statSync(join(path, name)).mode & 0o077) !== 0)
    .map((name) => `${name || '.'} ${(statSync(join(path, name)).mode & 0o777).toString(8)}`);
}

test('what commands and the server make is closed to others, and so is what was open before', async () => {
  const env = { BOREAL_DATA_DIR: join(folder, 'data') };

  expect((await runBoreal(['account', 'create', '--email', 'eva@example.com'], env)).code).toBe(0);
  expect(openTo(env.BOREAL_DATA_DIR)).toEqual([]);
  expect((await runBoreal(['backup', '--to', join(folder, 'copies', 'first')], env)).code).toBe(0);
  expect(openTo(join(folder, 'copies', 'first'))).toEqual([]);
  for (const name of ['', 'boreal.db', 'secret']) chmodSync(join(env.BOREAL_DATA_DIR, name), name ? 0o644 : 0o755);
  {
    await using service = await startServiceProcess({ folder });
    expect(readdirSync(service.dataDir)).toContain('boreal.db-wal');
    expect(openTo(service.dataDir)).toEqual([]);
  }
  const into = { BOREAL_DATA_DIR: join(folder, 'restored') };
  expect((await runBoreal(['restore', '--from', join(folder, 'copies', 'first')], into)).code).toBe(0);
  expect(openTo(into.BOREAL_DATA_DIR)).toEqual([]);
});
