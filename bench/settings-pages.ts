/**
 * `npm run bench -- settings-pages [--rows 10000,1000000] [--rounds 20]`
 *
 * The questions of the settings pages to the database, by how much there is in it. There are 200 accounts in every
 * size, so an account's own past grows as the whole does. All files are open and warm, and sizes take turns.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monthSpanMs } from '../src/core/calendar.ts';
import { SETTINGS_LIMITS } from '../src/core/limits.ts';
import { type Effort, effortOf } from './support/effort.ts';
import { medianOf, printTable, show } from './support/figures.ts';
import { type GrownLedger, growLedger } from './support/grown-ledger.ts';
import { DAY_MS, END_MS, requestId } from './support/ledger-in-bulk.ts';
import { readArguments } from './support/options.ts';

const { values: options } = readArguments({
  options: { rows: { type: 'string', default: '10000,1000000' }, rounds: { type: 'string', default: '20' } },
});
const SIZES = options.rows.split(',').map(Number);
const ROUNDS = Number(options.rounds);
const ACCOUNTS = 200;
const READS = 100;

type Measure = { readonly name: string; readonly read: (storage: GrownLedger, accountId: string) => Promise<unknown> };

const { requestsShown: rowsMax } = SETTINGS_LIMITS;
const hours = (days: number) => Array.from({ length: days + 1 }, (_, n) => END_MS - (days - n) * DAY_MS);

const MEASURES: readonly Measure[] = [
  {
    name: 'keys with their spend',
    read: ({ stores }, id) => stores.accountKeys.list(id, { nowMs: END_MS, dayFromMs: END_MS - DAY_MS / 2 }),
  },
  {
    name: '30 days of usage by model',
    read: ({ stores }, accountId) => stores.usages.steps({ accountId, startsMs: hours(30), by: 'model' }),
  },
  {
    name: 'first page of requests',
    read: ({ stores }, accountId) => stores.usages.page({ accountId, filter: {}, before: null, rowsMax }),
  },
  {
    name: 'a page from 15 days ago',
    read: ({ stores }, accountId) =>
      stores.usages.page({ accountId, filter: {}, before: { atMs: END_MS - 15 * DAY_MS, id: 'req_' }, rowsMax }),
  },
  {
    name: 'one call of a filter that finds nothing',
    read: ({ stores }, accountId) =>
      stores.usages.page({ accountId, filter: { keyId: 'key_none' }, before: null, rowsMax }),
  },
  {
    name: 'search by id',
    read: ({ stores, size }, accountId) =>
      stores.usages.page({ accountId, filter: { idPrefix: requestId(size - 1) }, before: null, rowsMax }),
  },
  {
    name: 'statement of last month',
    read: ({ stores }, accountId) => stores.statements.read({ accountId, ...monthSpanMs('2026-10')! }),
  },
];

const folder = mkdtempSync(join(tmpdir(), 'boreal-bench-'));
try {
  const grown: GrownLedger[] = [];
  for (const size of SIZES) grown.push(await growLedger(join(folder, `${size}.db`), { size, accounts: ACCOUNTS }));
  const samples = MEASURES.map(() => grown.map((): Effort[] => []));
  for (let round = -2; round < ROUNDS; round++) {
    for (const [i, { read }] of MEASURES.entries()) {
      for (const [which, storage] of grown.entries()) {
        const effort = await effortOf(READS, async () => {
          for (let n = 0; n < READS; n++) await read(storage, storage.accountOf(n));
        });
        if (round >= 0) samples[i]![which]!.push(effort);
      }
    }
  }
  report(samples);
  for (const storage of grown) await storage.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function report(samples: readonly (readonly (readonly Effort[])[])[]): void {
  const median = (efforts: readonly Effort[], kind: 'wall' | 'cpu') => medianOf(efforts.map((one) => one[kind]));
  const rows = MEASURES.flatMap(({ name }, i) =>
    SIZES.map((size, which) => {
      const own = samples[i]![which]!;
      const first = samples[i]![0]!;
      const ratio = median(own, 'cpu') / median(first, 'cpu');
      return [name, show(size), show(median(own, 'wall')), show(median(own, 'cpu')), show(ratio, 2)];
    }),
  );
  printTable(['what', 'requests in the ledger', 'µs', 'CPU µs', 'ratio of CPU'], rows);
}
