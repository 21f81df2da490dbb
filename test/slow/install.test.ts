/** `npm ci` in an empty folder: what a person gets who only wants to run the service, and what comes with the first test. */
import { expect, test } from 'bun:test';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isThorough } from '../support/thorough.ts';

const ROOT = resolve(import.meta.dir, '../..');
const LONG_MS = 600_000;
const MEGABYTES_MAX = 350;
/** All of them are 300 MB, which every run of tests has installed from this lock before it begins. */
const FEW_FOR_DEVELOPMENT = ['@types/bun', 'smtp-server'];
const OUT_OF_REACH = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/;

// biome-ignore lint/suspicious/noExplicitAny: what npm writes.
type Json = any;

test(
  'npm ci installs what runs, once, and the first command that needs more installs that',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'boreal-install-'));
    try {
      for (const part of ['package.json', 'package-lock.json', '.npmrc', 'bin', 'scripts', 'src', 'migrations']) {
        cpSync(join(ROOT, part), join(folder, part), { recursive: true });
      }
      if (!isThorough) keepFew(folder);
      const installed = run(folder, ['npm', 'ci', '--prefer-offline', '--no-audit']);
      if (!installed.success && OUT_OF_REACH.test(installed.said))
        return console.log('LEFT OUT: npm cannot reach its registry, and its cache does not have everything.');
      expect(installed).toMatchObject({ success: true });

      const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const isInstalled = (name: string) => existsSync(join(folder, 'node_modules', name, 'package.json'));
      expect(Object.keys(dependencies).filter((name) => !isInstalled(name))).toEqual([]);
      expect(Object.keys(devDependencies).filter(isInstalled)).toEqual([]);
      expect(readdirSync(join(folder, 'node_modules/@oven'))).toHaveLength(1);
      expect(megabytesOf(join(folder, 'node_modules'))).toBeLessThan(MEGABYTES_MAX);
      expect(run(folder, ['npx', 'boreal', '--version']).said).toMatch(/^\d+\.\d+\.\d+$/m);

      expect(run(folder, ['node', 'scripts/dev-packages.mjs'])).toMatchObject({ success: true });
      expect(Object.keys(devDependencies).filter((name) => !isInstalled(name))).toEqual([]);
      expect(readdirSync(join(folder, 'node_modules/@oven'))).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  LONG_MS,
);

/** Leaves few packages for development in what is to be installed. */
function keepFew(folder: string): void {
  const few = (all: Readonly<Record<string, string>>) =>
    Object.fromEntries(FEW_FOR_DEVELOPMENT.map((name) => [name, all[name]!]));
  const change = (file: string, changed: (json: Json) => Json) =>
    writeFileSync(join(folder, file), JSON.stringify(changed(JSON.parse(readFileSync(join(folder, file), 'utf8')))));
  const withFew = (json: Json): Json => ({ ...json, devDependencies: few(json.devDependencies) });
  change('package.json', withFew);
  change('package-lock.json', (lock) => ({ ...lock, packages: { ...lock.packages, '': withFew(lock.packages['']) } }));
}

const megabytesOf = (folder: string): number => Number(run(folder, ['du', '-sm', folder]).said.split('\t')[0]);

/** Without what npm has told this run about itself. */
function run(cwd: string, command: string[]) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  const { success, stdout, stderr } = Bun.spawnSync(command, { cwd, env });
  return { success, said: `${stdout}${stderr}` };
}
