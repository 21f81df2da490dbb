/**
 * `npm run bench -- compare [<commit>] [--seconds 1] [--rounds 6]`
 *
 * The service as it is here beside that of another commit (the last one, unless another is named), in about two minutes:
 * processor time of a request of each kind, on the serving thread and in all. Both run all the time on one core and are
 * asked in turns. Other load can only add to a figure, so the least of the rounds is taken. The last columns are one
 * divided by the other.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ChatKind } from './support/chat-bytes.ts';
import { moveTo, twoCores } from './support/cores.ts';
import { startUpstream } from './support/fast-upstream.ts';
import { printTable, show } from './support/figures.ts';
import { allThreads, type FullSample, fullSampleOf, paceSampleOf } from './support/gateway-samples.ts';
import { readArguments } from './support/options.ts';
import { Processes, type Subject } from './support/subjects.ts';

const { values: options, positionals } = readArguments({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '1' }, rounds: { type: 'string', default: '6' } },
});
const SECONDS = Number(options.seconds);
const ROUNDS = Number(options.rounds);
const ROOT = resolve(import.meta.dir, '..');
const KINDS: readonly (ChatKind & string)[] = ['json', 'sse', 'long-chat', 'long-text', 'long-answer'];
const PACE = { streams: 200, everyMs: 50, seconds: SECONDS };

type Pair = readonly [here: Subject, other: Subject];
type Looks = ReadonlyMap<Subject, FullSample['cpu'][]>;

const cores = twoCores();
if (cores) moveTo(cores.load);
const folder = mkdtempSync(join(tmpdir(), 'boreal-bench-'));
const commit = execFileSync('git', ['rev-parse', '--short', positionals[0] ?? 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
const other = checkOut(commit.trim());
try {
  await using processes = new Processes(cores?.subject);
  const place = (name: string) => ({ folder: join(folder, name), upstreamPort });
  const upstreamPort = startUpstream();
  await compare([
    await processes.service('here', place('here')),
    await processes.service(commit.trim(), { ...place('there'), root: other }),
  ]);
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', other], { cwd: ROOT });
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

/** With the packages of this checkout. */
function checkOut(name: string): string {
  const root = join(folder, name);
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', root, name], { cwd: ROOT });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  return root;
}

async function compare(pair: Pair): Promise<void> {
  const looks = new Map<string, Looks>();
  const look = async (name: string, round: number, of: (subject: Subject) => Promise<FullSample['cpu']>) => {
    const known = looks.get(name) ?? new Map(pair.map((subject) => [subject, []]));
    looks.set(name, known);
    for (const subject of round % 2 === 0 ? pair : pair.toReversed()) {
      const cpu = await of(subject);
      // The first round warms up.
      if (round > 0) known.get(subject)!.push(cpu);
    }
  };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const kind of KINDS) {
      const times = { seconds: SECONDS, leadInSeconds: SECONDS / 2 };
      await look(kind, round, async (subject) => (await fullSampleOf(subject, kind, times)).cpu);
    }
    await look('an event at a human pace', round, (subject) => paceSampleOf(subject, PACE));
  }
  printTable(
    ['CPU µs', ...pair.flatMap(({ name }) => [`${name}: main`, 'all']), 'main here/there', 'all'],
    [...looks].map(([name, known]) => cellsOf(name, known, pair)),
  );
}

function cellsOf(name: string, looks: Looks, [here, there]: Pair): readonly string[] {
  const main = (subject: Subject) => Math.min(...looks.get(subject)!.map((cpu) => cpu.main));
  const all = (subject: Subject) => Math.min(...looks.get(subject)!.map(allThreads));
  const figures = [here, there].flatMap((subject) => [show(main(subject)), show(all(subject))]);
  return [name, ...figures, show(main(here) / main(there), 2), show(all(here) / all(there), 2)];
}
