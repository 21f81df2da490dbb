#!/usr/bin/env node
/**
 * Mutation testing of the code that decides about money: every small change must be caught. Each mutant is one edit of one
 * file in a copy of the tree. It is judged by the nearest tests, by the simulator, and by walks with PostgreSQL, in this
 * order, until one of them fails or hangs.
 *
 *   npm run mutate                      all of them: many hours
 *   npm run mutate -- charging limits/  only files whose path has one of the words in it
 *   npm run mutate -- lease --every 5   every fifth mutant
 *   npm run mutate -- money --tests src/core   by these tests alone
 *   npm run mutate -- ledger --beside 4   four mutants at a time
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bunEnv, bunPath, ROOT } from '../bin/bun.mjs';
import { argumentsOf, numberOf, refuse } from './arguments.mjs';
import { installDevPackages } from './dev-packages.mjs';
import { EQUIVALENT } from './mutate/equivalent.mjs';
import { GROUPS } from './mutate/groups.mjs';
import { mutantsOf } from './mutate/mutants.mjs';
import { provision } from './provision/provision.mjs';
import { makeRunFolder } from './run-folder.mjs';

/** As in `npm test`: a walk takes longer than the runner gives a test by itself. */
const TEST_MS_MAX = 120_000;
/** A mutant hangs when it takes so much longer than the judge does without a change. */
const HANGS_AFTER = { ms: 20_000, times: 4 };
/** As `bun test` names a file above its tests. */
const FILE_OF_TESTS = /^(\S+\.test\.tsx?):$/gm;
const SAID_MAX = 100_000;
/** Most rules are the same on every database. */
const ON_SQLITE = { BOREAL_TEST_DATABASES: 'SQLite' };
const SEEDS = ['--seed', '1', '--seeds', '4', '--seconds', '20'];
/** What the tests read of the tree; what no mutant changes is a link. */
const COPIED = ['src', 'test', 'bench', 'web', 'docs', 'bin', 'scripts', 'migrations', 'package.json', 'tsconfig.json'];
const LINKED = ['node_modules', 'model', 'examples', 'deploy', 'clients'];
const FILES = GROUPS.flatMap(({ files }) => files);

const { values: options, positionals: words } = argumentsOf({
  options: { every: { type: 'string' }, tests: { type: 'string' }, beside: { type: 'string' } },
  words: FILES.length,
});
const every = numberOf(options.every ?? '1', '--every', { min: 1 });
const beside = numberOf(options.beside ?? '1', '--beside', { min: 1 });
const unknown = words.find((word) => !FILES.some((path) => path.includes(word)));
if (unknown !== undefined) refuse(`No file that is mutated has ${unknown} in its path`);
const isChosen = (path) => words.length === 0 || words.some((word) => path.includes(word));
const chosen = GROUPS.map((group) => ({ ...group, files: group.files.filter(isChosen) }));
const named = [...FILES, ...GROUPS.flatMap(({ tests, walks }) => [...tests, ...walks]), ...testsAsked()];
const missing = named.find((path) => !existsSync(join(ROOT, path)));
if (missing !== undefined) refuse(`There is no ${missing}: mend the list of this script, or what you asked for`);
const stale = EQUIVALENT.find((one) => !mutantsIn(one[0]).some((mutant) => isSame(one, mutant)));
if (stale !== undefined)
  refuse(`No change of ${stale[0]} makes ${stale[1]} of it: mend the list of equivalent changes`);

installDevPackages();
const run = makeRunFolder();
/** By the judge and the mutated file. */
const catchers = new Map();
let servers = { env: {} };
let hasFailed = false;
const rows = [];
try {
  servers = await provision(['postgres', 'redis'], run.folder);
  const copies = Array.from({ length: beside }, (_, n) => copyTree(join(run.folder, `mutants-${n}`)));
  for (const group of chosen) rows.push(...(await judgeGroup(group, copies)));
} catch (error) {
  hasFailed = true;
  console.log(error.message);
} finally {
  await servers.stop?.();
  await run.remove();
}
printTable();
process.exitCode = sumOf('survived') === 0 && !hasFailed ? 0 : 1;

/** The judges of a group, the cheapest first. */
function judgesOf({ tests, isSimulated = false, walks }) {
  const asked = testsAsked();
  if (asked.length > 0) return [{ name: 'tests', words: testWords(asked), env: ON_SQLITE }];
  return [
    { name: 'tests', words: testWords(tests), env: ON_SQLITE },
    ...(isSimulated ? [{ name: 'simulator', words: ['test/simulate/main.ts', ...SEEDS], env: {} }] : []),
    { name: 'walks', words: testWords([...tests, ...walks]), env: {} },
  ];
}

async function judgeGroup(group, copies) {
  const judges = judgesOf(group);
  const mutants = group.files.flatMap(mutantsIn);
  const told = new Map(group.files.map((file) => [file, newRow(file)]));
  const waiting = mutants.filter((_, n) => n % every === 0);
  await Promise.all(
    copies.map(async (copy) => {
      for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
        const row = told.get(mutant.file);
        row.mutants += 1;
        row[await verdictOn(mutant, judges, copy)] += 1;
      }
    }),
  );
  return [...told.values()].filter((row) => row.mutants > 0);
}

async function verdictOn(mutant, judges, copy) {
  const { file, number, before, after } = mutant;
  if (EQUIVALENT.some((one) => isSame(one, mutant))) return 'equivalent';
  for (const judge of judges) {
    if (!(await isCaught(mutant, judge, copy))) continue;
    process.stderr.write('.');
    return judge.name;
  }
  console.log(`survived: ${file}:${number}\n  ${before}\n  ${after}`);
  return 'survived';
}

/** The file of tests that caught the last mutant of the same file is asked alone first: most often it catches this one. */
async function isCaught(mutant, judge, copy) {
  judge.baseMs ??= timeWithoutChange(judge, copy);
  const hangMs = Math.ceil(HANGS_AFTER.ms + HANGS_AFTER.times * (await judge.baseMs));
  const lastCatcher = catchers.get(`${judge.name} ${mutant.file}`);
  for (const words of [...(lastCatcher ? [testWords([lastCatcher])] : []), judge.words]) {
    writeFileSync(join(copy, mutant.file), mutant.mutated);
    const { code, said } = await runBun({ ...judge, words }, copy, hangMs);
    writeFileSync(join(copy, mutant.file), readFileSync(join(ROOT, mutant.file)));
    if (code === 0) continue;
    const catcher = [...said.matchAll(FILE_OF_TESTS)].at(-1)?.[1];
    if (catcher) catchers.set(`${judge.name} ${mutant.file}`, catcher);
    return true;
  }
  return false;
}

/** As in `npm test`, what fails on a busy machine has a second try. */
async function timeWithoutChange(judge, copy) {
  for (const isLast of [false, true]) {
    const beganMs = performance.now();
    const { code, said } = await runBun(judge, copy);
    if (code === 0) return performance.now() - beganMs;
    if (isLast)
      console.log(
        said
          .split('\n')
          .filter((line) => /^\(fail\)|error:|broken:/.test(line))
          .join('\n'),
      );
  }
  throw new Error(`What judges fails without any change: bun ${judge.words.join(' ')}`);
}

async function runBun({ words, env }, copy, timeout) {
  // What is killed leaves its files behind.
  const temporary = mkdtempSync(join(run.folder, 'of-a-mutant-'));
  const child = spawn(bunPath(), words, {
    cwd: copy,
    env: { ...bunEnv(), ...servers.env, TMPDIR: temporary, CI: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
    killSignal: 'SIGKILL',
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      said = (said + bytes).slice(-SAID_MAX);
    });
  }
  const code = await new Promise((resolve) => child.on('close', resolve));
  rmSync(temporary, { recursive: true, force: true });
  return { code, said };
}

function copyTree(copy) {
  mkdirSync(copy);
  for (const part of COPIED) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  for (const part of LINKED) symlinkSync(join(ROOT, part), join(copy, part));
  return copy;
}

function testsAsked() {
  return options.tests?.split(',') ?? [];
}

function testWords(paths) {
  return ['test', '--bail', '--no-orphans', `--timeout=${TEST_MS_MAX}`, ...new Set(paths.map((path) => `./${path}`))];
}

function mutantsIn(file) {
  return mutantsOf(readFileSync(join(ROOT, file), 'utf8')).map((mutant) => ({ file, ...mutant }));
}

function isSame([file, part, becomes], mutant) {
  return mutant.file === file && mutant.before.replace(part, becomes) === mutant.after;
}

function newRow(file) {
  return { file, mutants: 0, tests: 0, simulator: 0, walks: 0, equivalent: 0, survived: 0 };
}

function sumOf(name) {
  return rows.reduce((sum, row) => sum + row[name], 0);
}

function printTable() {
  if (rows.length === 0) return;
  const columns = ['mutants', 'tests', 'simulator', 'walks', 'equivalent', 'survived'];
  const sum = { file: 'together', ...Object.fromEntries(columns.map((name) => [name, sumOf(name)])) };
  console.log(`| file | ${columns.join(' | ')} |\n| --- |${' --: |'.repeat(columns.length)}`);
  for (const row of [...rows, sum]) console.log(`| ${[row.file, ...columns.map((name) => row[name])].join(' | ')} |`);
  console.log(`${sum.mutants - sum.equivalent - sum.survived} mutants caught, ${sum.survived} survived`);
}
