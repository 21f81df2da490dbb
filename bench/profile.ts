/**
 * `npm run bench -- profile [--seconds 20]`
 *
 * Where the time of a request goes. First the serving thread under full load, as the runtime's own sampling sees it: by
 * part of the house, and the functions at the top. Then the ledger's thread, statement by statement. A profile says what
 * is large beside what; how much a request costs in all is what `npm run bench` measures, without a profiler in it.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moveTo, twoCores } from './support/cores.ts';
import { startUpstream } from './support/fast-upstream.ts';
import { printTable, show } from './support/figures.ts';
import { KINDS, type Kind, LINES, targetOf } from './support/gateway-samples.ts';
import { growLedger } from './support/grown-ledger.ts';
import { fullLoad } from './support/load.ts';
import { readArguments } from './support/options.ts';
import { type Profile, partsOf, type Share, topOf } from './support/profile-parts.ts';
import { statementTimes } from './support/statement-times.ts';
import { Processes } from './support/subjects.ts';

const { values: options } = readArguments({ options: { seconds: { type: 'string', default: '20' } } });
const SECONDS = Number(options.seconds);
const TOP = 12;
const BATCHES = [32, 1];

const cores = twoCores();
if (cores) moveTo(cores.load);
const folder = mkdtempSync(join(tmpdir(), 'boreal-bench-'));
try {
  for (const kind of KINDS) printProfile(kind, await profileOf(kind));
  for (const batchSize of BATCHES) await printStatements(batchSize);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

/** The profile is written when the process ends. */
async function profileOf(kind: Kind): Promise<Profile> {
  const profiles = join(folder, `${kind}-profile`);
  {
    await using processes = new Processes(cores?.subject);
    const runtime = ['--cpu-prof', '--cpu-prof-interval=250', `--cpu-prof-dir=${profiles}`];
    const place = { folder: join(folder, kind), upstreamPort: startUpstream(), runtime };
    const subject = await processes.service('service', place);
    await fullLoad(targetOf(subject, kind), { lines: LINES, seconds: SECONDS });
  }
  const [file] = readdirSync(profiles);
  return JSON.parse(readFileSync(join(profiles, file!), 'utf8')) as Profile;
}

function printProfile(kind: Kind, profile: Profile): void {
  console.log(`\n${kind.toUpperCase()}, serving thread, ${profile.samples.length} samples\n`);
  printShares('part', partsOf(profile));
  console.log('');
  printShares('function', topOf(profile, TOP));
}

function printShares(title: string, shares: readonly Share[]): void {
  printTable(
    [title, '% of its own'],
    shares.map(({ name, share }) => [name, show(share * 100, 1)]),
  );
}

async function printStatements(batchSize: number): Promise<void> {
  const storage = await growLedger(join(folder, `ledger-${batchSize}.db`), { size: 10_000, accounts: 100 });
  const { requestUs, statements } = await statementTimes(storage, batchSize);
  await storage.close();
  console.log(`\nledger's thread, ${batchSize} at a time: ${show(requestUs, 1)} µs a request\n`);
  printTable(
    ['statement', 'times a request', 'µs a request'],
    statements.map(({ text, count, us }) => [text, show(count, 2), show(us, 2)]),
  );
}
