/**
 * `npm test [-- --fast] [-- <bun test arguments>]`: the checks, then every test. The last line is `N passed, N failed`.
 * With arguments for `bun test` (paths, `-t name`) only those tests run, without the checks. What the tests need of the
 * machine is found or started first (`provision/provision.mjs`) and stopped at the end. A file that fails while all tests
 * run has a second try with nothing beside it; what passes only then is listed at the end.
 */
import { execFile, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { bunEnv, bunPath, ROOT } from '../bin/bun.mjs';
import { refuse } from './arguments.mjs';
import { runChecks } from './check.mjs';
import { installDevPackages } from './dev-packages.mjs';
import { filesToTryAgain, readFailures } from './failures.mjs';
import { longFirst } from './long-first.mjs';
import { provision } from './provision/provision.mjs';
import { makeRunFolder } from './run-folder.mjs';

const EVERYWHERE = ['./src/', './test/', './web/', './model/'];
/** What takes long, what drives a whole service, and what is about PostgreSQL and Redis alone. */
const LEFT_OUT_OF_FAST = [
  'test/e2e/**',
  'test/engine-live/**',
  'test/slow/**',
  'test/contract/**',
  'test/model/**',
  'test/people/**',
  'test/payments/**',
  'test/boreal-facts.test.ts',
  'test/scripts.test.ts',
  'test/simulate/**',
  'src/features/**/*routes.test.ts',
  'src/features/shop/order-store.test.ts',
  'src/ledger/audit/**',
  'src/platform/database/postgres*.test.ts',
  'src/ledger/rate-limit-shared.test.ts',
  'src/ledger/rate-limit-slices.test.ts',
  'src/server/stores/replicas.test.ts',
];
/**
 * They measure processor time, memory while much is sent, or what a request does between two timers: after all others, no
 * more of them than cores.
 */
const MEASURING = [
  'test/engine-live/form-cost.test.ts',
  'test/slow/batch-memory.test.ts',
  'test/slow/loop-hold-bank.test.ts',
  'test/slow/loop-hold-embeddings.test.ts',
  'test/slow/loop-hold-logprobs.test.ts',
  'test/slow/loop-hold-pictures.test.ts',
  'test/slow/loop-hold-responses.test.ts',
  'test/slow/loop-hold.test.ts',
  'test/slow/loop-trace.test.ts',
  'test/slow/memory.test.ts',
  'test/slow/request-budget.test.ts',
  'test/slow/soak.test.ts',
];
/** For the slowest machine there is: a test that waits in vain says so long before. */
const TEST_MS_MAX = 600_000;
const FOR_TESTS = /^BOREAL_(?:TEST_|NEMESIS$|RECALLS_|SOAK_|IDLE_CONNECTIONS$)/;
/**
 * Files wait half of their time, for a process, a deadline or a browser: five keep two cores busy. Those of one worker
 * share its modules, as in a run of one folder: to load them anew for each file takes 0.4 s of processor time.
 */
const BESIDE_EACH_OTHER = ['--parallel=5', '--no-isolate'];
/**
 * The last of the compilers of JavaScript is worth its time where code runs for minutes; here it takes a tenth of all.
 * Processes that tests start, and what measures, have it as in production, and so has a thorough run.
 */
const COMPILED_LESS = process.env.BOREAL_TEST_THOROUGH === '1' ? {} : { BUN_JSC_useFTLJIT: '0' };
const FROM_SNAPSHOT = '--preload=./test/support/snapshot-threads.mjs';
/** One file after the other, so that what each takes can be told. */
const TIMED = process.env.BOREAL_TEST_TIMES ? ['--preload=./test/support/file-times.mjs'] : [];
const MEASURING_AT_ONCE = '--parallel=2';
const CHECKED_ALREADY = 'test/style.test.ts';
const SUMMARY_CHARS_MAX = 4096;
const DRAIN_MS = 2000;

const isFast = process.argv.includes('--fast');
const chosen = process.argv.slice(2).filter((argument) => argument !== '--fast');
const isEverything = chosen.length === 0;
const unknown = chosen.find((argument, at) => isPath(argument, at) && !isKnown(argument));
if (unknown !== undefined) refuse(`No file of tests has ${unknown} in its path`);

installDevPackages();
const [checks, prepared] = await Promise.all([isEverything ? runChecks() : { passed: 0, failed: 0 }, prepare()]);
const tests = await runTestsWith(prepared);
const failed = checks.failed + tests.failed;
process.exitCode = failed === 0 ? 0 : 1;
for (const { file, name } of tests.unsteady ?? []) console.log(`Passed only in a second run, alone: ${file}: ${name}`);
for (const { file, name } of tests.failures ?? []) console.log(`Failed: ${file}: ${name}`);
console.log(`${checks.passed + tests.passed} passed, ${failed} failed`);

/** Options of `bun test` are its own to judge, and so is what follows one of a single letter. */
function isPath(argument, at) {
  return !argument.startsWith('-') && !/^-[a-z]$|^--test-name-pattern$/.test(chosen[at - 1] ?? '');
}

function isKnown(argument) {
  return EVERYWHERE.some((folder) => hasTests(folder, argument));
}

/** As `bun test` finds files: by a part of their path. */
function hasTests(folder, argument) {
  const part = argument.replace(/^\.\//, '').replace(`${ROOT}/`, '');
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).some(
    (name) => name.endsWith('.test.ts') && join(folder, name).includes(part),
  );
}

/** Servers, a snapshot and a folder for the tests, made while the checks run. */
async function prepare() {
  const { folder, remove } = makeRunFolder();
  let servers;
  const stop = async () => {
    await servers?.stop();
    await remove();
  };
  try {
    const nginx = mayRun('test/slow') ? ['nginx'] : [];
    const chromium = mayRun('test/e2e') ? ['chromium'] : [];
    servers = await provision(['postgres', 'redis', ...nginx, ...chromium], folder);
    return { env: { ...servers.env, ...(await takeSnapshot(folder)), TMPDIR: folder }, stop };
  } catch (error) {
    return { error, stop };
  }
}

async function runTestsWith({ env, error, stop }) {
  try {
    if (error) throw error;
    return await runTests(env);
  } catch (problem) {
    console.log(problem.message);
    return { passed: 0, failed: 1 };
  } finally {
    await stop();
  }
}

/** The program for tests that start it, which is worth its time where they are very many. */
async function takeSnapshot(folder) {
  if (process.env.BOREAL_TEST_SNAPSHOT) return { BOREAL_TEST_SNAPSHOT: process.env.BOREAL_TEST_SNAPSHOT };
  if ((!isEverything || isFast) && TIMED.length === 0) return {};
  const words = [join(ROOT, 'scripts', 'snapshot.mjs'), join(folder, 'snapshot')];
  const made = promisify(execFile)(bunPath(), words, { env: bunEnv() });
  const { stdout } = await made.catch(({ stderr }) => {
    throw new Error(`The snapshot of the program could not be made:\n${stderr}`);
  });
  return { BOREAL_TEST_SNAPSHOT: stdout.trim() };
}

/** Whether tests of a slow folder may be among those that run. `bun test` runs what has one of the given paths in its own. */
function mayRun(folder) {
  const paths = chosen.filter(isPath);
  return !isFast && (paths.length === 0 || paths.some((path) => hasTests(folder, path)));
}

async function runTests(servers) {
  if (!isEverything) return runBunTest(servers, chosen);
  const others = isFast ? LEFT_OUT_OF_FAST : MEASURING;
  const left = [CHECKED_ALREADY, ...others].map((path) => `--path-ignore-patterns=${path}`);
  const order = longFirst(ROOT, EVERYWHERE, servers.TMPDIR);
  const compiledLess = { ...servers, ...COMPILED_LESS };
  const beside = await runBunTest(compiledLess, [...BESIDE_EACH_OTHER, order, ...left, ...EVERYWHERE]);
  const runs = isFast ? [beside] : [beside, await runBunTest(servers, [MEASURING_AT_ONCE, order, ...MEASURING])];
  const sum = (numberOf) => runs.reduce((total, run) => total + numberOf(run), 0);
  const whole = {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    failures: runs.flatMap(({ failures }) => failures),
  };
  const files = filesToTryAgain(runs);
  return files.length === 0 ? whole : tryAgain(servers, files, whole);
}

async function tryAgain(servers, files, { passed, failed, failures }) {
  console.log(`\nRun again, with nothing beside: ${files.join(', ')}`);
  const again = await runBunTest(
    servers,
    files.map((file) => `./${file}`),
  );
  const isStillBad = ({ file, name }) => again.failures.some((other) => other.file === file && other.name === name);
  const unsteady = failures.filter((failure) => !isStillBad(failure));
  return { passed: passed + failed - again.failed, failed: again.failed, unsteady, failures: again.failures };
}

async function runBunTest(servers, args) {
  const { code, signal, tail, failures } = await runBun(servers, [
    'test',
    `--timeout=${TEST_MS_MAX}`,
    '--no-orphans',
    ...(servers.BOREAL_TEST_SNAPSHOT ? [FROM_SNAPSHOT] : []),
    ...TIMED,
    ...args,
  ]);
  const summary = readSummary(tail);
  const problem = findProblem({ code, signal, summary });
  if (problem) console.log(problem);
  // Whatever went wrong is one failure at least, so that no crash can read as "0 failed".
  const failed = Math.max(summary?.failed ?? 0, problem ? 1 : 0);
  return { passed: summary?.passed ?? 0, failed, failures, hasProblem: problem !== undefined };
}

function findProblem({ code, signal, summary }) {
  if (signal) return `bun test was ended by ${signal}.`;
  if (!summary) return `bun test ended before its summary, with exit code ${code}.`;
  if (summary.passed + summary.failed === 0) return 'No test ran.';
  if (code !== 0 && summary.failed === 0) return `bun test counted no failure but ended with exit code ${code}.`;
  return undefined;
}

/** The JUnit report leaves out test files that do not load; the printed summary counts them. */
function readSummary(tail) {
  const text = stripVTControlCharacters(tail);
  const counts = [...text.matchAll(/^ *(\d+) pass\n(?: .*\n)*? *(\d+) fail\n(?: .*\n)*?Ran \d+ tests? across /gm)].at(
    -1,
  );
  return counts && { passed: Number(counts[1]), failed: Number(counts[2]) };
}

/** The environment without the settings of a service that runs from this checkout; what is for tests stays. */
function withoutSettings(env) {
  const isKept = (name) => !name.startsWith('BOREAL_') || FOR_TESTS.test(name);
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name)));
  return { ...kept, BOREAL_CONFIG: join(ROOT, 'test', 'fixtures', 'empty.config.json') };
}

/** Shows what Bun prints while it prints it, and keeps the end of it. */
function runBun(servers, args) {
  return new Promise((resolve) => {
    let tail = '';
    const { failures, write } = readFailures();
    let child;
    try {
      const env = { ...withoutSettings(bunEnv()), ...servers, ...(isFast && { BOREAL_TEST_FAST: '1' }) };
      child = spawn(bunPath(), args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'pipe'] });
    } catch (error) {
      console.log(error.message);
      return resolve({ code: 1, signal: null, tail, failures });
    }
    child.stderr.setEncoding('utf8').on('data', (text) => {
      process.stderr.write(text);
      tail = (tail + text).slice(-SUMMARY_CHARS_MAX);
      write(text);
    });
    const end = (code, signal) => {
      child.stderr.destroy();
      resolve({ code, signal, tail, failures });
    };
    child.on('error', (error) => end(error.message, null));
    child.on('close', end);
    // A process that a test left behind may hold the pipe open for ever.
    child.on('exit', (code, signal) => setTimeout(end, DRAIN_MS, code, signal).unref());
  });
}
