/** `npm run simulate`: one seed or several, each with its verdict and the hash of its trace. */
import { parseArgs } from 'node:util';
import { PAST_FAULTS } from './past-faults.ts';
import { shrink } from './shrink.ts';
import { type Outcome, simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    seconds: { type: 'string' },
    hours: { type: 'string' },
    trace: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    'put-back': { type: 'string' },
  },
});
const SEEDS_OF_PAST_FAULTS = 500;
const past = PAST_FAULTS[values['put-back'] ?? ''];
const first = Number(values.seed ?? past?.seed ?? Math.floor(Math.random() * 2 ** 31));
const count = Number(values.seeds ?? (past ? SEEDS_OF_PAST_FAULTS : 1));
const isLong = values.hours !== undefined;
const seconds = isLong ? Number(values.hours) * 3600 : (values.seconds ?? past?.seconds);
const faultsMs = seconds === undefined ? undefined : Number(seconds) * 1000;
const onLine = values.trace ? (line: string) => void process.stdout.write(line) : undefined;
/** Of a fault that was put back, only what it is known to break. */
const isBroken = ({ broken }: Outcome) =>
  past ? broken.some((problem) => problem.includes(past.broken)) : broken.length > 0;
let brokenSeeds = 0;
for (let seed = first; seed < first + count && !(past && brokenSeeds > 0); seed += 1) {
  const began = process.cpuUsage();
  const run = { seed, faultsMs, isLong, onLine };
  const outcome = await simulate(run);
  const { user, system } = process.cpuUsage(began);
  const isFound = isBroken(outcome);
  if (isFound) brokenSeeds += 1;
  const shown = isFound && (values.shrink || past) ? await shrink(run, outcome, isBroken) : outcome;
  if (isFound) showFaults(shown);
  if (isFound || !past) console.log(verdictOf(shown, (user + system) / 1e6));
}
process.exit(brokenSeeds > 0 === (past !== undefined) ? 0 : 1);

function showFaults({ faults, broken }: Outcome): void {
  for (const { kind, which, atMs, forMs, share } of faults)
    console.log(`fault: ${kind} ${which} at ${atMs} ms for ${forMs} ms, ${share.toFixed(3)}`);
  for (const problem of broken) console.log(`broken: ${problem}`);
}

function verdictOf(outcome: Outcome, seconds: number): string {
  const { seed, virtualMs, servers, steps, requests, whole, faults, broken, trace } = outcome;
  const virtual = virtualMs / 1000;
  return [
    `seed ${seed}`,
    `${virtual.toFixed(1)} s in ${seconds.toFixed(2)} s of processor time (${Math.round(virtual / seconds)} times)`,
    servers === 1 ? 'one server alone' : `${servers} servers`,
    `${steps} steps`,
    `${requests} requests, ${whole} answered`,
    `${faults.length} faults`,
    broken.length === 0 ? 'right' : 'BROKEN',
    trace,
  ].join(', ');
}
