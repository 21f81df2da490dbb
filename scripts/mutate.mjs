#!/usr/bin/env node
/**
 * Mutation testing of the code that decides about money: every small change that alters an amount must be caught by a
 * test. Each mutant is one edit of one file in a copy of the tree; it is caught when the tests fail or hang.
 *
 *   npm run mutate                 all files
 *   npm run mutate -- payment      only files whose name contains the word
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bunEnv, bunPath, ROOT } from '../bin/bun.mjs';
import { installDevPackages } from './dev-packages.mjs';

const FILES = [
  ...['money', 'ledger', 'plan', 'calendar'].map((name) => `src/core/${name}.ts`),
  'src/ledger/charging.ts',
  'src/ledger/usage-hours.ts',
];
const TESTS = ['src/core', 'src/ledger', 'src/platform/database', 'src/features', 'test/model'];
/** The rules are the same on every database, so the one in memory will do: hundreds of runs have no server each. */
const WITH_SERVERS = [
  'src/platform/database/postgres.test.ts',
  'src/server/stores/replicas.test.ts',
  'src/ledger/rate-limit-shared.test.ts',
];
const TIMEOUT_MS = 60_000;

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

installDevPackages();
const only = process.argv[2] ?? '';
const copy = mkdtempSync(join(tmpdir(), 'boreal-mutants-'));
for (const part of ['src', 'test', 'migrations', 'package.json', 'tsconfig.json']) {
  cpSync(join(ROOT, part), join(copy, part), { recursive: true });
}
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

let caught = 0;
const survivors = [];
try {
  if (!isCaught()) {
    for (const file of FILES.filter((name) => name.includes(only))) mutate(file);
  } else {
    survivors.push('The tests fail without any change: mend them first.');
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
for (const survivor of survivors) console.log(`survived: ${survivor}`);
console.log(`${caught} mutants caught, ${survivors.length} survived`);
process.exitCode = survivors.length === 0 ? 0 : 1;

function mutate(file) {
  const source = readFileSync(join(ROOT, file), 'utf8');
  for (const { at, length, replacement } of mutantsOf(source)) {
    const mutated = source.slice(0, at) + replacement + source.slice(at + length);
    writeFileSync(join(copy, file), mutated);
    const line = source.slice(0, at).split('\n').length;
    const text = source.split('\n')[line - 1].trim();
    const isEquivalent = EQUIVALENT.some(([where, code]) => where === file && text.includes(code));
    if (isCaught()) caught += 1;
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

function isCaught() {
  const ignored = WITH_SERVERS.map((path) => `--path-ignore-patterns=${path}`);
  const { status } = spawnSync(bunPath(), ['test', '--bail', ...ignored, ...TESTS.map((test) => `./${test}`)], {
    cwd: copy,
    env: { ...bunEnv(), CI: 'true', BOREAL_TEST_DATABASES: 'SQLite' },
    stdio: 'ignore',
    timeout: TIMEOUT_MS,
  });
  return status !== 0;
}
