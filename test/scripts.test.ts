/** Scripts for those who build and release: what they refuse, and what they write. */
import { describe, expect, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dir, '..');
const NODE = Bun.which('node')!;

describe('npm run test:image', () => {
  test('refuses an option that it does not have', () => {
    const { code, said } = run([NODE, join(ROOT, 'scripts/image.mjs'), '--fast']);

    expect([code, said]).toEqual([2, '--fast is not an option; the one that there is: --check\n']);
  });

  test('says in one sentence what to install', () => {
    using folder = emptyFolder();

    const { code, said } = run([NODE, join(ROOT, 'scripts/image.mjs'), '--check'], { PATH: folder.path });

    expect(code).toBe(1);
    expect(said).toMatch(
      process.platform === 'linux'
        ? /^Images need buildah\b.*; on Debian: apt-get install buildah\b.*\n$/
        : /Linux only/,
    );
  });
});

describe('npm run release', () => {
  test('says everything that has to be done first', () => {
    using repository = checkout();
    repository.write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.0.9\n');
    repository.write('deploy/helm/boreal/Chart.yaml', 'version: 0.0.9\nappVersion: 1.2.3\n');
    repository.commit();
    repository.write('left.txt', 'not committed');

    const { code, said } = run([NODE, 'scripts/release.mjs', '--ready'], { cwd: repository.path });

    expect([code, said.trim().split('\n')]).toEqual([
      1,
      [
        'The tree has changes: commit them first.',
        'CHANGELOG.md begins with Unreleased: give what is new the heading 1.2.3.',
        'Chart.yaml has another version: write 1.2.3 to both places.',
      ],
    ]);
  });

  test('takes a version only once', () => {
    using repository = checkout();
    expect(run([NODE, 'scripts/release.mjs', '--ready'], { cwd: repository.path })).toEqual({
      code: 0,
      said: 'Version 1.2.3 can be released.\n',
    });
    repository.git('tag', 'v1.2.3');
    repository.write('more.txt', 'more');
    repository.commit();

    const { code, said } = run([NODE, 'scripts/release.mjs', '--ready'], { cwd: repository.path });

    expect([code, said]).toEqual([1, 'The tag v1.2.3 is another commit: choose a new version.\n']);
  });

  // Other systems have other programs for sums and signatures.
  test.if(process.platform === 'linux')(
    'writes what there is, with sums that sha256sum and a signature that openssl takes',
    () => {
      using repository = checkout();
      run(['openssl', 'genpkey', '-algorithm', 'ed25519', '-out', repository.file('key.pem')]);
      repository.write('.gitignore', 'dist\nkey.pem\nplain\n');
      repository.commit();

      const { code, said } = run([NODE, 'scripts/release.mjs', '--without-suite'], {
        cwd: repository.path,
        env: { BOREAL_RELEASE_KEY: 'key.pem', PATH: onlyPlainPrograms(repository.file('plain')) },
      });

      const folder = repository.file('dist/release');
      expect([code, said]).toEqual([
        0,
        expect.stringMatching(/left out: chart: Helm is not installed.+left out: image: Images /s),
      ]);
      expect(readdirSync(folder).sort()).toEqual([
        'SHA256SUMS',
        'SHA256SUMS.pub',
        'SHA256SUMS.sig',
        'boreal-1.2.3.cdx.json',
        'boreal-1.2.3.tar.gz',
      ]);
      expect(run(['sha256sum', '--check', '--quiet', 'SHA256SUMS'], { cwd: folder })).toEqual({ code: 0, said: '' });
      const verify = [
        'openssl',
        'pkeyutl',
        '-verify',
        '-pubin',
        '-inkey',
        'SHA256SUMS.pub',
        '-rawin',
        '-sigfile',
        'SHA256SUMS.sig',
      ];
      expect(run([...verify, '-in', 'SHA256SUMS'], { cwd: folder }).code).toBe(0);
      expect(run([...verify, '-in', 'boreal-1.2.3.cdx.json'], { cwd: folder }).code).not.toBe(0);
      expect(run(['tar', '-tzf', 'boreal-1.2.3.tar.gz'], { cwd: folder }).said).toContain(
        'boreal-1.2.3/CHANGELOG.md\n',
      );
    },
  );

  test('writes clients that Node and Python import', () => {
    using folder = emptyFolder();
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
    const write = `import { PARTS } from ${JSON.stringify(join(ROOT, 'scripts/release/parts.mjs'))};
      const around = ${JSON.stringify({ root: ROOT, folder: folder.path, version })};
      for (const { name, write } of PARTS) if (name.startsWith('client')) write(around);`;
    const module = join(folder.path, 'node_modules/boreal-client');
    mkdirSync(module, { recursive: true });

    const written = run([NODE, '--input-type=module', '-e', write]);
    const packed = join(folder.path, `boreal-client-${version}.tgz`);
    run(['tar', '-xzf', packed, '--strip-components=1', '-C', module]);

    const use = `import { Boreal, BorealError } from 'boreal-client';
      import { BorealOperator } from 'boreal-client/operator';
      console.log(typeof Boreal, typeof BorealError, typeof BorealOperator);`;
    writeFileSync(join(folder.path, 'use.mjs'), use);
    expect(written).toEqual({ code: 0, said: '' });
    expect(run([NODE, 'use.mjs'], { cwd: folder.path })).toEqual({ code: 0, said: 'function function function\n' });
    const wheel = join(folder.path, `boreal_client-${version}-py3-none-any.whl`);
    const isNew = run(['python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).code === 0;
    if (!isNew) return console.log('LEFT OUT: the wheel is not imported, since there is no python3 of 3.11 or newer.');
    const imported = run(['python3', '-c', 'import boreal_client'], { env: { PYTHONPATH: wheel } });
    expect(imported).toEqual({ code: 0, said: '' });
  });
});

/** A small repository with the real scripts and lock, in which everything is ready for version 1.2.3. */
function checkout() {
  const folder = emptyFolder();
  const file = (name: string) => join(folder.path, name);
  const git = (...args: readonly string[]) => {
    const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
    const { code, said } = run(['git', ...who, ...args], { cwd: folder.path });
    if (code !== 0) throw new Error(said);
  };
  const write = (name: string, text: string) => writeFileSync(file(name), text);
  for (const part of ['bin', 'scripts', 'package.json', 'package-lock.json']) {
    cpSync(join(ROOT, part), file(part), { recursive: true });
  }
  mkdirSync(file('deploy/helm/boreal'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) {
    const parsed = JSON.parse(readFileSync(file(name), 'utf8'));
    const scripts = { ...parsed.scripts, check: 'true' };
    const packages = parsed.packages && { ...parsed.packages, '': { ...parsed.packages[''], version: '1.2.3' } };
    write(name, JSON.stringify({ ...parsed, version: '1.2.3', ...(packages ? { packages } : { scripts }) }));
  }
  write('CHANGELOG.md', '# Changelog\n\n## 1.2.3\n\n- New.\n');
  write('deploy/helm/boreal/Chart.yaml', 'version: 1.2.3\nappVersion: 1.2.3\n');
  git('init', '--quiet');
  const commit = () => {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'test');
  };
  commit();
  return { ...folder, file, git, write, commit, [Symbol.dispose]: folder[Symbol.dispose] };
}

/** Programs of a plain machine, without what builds images and charts. */
function onlyPlainPrograms(folder: string): string {
  mkdirSync(folder);
  for (const name of ['node', 'npm', 'git', 'sh', 'true', 'gzip', 'env'])
    symlinkSync(Bun.which(name)!, join(folder, name));
  return folder;
}

function emptyFolder() {
  const path = mkdtempSync(join(tmpdir(), 'boreal-scripts-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

type RunOptions = { readonly cwd?: string; readonly PATH?: string; readonly env?: Readonly<Record<string, string>> };

function run(command: readonly string[], { cwd, PATH, env }: RunOptions = {}) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    cwd: cwd ?? ROOT,
    env: { ...process.env, ...(PATH && { PATH }), ...env },
  });
  return { code: exitCode, said: `${stdout}${stderr}` };
}
