/** Storage of the program before the journal: whose charges are entries stays proved, and goes on in the new form. */
import { describe, expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '../../../test/support/databases.ts';
import { type EarlierLedger, openEarlierLedger } from '../../../test/support/earlier-ledger.ts';
import { askMore, sealAll } from '../../../test/support/full-ledger.ts';
import { tamper } from '../../../test/support/intruder.ts';
import { leasedStores } from '../../../test/support/leased-stores.ts';
import { NOON } from '../../../test/support/ledger-fixture.ts';
import type { Receipt } from '../../core/ledger.ts';
import { DEFAULT_PLANS } from '../../core/plan.ts';
import { createStores } from '../../server/stores/stores.ts';
import { readArchive, writeArchive } from '../archive-folder.ts';
import { moveToArchive, pieceOf, planArchive } from './archive-store.ts';
import { archivedReceipt } from './archived-receipt.ts';
import { audit } from './audit.ts';

const LATER = NOON + 60 * 60_000;

async function upgraded() {
  const storage = await openEarlierLedger();
  return { ...storage, stores: leasedStores(createStores(storage.db, DEFAULT_PLANS)) };
}

const proved = ({ db, archiveFolder, head }: EarlierLedger) =>
  audit(db, NOON, { heads: [head], readArchive: (file) => readArchive(archiveFolder, file) });

/** As the file has it. */
const plain = (receipt: Receipt | undefined) =>
  JSON.parse(JSON.stringify(receipt, (_, value) => (typeof value === 'bigint' ? Number(value) : value))) as object;

describe('a ledger from before the journal', () => {
  test('pass the audit, with their seals, their proof and their archive', async () => {
    await using storage = await upgraded();

    expect(await proved(storage)).toMatchObject({ problems: [], notLookedAt: [], head: storage.head, unsealed: 19 });
    const { problems, scope, notLookedAt } = await audit(storage.db, NOON, { scope: 'new' });
    // Its proof has sums without a key, and is not gone on from.
    expect({ problems, scope }).toEqual({ problems: [], scope: 'full' });
    expect(notLookedAt[0]).toMatch(/^the last proof was made before the ledger was marked/);
  });

  test('show the receipts that they showed', async () => {
    await using storage = await upgraded();

    for (const [id, receipt] of Object.entries(storage.receipts)) {
      expect(plain(await storage.stores.ledger.receiptOf(id))).toEqual(receipt);
    }
  });

  test('go on: a request that ran is over and free, and seals, audits and archives cover both forms', async () => {
    await using storage = await upgraded();
    const { db, stores, archiveFolder } = storage;
    expect(await db.sql.one("SELECT state FROM requests WHERE id = 'req_open'")).toEqual({ state: 'expired' });
    await askMore(stores, { from: 21, to: 30 });
    await sealAll(db);
    expect(await proved(storage)).toMatchObject({ problems: [], unsealed: 0 });
    expect((await audit(db, NOON, { isRemembered: true })).problems).toEqual([]);
    const shown = new Map<string, Receipt | undefined>();
    for (const id of ['req_000020', 'req_000021', 'req_000029']) shown.set(id, await stores.ledger.receiptOf(id));
    const entries = await db.sql.all(
      "SELECT seq FROM ledger_entries WHERE kind = 'charge' AND request_id = 'req_000021'",
    );
    expect(entries.length).toBe(0);

    const beforeMs = LATER + 1;
    const plan = (await planArchive(db.sql, beforeMs))!;
    const { name, sha256 } = writeArchive(archiveFolder, pieceOf(plan, { beforeMs, nowMs: NOON }));
    await moveToArchive(db, plan, { file: { folder: archiveFolder, name, sha256 }, nowMs: NOON });

    expect(await proved(storage)).toMatchObject({ problems: [], notLookedAt: [] });
    const left = await db.sql.all("SELECT id FROM requests WHERE state = 'settled'");
    expect(left.length).toBe(0);
    for (const [id, receipt] of shown) {
      const lines = readArchive(archiveFolder, { name, sha256 });
      expect(await archivedReceipt(db.sql, id, lines)).toEqual(receipt!);
    }
    const manifest = JSON.parse(readFileSync(join(archiveFolder, `${name}.json`), 'utf8'));
    expect(Object.keys(manifest.columns)).toEqual(['requests', 'charges']);
  });

  const CHANGES: readonly [what: string, invariant: string, statement: string][] = [
    ['an old charge', 'L1', "UPDATE ledger_entries SET amount = amount + 1 WHERE request_id = 'req_000015'"],
    ['an old request', 'L14', "UPDATE requests SET model = 'x' WHERE id = 'req_000015'"],
    ['an old charge in the new form', 'L4', "UPDATE requests SET seq = 500, paid_parts = '[]' WHERE id = 'req_000015'"],
    ['an old charge that is gone', 'L4', "DELETE FROM ledger_entries WHERE request_id = 'req_000015'"],
  ];

  test.each(CHANGES)('show %s that was changed', async (_, invariant, statement) => {
    await using storage = await upgraded();
    await tamper(storage.db, statement);

    const { problems } = await proved(storage);

    expect(
      problems.some((problem) => problem.startsWith(`${invariant}:`)),
      problems.join('\n'),
    ).toBe(true);
  });

  test('take no seal of a server of before that leaves new charges out, while servers are replaced', async () => {
    await using storage = await upgraded();
    const { db, stores } = storage;
    const sealOfBefore = (entriesTo: string) =>
      db.sql.run(
        `INSERT INTO seals (seq, at_ms, entries_to, actions_to, versions_to, parts, sums, hash)
         SELECT seq + 1, at_ms, ${entriesTo}, actions_to, versions_to, '{"charges":{"rows":1,"hash":"x"}}', '{}', 'x'
         FROM seals ORDER BY seq DESC LIMIT 1`,
      );
    await askMore(stores, { from: 21, to: 21 });

    const refused = sealOfBefore('(SELECT MAX(seq) FROM requests)');

    await expect(refused).rejects.toThrow('a seal leaves settled requests out');
    await sealAll(db);
    expect(await proved(storage)).toMatchObject({ problems: [], unsealed: 0 });
    expect(await sealOfBefore('entries_to')).toBe(1);
  });

  test('keep settled requests from being changed or deleted, as new ones', async () => {
    await using storage = await upgraded();

    const changed = storage.db.sql.run("UPDATE requests SET model = 'x' WHERE id = 'req_000015'");
    await expect(changed).rejects.toThrow('rows of requests are never changed');
    const deleted = storage.db.sql.run("DELETE FROM requests WHERE id = 'req_000015'");
    await expect(deleted).rejects.toThrow('rows of requests are never deleted');
  });
});
