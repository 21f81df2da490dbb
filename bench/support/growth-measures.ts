/** The work whose cost is measured against the size of a ledger. */

import { moveToArchive, pieceOf, planArchive } from '../../src/ledger/audit/archive-store.ts';
import { audit } from '../../src/ledger/audit/audit.ts';
import { type Effort, effortOf } from './effort.ts';
import type { GrownLedger } from './grown-ledger.ts';
import { ACTIVE_REQUESTS, accountId, DAY_MS, END_MS, oldCaller, requestId } from './ledger-in-bulk.ts';
import { holdAll, settleTogether } from './paid-requests.ts';

/** `from` is where the last slice has ended, so that each asks for something else. */
type Measure = {
  readonly name: string;
  readonly run: (storage: GrownLedger, from: number) => Promise<Effort>;
};

const SETTLED = 512;
const TOGETHER = 32;
const READS = 200;
const PAGES = 20;
const LAST_30_DAYS = { fromMs: END_MS - 30 * DAY_MS, toMs: END_MS };
const LAST_DAY = { fromMs: END_MS - DAY_MS, toMs: END_MS };
const PAGE = { before: null, rowsMax: 50 };
const CUSTOMERS = { filter: {}, sort: 'newest', after: null, rowsMax: 50, nowMs: END_MS } as const;

/** Far apart, so that the pages of the database which they need are cold. */
const scattered = (n: number, count: number): number => (n * 7_368_787) % count;

export const MEASURES: readonly Measure[] = [
  { name: 'admission', run: admitted },
  { name: 'settlement, one at a time', run: (storage) => settled(storage, 1) },
  { name: `settlement, ${TOGETHER} together`, run: (storage) => settled(storage, TOGETHER) },
  reads('balance', READS, ({ stores, accountOf }, n) => stores.ledger.balanceOf(accountOf(n), END_MS)),
  reads('receipt, of the last 10,000', READS, (storage, n) =>
    receiptOf(storage, storage.size - 1 - scattered(n, ACTIVE_REQUESTS)),
  ),
  reads('receipt, of any', READS, (storage, n) => receiptOf(storage, scattered(n, storage.size))),
  reads('usage, 30 days', READS, ({ stores, accountOf }, n) => stores.usages.hours(accountOf(n), LAST_30_DAYS)),
  reads('page of 50 requests', PAGES, ({ stores, accountOf }, n) =>
    stores.usages.page({ accountId: accountOf(n), filter: {}, ...PAGE }),
  ),
  reads('search for a part of an id', PAGES, searchRequest),
  reads('search for what was free', PAGES, ({ stores, accountOf }, n) =>
    stores.usages.page({ accountId: accountOf(n), filter: { outcome: 'free', ...LAST_30_DAYS }, ...PAGE }),
  ),
  reads('search for customers', PAGES, ({ stores, accounts }, n) =>
    stores.customers.list({ ...CUSTOMERS, search: String(scattered(n, accounts)) }),
  ),
  reads('overview, now', PAGES, ({ stores }) => stores.overview.now(END_MS)),
  { name: 'overview, sums of a day, for a request of it', run: daySummed },
];

function reads(name: string, count: number, read: (storage: GrownLedger, n: number) => Promise<unknown>): Measure {
  const run = (storage: GrownLedger, from: number) =>
    effortOf(count, async () => {
      for (let n = from; n < from + count; n++) await read(storage, n);
    });
  return { name, run };
}

/** A ledger with a long past has more requests a day, too. */
async function daySummed({ stores, size }: GrownLedger): Promise<Effort> {
  const requestsOfDay = Math.max(ACTIVE_REQUESTS, size / 10) / 30;
  return effortOf(requestsOfDay, async () => void (await stores.overview.usage(LAST_DAY)));
}

async function admitted(storage: GrownLedger): Promise<Effort> {
  const orders = Array.from({ length: SETTLED }, storage.nextOrder);
  const effort = await effortOf(SETTLED, () => holdAll(storage.ledger, orders));
  await settleTogether(storage, orders);
  return effort;
}

async function settled(storage: GrownLedger, together: number): Promise<Effort> {
  const orders = Array.from({ length: SETTLED }, storage.nextOrder);
  await holdAll(storage.ledger, orders);
  return effortOf(SETTLED, async () => {
    for (let at = 0; at < SETTLED; at += together) await settleTogether(storage, orders.slice(at, at + together));
  });
}

async function receiptOf({ stores }: GrownLedger, n: number): Promise<void> {
  const receipt = await stores.ledger.receiptOf(requestId(n));
  if (!receipt) throw new Error(`There is no receipt of request ${n}.`);
}

/** Of an old request, by nearly all of its id. */
async function searchRequest({ stores, size, accounts }: GrownLedger, n: number): Promise<void> {
  const older = scattered(n, Math.max(1, size - Math.max(ACTIVE_REQUESTS, size / 10)));
  const filter = { idPrefix: requestId(older).slice(0, -1) };
  await stores.usages.page({ accountId: accountId(oldCaller(older, accounts)), filter, ...PAGE });
}

/** Work that is done once, behind all the others. */
export const LAST_MEASURES: readonly Measure[] = [
  { name: 'seal, for a row', run: sealed },
  { name: 'archive, for a charge', run: archived },
];

const SEALED_ROWS = 40_000;

/** The oldest rows of the ledger, which no seal covers yet. */
async function sealed({ stores }: GrownLedger): Promise<Effort> {
  let rows = 0;
  const effort = await effortOf(1, async () => {
    while (rows < SEALED_ROWS) {
      const done = await stores.seals.seal(END_MS);
      if (done === 0) break;
      rows += done;
    }
  });
  return each(effort, rows);
}

/** The oldest charges, without the files. */
async function archived({ database }: GrownLedger): Promise<Effort> {
  let charges = 0;
  const effort = await effortOf(1, async () => {
    const plan = await database.snapshot((sql) => planArchive(sql, END_MS));
    if (!plan) throw new Error('There is nothing to archive.');
    charges = pieceOf(plan, { beforeMs: END_MS, nowMs: END_MS }).charges;
    const file = { folder: 'bench', name: 'bench', sha256: '' };
    await moveToArchive(database, plan, { file, nowMs: END_MS });
  });
  return each(effort, charges);
}

const each = ({ wall, cpu, written, read }: Effort, count: number): Effort => ({
  wall: wall / count,
  cpu: cpu / count,
  written: written / count,
  read: read / count,
});

/** Of the whole ledger, for each of its requests; throws where it is wrong, because its figures would be worth nothing. */
export async function auditWhole({ database, size }: GrownLedger): Promise<Effort> {
  return effortOf(size, async () => {
    const { ok, problems } = await audit(database, END_MS);
    if (!ok) throw new Error(`The ledger of ${size} requests is wrong: ${problems.slice(0, 3).join(' ')}`);
  });
}
