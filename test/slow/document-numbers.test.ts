/**
 * Payments and refunds of many orders at once, by two servers where the database is shared, which are killed again and
 * again by chance: the numbers of documents have no gap and none is given twice. `SEED=n` repeats the choices of a run.
 */
import { expect } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nanos } from '../../src/core/money.ts';
import { DEFAULT_PLANS } from '../../src/core/plan.ts';
import { audit } from '../../src/ledger/audit/audit.ts';
import { type DatabasePlace, openDatabase } from '../../src/platform/database/database-place.ts';
import { createStores } from '../../src/server/stores/stores.ts';
import { currentDatabase, test } from '../support/databases.ts';
import { type PaymentsRun, PRICE_HELLERS } from '../support/document-payments.ts';
import { NOON } from '../support/ledger-fixture.ts';
import { LEDGER_KEY } from '../support/ledger-key.ts';
import { copyMigratedSqlite } from '../support/migrated-sqlite.ts';
import { emptyPostgres } from '../support/postgres-database.ts';
import { seeded } from '../support/random.ts';
import { times } from '../support/thorough.ts';

const SEED = Number(process.env.SEED ?? 20_261_116);
const ORDERS = 120;
const KILLS = times(3, 6);
const PROGRAM = join(import.meta.dir, '../support/document-payments.ts');

test(`documents are numbered without gaps while servers are killed, seed ${SEED}`, async () => {
  await using storage = await openBooks();
  const { place, stores, db } = storage;
  const random = seeded(SEED);
  const servers = place.databaseUrl ? 2 : 1;
  const start = () => ({ place, orders: ORDERS, atMs: NOON, seed: random.integer(1, 1e9) });

  for (let kill = 0; kill < KILLS; kill += 1) {
    const killed = random.integer(1, 40);
    await Promise.all(Array.from({ length: servers }, () => runUntil(start(), killed)));
  }
  await Promise.all(Array.from({ length: servers }, () => runUntil(start(), null)));

  const all = await allDocuments(stores.documents);
  const numbersOf = (kind: string) =>
    all
      .filter((one) => one.kind === kind)
      .map(({ number }) => number)
      .toSorted();
  expect(numbersOf('invoice')).toEqual(series('', ORDERS));
  expect(numbersOf('credit-note')).toEqual(series('D', ORDERS / 3 + ORDERS / 6 - merged(all)));
  expect(new Set(all.filter(({ kind }) => kind === 'invoice').map(({ orderId }) => orderId)).size).toBe(ORDERS);
  for (let at = 0; at < ORDERS; at += 1) {
    const left = all.filter(({ orderId }) => orderId === `ord_${at}`).reduce((sum, one) => sum + one.totalHellers, 0);
    expect(left).toBe(at % 6 === 0 ? 0 : at % 3 === 0 ? PRICE_HELLERS - 1_111 : PRICE_HELLERS);
  }
  expect((await audit(db, NOON)).problems).toEqual([]);
}, 600_000);

/** Orders whose whole refund arrived before its part: the part brings nothing more, and no document. */
function merged(all: Awaited<ReturnType<typeof allDocuments>>): number {
  const notes = Map.groupBy(
    all.filter(({ kind }) => kind === 'credit-note'),
    ({ orderId }) => orderId,
  );
  const whole = [...notes].filter(([orderId]) => Number(orderId.slice(4)) % 6 === 0);
  return whole.filter(([, of]) => of.length === 1).length;
}

const series = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}2026-${String(at + 1).padStart(5, '0')}`);

async function allDocuments(documents: ReturnType<typeof createStores>['documents']) {
  const all: Awaited<ReturnType<typeof documents.within>>[number][] = [];
  for (;;) {
    const page = await documents.within({ fromMs: 0, toMs: NOON + 1, after: all.at(-1) ?? null });
    if (page.length === 0) return all;
    all.push(...page);
  }
}

/** Kills the program after this many lines, or waits for its end. */
async function runUntil(run: PaymentsRun, lines: number | null): Promise<void> {
  const child = Bun.spawn([process.execPath, PROGRAM, JSON.stringify(run)], { stdout: 'pipe', stderr: 'pipe' });
  let seen = '';
  for await (const piece of child.stdout) {
    seen += new TextDecoder().decode(piece);
    if (lines !== null && seen.split('\n').length > lines) child.kill('SIGKILL');
  }
  await child.exited;
  if (lines === null && !seen.endsWith('end\n')) throw new Error(await new Response(child.stderr).text());
}

async function openBooks() {
  const dataDir = mkdtempSync(join(tmpdir(), 'boreal-documents-'));
  const shared = currentDatabase() === 'PostgreSQL' ? await emptyPostgres() : undefined;
  if (!shared) await copyMigratedSqlite(dataDir);
  const place: DatabasePlace = { databaseUrl: shared?.url ?? '', dataDir, ledgerKey: LEDGER_KEY };
  const db = openDatabase(place);
  const stores = createStores(db, DEFAULT_PLANS);
  await stores.accounts.create({ id: 'acc_1', email: 'a@example.com', status: 'active', createdAtMs: NOON });
  const offer = { id: 'credit', kind: 'credit', amount: nanos(BigInt(PRICE_HELLERS) * 10_000_000n) } as const;
  for (let at = 0; at < ORDERS; at += 1) {
    const times = { createdAtMs: NOON, expiresAtMs: NOON + 86_400_000 };
    const about = { accountId: 'acc_1', offer, method: 'stripe', language: 'cs', vatId: null, ...times } as const;
    await stores.orders.create({ id: `ord_${at}`, ...about });
    await stores.orders.setSession(`ord_${at}`, `cs_${at}`);
  }
  const close = async () => {
    await db.close();
    await shared?.giveBack();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { place, stores, db, [Symbol.asyncDispose]: close };
}
