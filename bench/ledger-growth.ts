/**
 * `npm run bench -- ledger-growth [--rows 10000,100000,1000000,10000000] [--rounds 40] [--accounts-grow] [--audit]`
 *
 * The cost of admission, settlement and what people look at when there is already much in the ledger. The ledger is a
 * SQLite file; the calls go through the stores as the store's thread runs them: a transaction for a batch, then one
 * flush of the log. Each size has a file of its own with the same 10,000 accounts (or, if they are to grow too, one for
 * a hundred requests). All files are open and warm, and the work is the same in each. It is done in short slices that
 * take turns, forwards in one round and backwards in the next, so that a busy moment falls on all sizes alike.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '../src/ledger/audit/audit.ts';
import { type Effort, effortOf } from './support/effort.ts';
import { medianOf, printTable, quantileOf, show } from './support/figures.ts';
import { type GrownLedger, growLedger } from './support/grown-ledger.ts';
import { ACTIVE_REQUESTS, DAY_MS, END_MS, requestId } from './support/ledger-in-bulk.ts';
import { readArguments } from './support/options.ts';
import { type PaidRequests, payRequests } from './support/paid-requests.ts';

const { values: options } = readArguments({
  options: {
    rows: { type: 'string', default: '10000,1000000' },
    rounds: { type: 'string', default: '40' },
    'accounts-grow': { type: 'boolean', default: false },
    audit: { type: 'boolean', default: false },
  },
});
const SIZES = options.rows.split(',').map(Number);
const ROUNDS = Number(options.rounds);
const WARM_UP = 8;
const accountsFor = (size: number): number => (options['accounts-grow'] ? Math.max(100, size / 100) : 10_000);

/** `from` is where the last slice of reads has ended, so that each asks for something else. */
type Measure = { readonly name: string; readonly run: (storage: GrownLedger, from: number) => Promise<Effort> };

const MEASURES: readonly Measure[] = [
  { name: 'hold + settle, batch 1', run: (storage) => paidRequests(storage, { batchSize: 1, count: 512 }) },
  { name: 'hold + settle, batch 32', run: (storage) => paidRequests(storage, { batchSize: 32, count: 2048 }) },
  {
    name: 'balanceOf',
    run: (storage, from) => reads(from, (n) => storage.stores.ledger.balanceOf(storage.accountOf(n), END_MS)),
  },
  {
    name: '30 days of usage',
    run: (storage, from) => reads(from, (n) => storage.stores.usages.hours(storage.accountOf(n), LAST_30_DAYS)),
  },
  {
    name: 'receipt, last 10,000',
    run: (storage, from) => reads(from, (n) => receiptOf(storage, storage.size - 1 - ((n * 7919) % ACTIVE_REQUESTS))),
  },
  {
    name: 'receipt, any',
    run: (storage, from) => reads(from, (n) => receiptOf(storage, (n * 7_368_787) % storage.size)),
  },
];
const LAST_30_DAYS = { fromMs: END_MS - 30 * DAY_MS, toMs: END_MS };
const READS = 400;

const folder = mkdtempSync(join(tmpdir(), 'boreal-bench-'));
try {
  const grown: GrownLedger[] = [];
  for (const size of SIZES) grown.push(await build(size));
  const samples = MEASURES.map(() => grown.map((): Effort[] => []));
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const order = [...grown.keys()];
    if (round % 2 !== 0) order.reverse();
    for (const [i, { run }] of MEASURES.entries()) {
      for (const which of order) {
        const effort = await run(grown[which]!, (round + WARM_UP) * READS);
        if (round >= 0) samples[i]![which]!.push(effort);
      }
    }
  }
  report(samples);
  // Figures of a wrong ledger would be worth nothing. The whole of a long past takes minutes to read.
  for (const storage of options.audit ? grown : grown.slice(0, 1)) await prove(storage);
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

function paidRequests(storage: GrownLedger, order: PaidRequests): Promise<Effort> {
  return effortOf(order.count, () => payRequests(storage, order));
}

function reads(from: number, read: (n: number) => Promise<unknown>): Promise<Effort> {
  return effortOf(READS, async () => {
    for (let n = from; n < from + READS; n++) await read(n);
  });
}

async function receiptOf({ stores }: GrownLedger, n: number): Promise<void> {
  const receipt = await stores.ledger.receiptOf(requestId(n));
  if (!receipt) throw new Error(`There is no receipt of request ${n}.`);
}

async function prove({ database, size }: GrownLedger): Promise<void> {
  const startMs = performance.now();
  const { ok, problems } = await audit(database, END_MS);
  if (!ok) throw new Error(`The ledger of ${size} requests is wrong: ${problems.slice(0, 3).join(' ')}`);
  console.log(
    `${show(size)} requests: the ledger is right; the audit took ${show((performance.now() - startMs) / 1000, 1)} s`,
  );
}

/** The ratio of the medians to those of the first size; behind it, where half of the rounds' own ratios lie. */
function report(samples: readonly (readonly (readonly Effort[])[])[]): void {
  const rows = MEASURES.flatMap(({ name }, i) =>
    SIZES.map((size, which) => {
      const own = samples[i]![which]!;
      const first = samples[i]![0]!;
      const median = (efforts: readonly Effort[], kind: keyof Effort) => medianOf(efforts.map((one) => one[kind]));
      const figures = (['wall', 'cpu'] as const).flatMap((kind) => {
        const ratios = own.map((one, round) => one[kind] / first[round]![kind]);
        const spread = `${show(quantileOf(ratios, 0.25), 2)}–${show(quantileOf(ratios, 0.75), 2)}`;
        return [show(median(own, kind), 1), show(median(own, kind) / median(first, kind), 2), spread];
      });
      return [name, show(size), ...figures, show(median(own, 'written') / 4096, 1)];
    }),
  );
  console.log();
  printTable(
    ['what', 'requests in the ledger', 'µs', 'ratio', 'half lie in', 'CPU µs', 'ratio', 'half lie in', 'pages written'],
    rows,
  );
  console.log();
}
