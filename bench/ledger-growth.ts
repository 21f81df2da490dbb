/**
 * `npm run bench -- ledger-growth [--rows 10000,1000000] [--rounds 20] [--accounts-grow] [--audit]`
 *
 * The cost of admission, settlement and what people look at when there is already much in the ledger; ten million rows
 * take ten minutes. The ledger is a SQLite file; the calls go through the stores as the store's thread runs them: a
 * transaction for a batch, then one flush of the log. Each size has a file of its own with the same 10,000 accounts (or,
 * if they are to grow too, one for a hundred requests). All files are open and warm, and the work is the same in each. It
 * is done in short slices that take turns, forwards in one round and backwards in the next, so that a busy moment falls
 * on all sizes alike. With `--audit` all ledgers are proved, without it the first.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Effort } from './support/effort.ts';
import { medianOf, printTable, quantileOf, show } from './support/figures.ts';
import { type GrownLedger, growLedger } from './support/grown-ledger.ts';
import { auditWhole, LAST_MEASURES, MEASURES } from './support/growth-measures.ts';
import { readArguments } from './support/options.ts';

const { values: options } = readArguments({
  options: {
    rows: { type: 'string', default: '10000,1000000' },
    rounds: { type: 'string', default: '20' },
    'accounts-grow': { type: 'boolean', default: false },
    audit: { type: 'boolean', default: false },
  },
});
const SIZES = options.rows.split(',').map(Number);
const ROUNDS = Number(options.rounds);
const WARM_UP = 4;
const PAGE_BYTES = 4096;
/** More than any slice reads. */
const SLICE = 400;
const accountsFor = (size: number): number => (options['accounts-grow'] ? Math.max(100, size / 100) : 10_000);

/** The efforts of each size, in the order of the rounds. */
type Found = { readonly name: string; readonly efforts: readonly (readonly Effort[])[] };

const folder = mkdtempSync(join(tmpdir(), 'boreal-bench-'));
try {
  const grown: GrownLedger[] = [];
  for (const size of SIZES) grown.push(await build(size));
  const found = [...(await inTurns(grown)), await audits(grown), ...(await atLast(grown))];
  report(found);
  for (const storage of grown) await storage.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function build(size: number): Promise<GrownLedger> {
  const startMs = performance.now();
  const path = join(folder, `${size}.db`);
  const storage = await growLedger(path, { size, accounts: accountsFor(size) });
  const seconds = (performance.now() - startMs) / 1000;
  console.log(`${show(size)} requests: built in ${show(seconds, 1)} s, ${show(statSync(path).size / 2 ** 20)} MB`);
  return storage;
}

async function inTurns(grown: readonly GrownLedger[]): Promise<readonly Found[]> {
  const found = MEASURES.map(({ name }) => ({ name, efforts: grown.map((): Effort[] => []) }));
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const order = [...grown.keys()];
    if (round % 2 !== 0) order.reverse();
    for (const [i, { run }] of MEASURES.entries()) {
      for (const which of order) {
        const effort = await run(grown[which]!, (round + WARM_UP) * SLICE);
        if (round >= 0) found[i]!.efforts[which]!.push(effort);
      }
    }
  }
  return found;
}

async function audits(grown: readonly GrownLedger[]): Promise<Found> {
  const efforts: Effort[][] = [];
  for (const [which, storage] of grown.entries()) {
    efforts.push(options.audit || which === 0 ? [await auditWhole(storage)] : []);
  }
  return { name: 'audit of everything, for a request', efforts };
}

async function atLast(grown: readonly GrownLedger[]): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const { name, run } of LAST_MEASURES) {
    const efforts: Effort[][] = [];
    for (const storage of grown) efforts.push([await run(storage, 0)]);
    found.push({ name, efforts });
  }
  return found;
}

function pages(efforts: readonly Effort[]): readonly string[] {
  const kinds = ['written', 'read'] as const;
  return kinds.map((kind) => show(medianOf(efforts.map((one) => one[kind])) / PAGE_BYTES, 1));
}

/** The ratio of the medians to those of the first size; behind it, where half of the rounds' own ratios lie. */
function report(found: readonly Found[]): void {
  const rows = found.flatMap(({ name, efforts }) =>
    SIZES.map((size, which) => {
      const own = efforts[which]!;
      const first = efforts[0]!;
      const median = (some: readonly Effort[], kind: keyof Effort) => medianOf(some.map((one) => one[kind]));
      const figures = (['wall', 'cpu'] as const).flatMap((kind) => {
        const ratios = own.map((one, round) => one[kind] / first[round]![kind]);
        const spread = `${show(quantileOf(ratios, 0.25), 2)}–${show(quantileOf(ratios, 0.75), 2)}`;
        return [
          show(median(own, kind), 1),
          show(median(own, kind) / median(first, kind), 2),
          own.length > 1 ? spread : '–',
        ];
      });
      return [name, show(size), ...figures, ...pages(own)];
    }),
  );
  console.log();
  printTable(
    [
      'what',
      'requests in the ledger',
      'µs',
      'ratio',
      'half lie in',
      'CPU µs',
      'ratio',
      'half lie in',
      'pages written',
      'pages read',
    ],
    rows,
  );
  console.log();
}
