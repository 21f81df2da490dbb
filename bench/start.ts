/**
 * `npm run bench -- start [--rounds 5]`
 *
 * The time from `npm start` until the service is ready and until the built-in model has given its first answer, in a new
 * data folder each time; the processor time of commands; and what an installation takes on the disk, by package.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { accountIn } from '../test/support/service-process.ts';
import { medianOf, printTable, show } from './support/figures.ts';
import { printVerdicts, type Verdict, verdict } from './support/goals.ts';
import { readArguments } from './support/options.ts';

const { values: options } = readArguments({ options: { rounds: { type: 'string', default: '5' } } });
const ROUNDS = Number(options.rounds);
const ROOT = resolve(import.meta.dir, '..');
const COMMANDS = [['--version'], ['help'], ['audit']];
const LARGEST = 8;
const READY_MS_MAX = 60_000;
const LOOK_MS = 5;

type Start = { readonly readyMs: number; readonly firstAnswerMs: number; readonly cpuMs: number };

const folder = mkdtempSync(join(tmpdir(), 'boreal-start-'));
try {
  const before = loadavg()[0]!;
  const starts: Start[] = [];
  for (let round = 0; round < ROUNDS; round++) starts.push(await start(join(folder, String(round))));
  const commands = COMMANDS.map((words) => ({ words, cpuMs: medianOf(roundsOf(() => commandMs(words))) }));
  console.log(`${ROUNDS} rounds; load of the machine: ${show(before, 1)} before, ${show(loadavg()[0]!, 1)} after`);
  const readyMs = medianOf(starts.map((one) => one.readyMs));
  const firstAnswerMs = medianOf(starts.map((one) => one.firstAnswerMs));
  const cpuMs = medianOf(starts.map((one) => one.cpuMs));
  console.log(`npm start, an answer and the stop: ${show(cpuMs)} ms of processor time\n`);
  printPackages();
  printVerdicts([
    verdict('npm start to ready ≤ 2 s', `${show(readyMs / 1000, 2)} s`, readyMs <= 2000),
    verdict('npm start to the first answer ≤ 4 s', `${show(firstAnswerMs / 1000, 2)} s`, firstAnswerMs <= 4000),
    ...commands.map(
      ({ words, cpuMs }): Verdict =>
        verdict(`boreal ${words.join(' ')}: processor time ≤ 0.3 s`, `${show(cpuMs / 1000, 2)} s`, cpuMs <= 300),
    ),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function roundsOf<T>(measure: () => T): readonly T[] {
  return Array.from({ length: ROUNDS }, measure);
}

function environment(dataDir: string): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, BOREAL_DATA_DIR: dataDir, BOREAL_PORT: '0' };
}

async function start(dataDir: string): Promise<Start> {
  const startMs = performance.now();
  const child = Bun.spawn(['npm', 'start', '--silent'], {
    cwd: ROOT,
    env: environment(dataDir),
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const url = await addressIn(child.stdout);
  await untilReady(url);
  const readyMs = performance.now() - startMs;
  const { key } = await accountIn(dataDir);
  const response = await fetch(new URL('/v1/chat/completions', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], max_tokens: 8 }),
  });
  if (!response.ok) throw new Error(`It answers ${response.status}: ${await response.text()}`);
  await response.text();
  const firstAnswerMs = performance.now() - startMs;
  child.kill('SIGTERM');
  await child.exited;
  return { readyMs, firstAnswerMs, cpuMs: cpuMsOf(child) };
}

/** Of the line that says where it listens. The rest is read, so that the process never waits for its reader. */
async function addressIn(output: ReadableStream<Uint8Array>): Promise<string> {
  const [head, rest] = output.tee();
  void rest.pipeTo(new WritableStream());
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of head) {
    text += decoder.decode(piece, { stream: true });
    const address = /"address":"([^"]+)"/.exec(text)?.[1];
    if (address) return address;
  }
  throw new Error(`It does not start: ${text}`);
}

async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + READY_MS_MAX;
  while (performance.now() < deadline) {
    if ((await fetch(new URL('/readyz', url))).ok) return;
    await Bun.sleep(LOOK_MS);
  }
  throw new Error('It does not become ready.');
}

/** With all that it has started and waited for. */
function cpuMsOf(child: Bun.Subprocess): number {
  return Number(child.resourceUsage()!.cpuTime.total) / 1000;
}

/** On the ledger of the last start. */
function commandMs(words: readonly string[]): number {
  const { success, resourceUsage, stderr } = Bun.spawnSync(['node', 'bin/boreal.mjs', ...words], {
    cwd: ROOT,
    env: environment(join(folder, String(ROUNDS - 1))),
  });
  if (!success) throw new Error(`boreal ${words.join(' ')} fails: ${stderr}`);
  return Number(resourceUsage.cpuTime.total) / 1000;
}

type Lock = { readonly packages: Readonly<Record<string, { readonly dev?: boolean }>> };

/** What a user installs (`npm ci`) and what developers install besides, as it is here. */
function printPackages(): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  const paths = Object.entries(packages).filter(([path]) => path.lastIndexOf('node_modules/') === 0);
  const sizes = paths.map(([path, { dev = false }]) => ({
    name: path.slice('node_modules/'.length),
    dev,
    mb: mbOf(path),
  }));
  const sum = (some: readonly { readonly mb: number }[]) => some.reduce((all, { mb }) => all + mb, 0);
  const used = sizes.filter(({ dev }) => !dev);
  console.log(`packages: ${show(sum(used))} MB that run, ${show(sum(sizes) - sum(used))} MB for development\n`);
  printTable(
    ['package that runs', 'MB'],
    used
      .toSorted((a, b) => b.mb - a.mb)
      .slice(0, LARGEST)
      .map(({ name, mb }) => [name, show(mb, 1)]),
  );
}

/** Nothing for a package of another machine, which npm has left out. */
function mbOf(path: string): number {
  const { stdout } = Bun.spawnSync(['du', '-sk', join(ROOT, path)], { stderr: 'ignore' });
  return Number(stdout.toString().split('\t')[0]) / 1024;
}
