#!/usr/bin/env node
/**
 * Mutation testing of the code that decides about money: every small change that alters an amount must be caught by a
 * test. Each mutant is one edit of one file in a copy of the tree; it is caught when the tests fail or hang.
 *
 *   npm run mutate                         all files
 *   npm run mutate -- charging             only files whose name contains the word
 *   npm run mutate -- lease --mutants 20   at most so many of each file, spread over it
 *   npm run mutate -- money --tests src/core   by these tests alone
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bunEnv, bunPath, ROOT } from '../bin/bun.mjs';
import { argumentsOf, numberOf, refuse } from './arguments.mjs';
import { installDevPackages } from './dev-packages.mjs';
import { provision } from './provision/provision.mjs';
import { makeRunFolder } from './run-folder.mjs';

const FILES = [
  ...['money', 'ledger', 'plan', 'calendar'].map((name) => `src/core/${name}.ts`),
  ...['charging', 'usage-hours'].map((name) => `src/ledger/${name}.ts`),
  ...['account-lease', 'leased-ledger', 'lease-keeper', 'lease', 'lease-store'].map((name) => `src/ledger/${name}.ts`),
  ...['journal', 'journal-store'].map((name) => `src/ledger/${name}.ts`),
  ...['alerts', 'refused', 'rules', 'store', 'uses'].map((name) => `src/ledger/limits/${name}.ts`),
];
const TESTS = ['src/core', 'src/ledger', 'src/platform/database', 'src/features', 'test/model'];
/** The rules are the same on every database, so the one in memory will do: these would take longer than all others. */
const WITH_SERVERS = [
  'src/platform/database/postgres.test.ts',
  'src/server/stores/replicas.test.ts',
  'src/ledger/rate-limit-shared.test.ts',
];
/** As in `npm test`: a walk takes longer than the runner gives a test by itself. */
const TEST_MS_MAX = 120_000;
/** A mutant hangs when it takes so many times as long as the tests do without a change. */
const HANGS_AFTER_TIMES = 3;

/** What is tried: each pattern, wherever it is in code, becomes each of its replacements. */
const EDITS = [
  [/ \+ /g, [' - ']],
  [/ - /g, [' + ']],
  [/ \* /g, [' / ']],
  [/ \/ /g, [' * ']],
  [/ % /g, [' * ']],
  [/ < /g, [' <= ', ' > ']],
  [/ <= /g, [' < ']],
  [/ > /g, [' >= ', ' < ']],
  [/ >= /g, [' > ']],
  [/ === /g, [' !== ']],
  [/ !== /g, [' === ']],
  [/ && /g, [' || ']],
  [/ \|\| /g, [' && ']],
  [/ \?\? /g, [' && ']],
  [/\+= /g, ['-= ']],
  [/-= /g, ['+= ']],
  [/\b0n\b/g, ['1n']],
  [/\b1n\b/g, ['0n', '2n']],
  [/\bMath\.min\b/g, ['Math.max']],
  [/\bMath\.floor\b/g, ['Math.ceil']],
  [/ \? ([^:?\n]+) : ([^;\n]+);/g, [' ? $2 : $1;']],
];

/** What the tests read of the tree. */
const PARTS = ['src', 'test', 'web', 'docs', 'bin', 'scripts', 'migrations', 'model', 'package.json', 'tsconfig.json'];

/** Changes that change nothing: each with its reason. */
const EQUIVALENT = [
  ['src/ledger/charging.ts', 'part.amount < left ? ', 'when both are equal, both are the same'],
  ['src/ledger/charging.ts', 'covered < tokens ? ', 'when both are equal, both are the same'],
  ['src/ledger/charging.ts', 'outputMax < wanted ? ', 'when both are equal, both are the same'],
  ['src/ledger/charging.ts', 'cost < held.credit ? ', 'when both are equal, both are the same'],
  ['src/ledger/charging.ts', 'input > tokens ? ', 'when both are equal, the difference is zero'],
  ['src/ledger/charging.ts', 'tokens > input ? ', 'when both are equal, the difference is zero'],
  ['src/ledger/charging.ts', 'output > outputCovered ? ', 'when both are equal, the difference is zero'],
  ['src/ledger/charging.ts', 'keyAllowance < credit ? ', 'when both are equal, both are the same'],
  ['src/ledger/charging.ts', 'forInput > 0n ? ', 'nothing buys nothing'],
  ['src/core/money.ts', 'const absolute = amount < 0n ?', 'nothing is its own negative'],
  ['src/core/calendar.ts', 'Math.floor(atMs / 1000)', 'only whole seconds come here'],
  ['src/core/money.ts', 'a > b ? ', 'when both are equal, both are the same'],
];

const { values: options, positionals } = argumentsOf({
  options: { mutants: { type: 'string' }, tests: { type: 'string' } },
  words: 1,
});
const [only = ''] = positionals;
const mutantsMax = options.mutants === undefined ? Infinity : numberOf(options.mutants, '--mutants', { min: 1 });
const tests = options.tests?.split(',') ?? TESTS;
const chosen = FILES.filter((name) => name.includes(only));
if (chosen.length === 0) refuse(`No file is called ${only}; there are: ${FILES.join(', ')}`);
const missing = [...FILES, ...tests].find((path) => !existsSync(join(ROOT, path)));
if (missing !== undefined) refuse(`There is no ${missing}: mend the list of this script, or what you asked for`);

installDevPackages();
const run = makeRunFolder();
const copy = mkdtempSync(join(run.folder, 'mutants-'));
for (const part of PARTS) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

let caught = 0;
const survivors = [];
let servers;
try {
  servers = await provision(['postgres', 'redis'], run.folder);
  let startMs = performance.now();
  let unchanged = runTests(undefined);
  if (unchanged.status !== 0) {
    // As in `npm test`, what fails on a busy machine has a second try.
    startMs = performance.now();
    unchanged = runTests(undefined);
  }
  const { status, output } = unchanged;
  if (status === 0) {
    const hangMs = Math.ceil(10_000 + HANGS_AFTER_TIMES * (performance.now() - startMs));
    for (const file of chosen) mutate(file, hangMs);
  } else {
    console.log(
      output
        .split('\n')
        .filter((line) => /^\(fail\)|error:/.test(line))
        .join('\n'),
    );
    survivors.push('The tests fail without any change: mend them first.');
  }
} finally {
  await servers?.stop();
  await run.remove();
}
for (const survivor of survivors) console.log(`survived: ${survivor}`);
console.log(`${caught} mutants caught, ${survivors.length} survived`);
process.exitCode = survivors.length === 0 ? 0 : 1;

function mutate(file, hangMs) {
  const source = readFileSync(join(ROOT, file), 'utf8');
  for (const { at, length, replacement } of spread(mutantsOf(source), mutantsMax)) {
    const mutated = source.slice(0, at) + replacement + source.slice(at + length);
    writeFileSync(join(copy, file), mutated);
    const line = source.slice(0, at).split('\n').length;
    const text = source.split('\n')[line - 1].trim();
    const isEquivalent = EQUIVALENT.some(([where, code]) => where === file && text.includes(code));
    if (runTests(hangMs).status !== 0) caught += 1;
    else if (!isEquivalent)
      survivors.push(`${file}:${line} "${source.slice(at, at + length)}" → "${replacement}" in: ${text}`);
    process.stderr.write('.');
  }
  writeFileSync(join(copy, file), source);
  process.stderr.write(` ${file}\n`);
}

function mutantsOf(source) {
  const code = blankOutComments(source);
  const mutants = [];
  for (const [pattern, replacements] of EDITS) {
    for (const match of code.matchAll(pattern)) {
      for (const replacement of replacements) {
        const written = match[0].replace(new RegExp(pattern.source), replacement);
        mutants.push({ at: match.index, length: match[0].length, replacement: written });
      }
    }
  }
  return mutants;
}

/** Comments, imports and types do not run; they keep their length so that places stay right. */
function blankOutComments(source) {
  const blank = (text) => text.replaceAll(/[^\n]/g, ' ');
  return source
    .replaceAll(/\/\*[\s\S]*?\*\//g, blank)
    .replaceAll(/\/\/.*$/gm, blank)
    .replaceAll(/^import .*$/gm, blank)
    .replaceAll(/^export type [\s\S]*?;\n(?=\n|$)/gm, blank);
}

/** So many of them, from all over the file. */
function spread(mutants, max) {
  if (mutants.length <= max) return mutants;
  return Array.from({ length: max }, (_, n) => mutants[Math.floor((n * mutants.length) / max)]);
}

function runTests(timeout) {
  const ignored = WITH_SERVERS.map((path) => `--path-ignore-patterns=${path}`);
  const words = ['test', '--bail', `--timeout=${TEST_MS_MAX}`, ...ignored, ...tests.map((test) => `./${test}`)];
  const { status, stderr } = spawnSync(bunPath(), words, {
    cwd: copy,
    env: { ...bunEnv(), ...servers.env, TMPDIR: run.folder, CI: 'true', BOREAL_TEST_DATABASES: 'SQLite' },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    ...(timeout !== undefined && { timeout }),
  });
  return { status, output: stderr ?? '' };
}
