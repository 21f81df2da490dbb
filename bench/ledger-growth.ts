/**
 * `npm run bench -- ledger-growth [--rows 10000,100000,1000000,10000000] [--rounds 5] [--accounts-grow]`
 *
 * What admission and settlement cost when there is already much in the books. The books are a SQLite file; the calls go
 * through the stores as the store's thread runs them: a transaction for a batch, then one flush of the log. Each size
 * has a file of its own with the same 10,000 accounts (or, if they are to grow too, one for a hundred requests), and each
 * round measures every size once, so that a busy moment falls on all of them alike.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createWalFlusher } from '../src/store/wal-flusher.ts';
import { usageOf } from '../test/support/ledger-fixture.ts';
import { medianOf, printTable, show, spreadOf } from './support/figures.ts';
import { accountOf, type GrownBooks, growBooks, REQUEST_LENGTH } from './support/grown-books.ts';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000,100000,1000000' },
    rounds: { type: 'string', default: '5' },
    'accounts-grow': { type: 'boolean', default: false },
  },
});
const SIZES = options.rows.split(',').map(Number);
const ROUNDS = Number(options.rounds);
const accountsFor = (size: number): number => (options['accounts-grow'] ? Math.max(1, size / 100) : 10_000);
const REQUESTS = 1024;
const READS = 2000;

type Measure = { readonly name: string; readonly run: (books: GrownBooks) => Promise<number> };

/** Each gives microseconds for one request. */
const MEASURES: readonly Measure[] = [
  { name: 'hold + settle, batch 1', run: (books) => paidRequests(books, 1) },
  { name: 'hold + settle, batch 32', run: (books) => paidRequests(books, 32) },
  {
    name: 'balanceOf',
    run: (books) => perCall(READS, (i) => books.stores.ledger.balanceOf(accountOf(i, books), books.atMs)),
  },
  {
    name: 'receiptOf',
    run: (books) => perCall(READS, (i) => books.stores.ledger.receiptOf(oldRequest((i * 7919) % books.size))),
  },
];

const folder = mkdtempSync(join(tmpdir(), 'boreal-bench-'));
try {
  const grown: GrownBooks[] = [];
  for (const size of SIZES) grown.push(await build(size));
  const samples = new Map(grown.map((books) => [books, MEASURES.map((): number[] => [])]));
  for (const books of grown) for (const { run } of MEASURES) await run(books);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [books, own] of samples) {
      for (const [i, { run }] of MEASURES.entries()) own[i]!.push(await run(books));
    }
  }
  report(samples);
  for (const books of grown) books.database.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function build(size: number): Promise<GrownBooks> {
  const startMs = performance.now();
  const path = join(folder, `${size}.db`);
  const books = await growBooks(path, { size, accounts: accountsFor(size) });
  const seconds = (performance.now() - startMs) / 1000;
  console.log(`${show(size)} requests: built in ${show(seconds, 1)} s, ${show(statSync(path).size / 2 ** 20)} MB`);
  return books;
}

/** As the store's thread runs them: holds together, settlements together, one flush. */
async function paidRequests(books: GrownBooks, batchSize: number): Promise<number> {
  const { database, stores } = books;
  const flusher = createWalFlusher(database.path);
  const spentMs = await timed(async () => {
    for (let done = 0; done < REQUESTS; done += batchSize) {
      const orders = Array.from({ length: batchSize }, () => books.nextOrder());
      await database.batch(async () => {
        for (const order of orders) await stores.ledger.hold(order);
      });
      await database.batch(async () => {
        for (const { requestId, atMs } of orders) {
          await stores.ledger.settle({ requestId, usage: usageOf(120, 40), outcome: 'finished', atMs });
        }
      });
      await flusher.flush();
    }
  });
  flusher.close();
  return (spentMs / REQUESTS) * 1000;
}

async function perCall(count: number, call: (i: number) => Promise<unknown>): Promise<number> {
  const spentMs = await timed(async () => {
    for (let i = 0; i < count; i++) await call(i);
  });
  return (spentMs / count) * 1000;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

function oldRequest(n: number): string {
  return `req_${String(n).padStart(REQUEST_LENGTH, '0')}`;
}

function report(samples: ReadonlyMap<GrownBooks, readonly (readonly number[])[]>): void {
  const [first] = samples.values();
  const rows = MEASURES.flatMap(({ name }, i) =>
    [...samples].map(([{ size }, own]) => {
      const ratio = medianOf(own[i]!) / medianOf(first![i]!);
      return [name, show(size), show(medianOf(own[i]!), 1), show(spreadOf(own[i]!)), show(ratio, 2)];
    }),
  );
  console.log();
  printTable(['what', 'requests in the books', 'µs, median', '± %', 'ratio'], rows);
}
