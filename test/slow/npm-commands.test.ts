/** Every command of package.json runs in its shortest form, and refuses what it does not understand. */
import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

type Short = { readonly words: readonly string[]; readonly says: RegExp };

/** Those that need only npm and Debian. */
const SHORT: Readonly<Record<string, Short>> = {
  start: { words: ['--help'], says: /^boreal serve\n/m },
  format: { words: ['--help'], says: /^Usage: biome check/m },
  test: { words: ['src/lib/assert.test.ts'], says: /\n[1-9]\d* passed, 0 failed\n$/ },
  'test:fast': { words: ['src/lib/assert.test.ts'], says: /\n[1-9]\d* passed, 0 failed\n$/ },
  bench: { words: ['journal-message', '--rounds', '1'], says: /\| objects \|/ },
  eval: { words: ['--sets', 'sealed7', '--questions', '2'], says: /sealed7/ },
  mutate: {
    words: ['ledger/account-lease', 'ledger/journal.ts', '--every', '25'],
    says: /^[4-9] mutants caught, 0 survived$/m,
  },
  clients: { words: ['--check'], says: /^$/ },
  simulate: { words: ['--seed', '7', '--seconds', '10'], says: /^seed 7, .+, right, [0-9a-f]{64}\n$/ },
};

/** The others, and where they are run, or what they need that not every machine has. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  dev: 'does not end by itself; it is `start` with `--watch`',
  check: 'is a part of npm test',
  soak: 'test/slow/soak.test.ts is the same for 24 seconds',
  sbom: 'test/slow/sbom.test.ts',
  fuzz: 'test/slow/guided-fuzz.test.ts is --short; a longer one writes into the corpus',
  'test:sdks': 'needs PyPI, Go, Java with Maven and Rust',
  'test:schema': 'needs Schemathesis of PyPI',
  'test:engines': 'needs llama.cpp of PyPI',
  'test:chart': 'needs helm and tools of Kubernetes',
  'test:monitoring': 'needs Prometheus',
  'test:imports': 'needs Go, its module proxy and PyPI',
  'test:image': 'needs a program that builds and runs images',
  postinstall: 'is a part of npm ci',
  release: 'signs and writes a release',
};

const npmRun = (name: string, words: readonly string[]) => run(['npm', 'run', '--silent', name, '--', ...words]);

/** As npm does, without its half a second of processor time: that npm hands words on is seen in the short forms. */
const runScript = (name: string, words: readonly string[]) => run([...scripts[name]!.split(' '), ...words]);

async function run(command: readonly string[]) {
  const { BOREAL_TEST_POSTGRES_URL: postgres, BOREAL_TEST_REDIS_URL: redis, PATH, HOME, TMPDIR } = process.env;
  const servers = { BOREAL_TEST_POSTGRES_URL: postgres, BOREAL_TEST_REDIS_URL: redis };
  const child = Bun.spawn([...command], {
    cwd: ROOT,
    env: { ...servers, PATH, HOME, TMPDIR },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { stdout, stderr, code: await child.exited };
}

test('every command is run here, or somewhere else that is named', () => {
  const known = [...Object.keys(SHORT), ...Object.keys(ELSEWHERE)];

  expect(known.toSorted()).toEqual(Object.keys(scripts).toSorted());
  console.log('Left out of the short forms:');
  for (const [name, why] of Object.entries(ELSEWHERE)) console.log(`  npm run ${name}: ${why}`);
});

test.each(Object.entries(SHORT))('npm run %s runs', async (name, { words, says }) => {
  const { stdout, stderr, code } = await npmRun(name, words);

  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(says);
});

test.each([
  [
    'a mutant lives',
    'src/lib/assert.test.ts',
    /^survived: src\/core\/calendar\.ts:\d+\n(?:.*\n)+0 mutants caught, 1 survived\n$/,
  ],
  ['its tests fail without any change', 'scripts/mutate', /^What judges fails without any change: /m],
])('npm run mutate fails where %s', async (_, tests, says) => {
  const { stdout, code } = await runScript('mutate', ['core/calendar', '--every', '100', '--tests', tests]);

  expect(code).toBe(1);
  expect(stdout).toMatch(says);
});

describe('wrong arguments end with code 2 and one sentence', () => {
  test.each([
    ['check', 'now'],
    ['test', 'nowhere/at-all'],
    ['test:fast', 'nowhere/at-all'],
    ['bench', 'nothing'],
    ['bench', '--loud'],
    ['bench', 'forms --loud'],
    ['bench', 'journal-message --rounds none'],
    ['eval', 'nothing'],
    ['eval', '--sets nothing'],
    ['eval', '--questions none'],
    ['soak', 'soon'],
    ['soak', '0'],
    ['soak', '1 2 3 4'],
    ['mutate', 'nothing'],
    ['mutate', 'money --every few'],
    ['mutate', 'money --tests src/nowhere.test.ts'],
    ['simulate', 'now'],
    ['simulate', '--seed one'],
    ['simulate', '--seeds 0'],
    ['sbom', 'one two'],
    ['sbom', '--loud'],
    ['fuzz', '--seconds ten'],
    ['fuzz', '--second 10'],
    ['fuzz', 'nothing'],
    ['fuzz', '--short --seconds 5'],
    ['test:sdks', 'nothing'],
    ['test:engines', '--loud'],
    ['test:chart', 'now'],
    ['test:monitoring', 'now'],
    ['test:imports', '--loud'],
    ['clients', '--loud'],
  ])('npm run %s -- %s', async (name, words) => {
    const { stdout, stderr, code } = await runScript(name, words.split(' '));

    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^[A-Z"'-].+\.\n$/);
  });

  test.each([['scripts/imports.mjs /nowhere'], ['bin/bun.mjs scripts/regex-verdicts.ts /nowhere']])(
    'node %s',
    async (command) => {
      const child = Bun.spawn(['node', ...command.split(' ')], { cwd: ROOT, stdout: 'pipe', stderr: 'pipe' });

      expect([await child.exited, await new Response(child.stdout).text()]).toEqual([2, '']);
      expect(await new Response(child.stderr).text()).toMatch(/^.+\.\n$/);
    },
  );
});

test('every script that a command starts is one of those', () => {
  const started = new Set(Object.values(scripts).flatMap((command) => command.match(/scripts\/[\w-]+\.mjs/g) ?? []));
  const helpers = ['arguments', 'failures', 'imports', 'long-first', 'run-folder', 'snapshot', 'snapshot-threads'].map(
    (name) => `scripts/${name}.mjs`,
  );
  const there = readdirSync(join(ROOT, 'scripts')).filter((name) => name.endsWith('.mjs'));

  expect(there.map((name) => `scripts/${name}`).toSorted()).toEqual([...started, ...helpers].toSorted());
});
