/** The suite in a checkout that is in use: its configuration and environment must not reach a test. */
import { expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dir, '../..');
const NOT_COPIED = new Set(['.git', 'node_modules', 'data', 'boreal.config.json']);
/** One of each way in which tests come to a configuration. */
const CHOSEN = [
  'test/deploy.test.ts',
  'test/contract/keys.test.ts',
  'src/platform/commands/action.test.ts',
  'src/server/configuration/catalogue.test.ts',
  'src/server/configuration/payments-config.test.ts',
];

test('tests never read the configuration or the settings of the operator who runs them', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'boreal-checkout-'));
  const names = readdirSync(ROOT).filter((name) => !NOT_COPIED.has(name));
  for (const name of names) cpSync(join(ROOT, name), join(checkout, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  writeFileSync(join(checkout, 'boreal.config.json'), '{ "port": "of the live service", "smtp": "smtp://mail" }');

  const ran = spawnSync(process.execPath, ['scripts/test.mjs', ...CHOSEN], {
    cwd: checkout,
    env: { ...process.env, BOREAL_PORT: 'live', BOREAL_CONFIG: '/nowhere/live.json', BOREAL_SMTP: 'live' },
    encoding: 'utf8',
  });

  rmSync(checkout, { recursive: true, force: true });
  const failures = ran.stderr.split('\n').filter((line) => line.startsWith('(fail)'));
  expect(failures).toEqual([]);
  expect(ran.stdout.trim().split('\n').at(-1)).toMatch(/^[1-9]\d* passed, 0 failed$/);
});
