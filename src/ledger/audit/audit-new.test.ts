/** An audit that goes on from the last proof finds what is new, says what it left out, and a full one finds the rest. */
import { describe, expect, test as onceTest } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '../../../test/support/databases.ts';
import { askMore, sealAll, writeFullLedger } from '../../../test/support/full-ledger.ts';
import { tamper } from '../../../test/support/intruder.ts';
import { NOON, openStorage } from '../../../test/support/ledger-fixture.ts';
import { seeded } from '../../../test/support/random.ts';
import { nanos } from '../../core/money.ts';
import type { Database } from '../../platform/database/database.ts';
import { migrate, readMigrations } from '../../platform/database/migrate.ts';
import { openSqlite } from '../../platform/database/sqlite.ts';
import { audit } from './audit.ts';

const prove = (db: Database, scope: 'full' | 'new') => audit(db, NOON, { scope, isRemembered: true });

/** A database of which the first twelve requests are proved, and eight more are sealed. */
async function halfProved() {
  const storage = await openStorage();
  const stores = await writeFullLedger(storage.db, 12);
  expect((await prove(storage.db, 'new')).problems).toEqual([]);
  await askMore(stores, { from: 13, to: 20 });
  await sealAll(storage.db);
  return storage;
}

describe('an audit of what is new', () => {
  test('begins with everything, then reads new charges only, and says so', async () => {
    await using storage = await halfProved();

    const some = await prove(storage.db, 'new');
    const none = await prove(storage.db, 'new');
    const all = await prove(storage.db, 'full');

    expect(some).toMatchObject({ ok: true, scope: 'new', unsealed: 0, checked: { L3: 24 } });
    expect(some.notLookedAt[0]).toMatch(/^charges and requests up to seal \d+: proved at 2026-11-15T11:00:00.000Z/);
    expect(none).toMatchObject({ ok: true, scope: 'new' });
    expect(none.checked.L3).toBeUndefined();
    expect(all).toMatchObject({ ok: true, scope: 'full', notLookedAt: [] });
    expect(all.checked.L3).toBeGreaterThanOrEqual(60);
  });

  const FOUND: readonly [what: string, invariant: string, statements: readonly string[]][] = [
    ['a balance', 'L1', ["UPDATE pots SET balance = balance + 1 WHERE kind = 'credit'"]],
    ['an old grant', 'L14', ["UPDATE ledger_entries SET at_ms = at_ms + 1 WHERE cause = 'action:act_1'"]],
    ['an old order', 'L15', ['UPDATE orders SET amount_nanos = amount_nanos + 1']],
    ["an old line of the operators' log", 'L14', ["UPDATE operator_actions SET actor = 'x' WHERE id = 'act_1'"]],
    ['a new charge', 'L14', ["UPDATE requests SET ended_at_ms = ended_at_ms + 1 WHERE id = 'req_000015'"]],
    ['what a pot paid', 'L3', [`UPDATE requests SET paid_parts = '[["x","1"]]' WHERE id = 'req_000015'`]],
    ['the cost of a new request', 'L3', ["UPDATE requests SET cost_nanos = 1 WHERE id = 'req_000015'"]],
    ['a new hour', 'L11', ['UPDATE usage_hours SET requests = requests + 1']],
    ['the spend of a key', 'L5', ['UPDATE key_months SET spent_nanos = spent_nanos + 1']],
    [
      'a balance together with the sums of the proof',
      'L17',
      [
        "UPDATE pots SET balance = balance + 1 WHERE id = 'credit-acc_anna'",
        "UPDATE proved_sums SET total = total + 1 WHERE id = 'credit-acc_anna'",
      ],
    ],
  ];

  test.each(FOUND)('finds %s that was changed', async (_, invariant, statements) => {
    await using storage = await halfProved();
    await tamper(storage.db, ...statements);

    const { ok, problems } = await prove(storage.db, 'new');

    expect(ok).toBe(false);
    expect(
      problems.some((problem) => problem.startsWith(`${invariant}:`)),
      problems.join('\n'),
    ).toBe(true);
  });

  test('leaves what was proved to the full one, which finds it', async () => {
    await using storage = await halfProved();
    await tamper(storage.db, "UPDATE requests SET admitted_at_ms = admitted_at_ms - 1 WHERE id = 'req_000003'");

    expect((await prove(storage.db, 'new')).problems).toEqual([]);
    expect((await prove(storage.db, 'full')).problems[0]).toMatch(/^L14: among the \d+ settled requests of seal/);
  });

  test('comes to the same as a full one, whatever happens between them', async () => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));
    const random = seeded(seed);
    await using storage = await openStorage();
    const stores = await writeFullLedger(storage.db, 3);
    let asked = 3;
    for (let step = 0; step < 40; step += 1) {
      const what = random.integer(0, 3);
      if (what === 0) await sealAll(storage.db);
      else if (what === 1) {
        const to = asked + random.integer(1, 4);
        await askMore(stores, { from: asked + 1, to });
        asked = to;
      } else if (what === 2) {
        const amount = nanos(BigInt(random.integer(1, 1000)));
        const about = { accountId: 'acc_anna', reason: `step ${step}`, actor: 't', atMs: NOON + step };
        await (random.integer(0, 1)
          ? stores.credits.grant({ ...about, amount })
          : stores.credits.takeBack({ ...about, amount }));
      } else {
        const scope = random.integer(0, 4) === 0 ? 'full' : 'new';
        expect((await prove(storage.db, scope)).problems, `SEED=${seed}, step ${step}`).toEqual([]);
      }
    }
    expect((await prove(storage.db, 'new')).problems, `SEED=${seed}`).toEqual([]);
    expect((await prove(storage.db, 'full')).problems, `SEED=${seed}`).toEqual([]);
  });
});

onceTest("SQLite's log can be emptied while the audit reads what is final", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-audit-'));
  const path = join(folder, 'boreal.db');
  const [reader, writer] = [openSqlite(path, 'commit'), openSqlite(path, 'commit')];
  try {
    await migrate(reader, readMigrations(), NOON);
    await writeFullLedger(reader, 30);
    let outside = 0;
    /**
     * After each statement outside of the snapshot another connection writes, and the whole log can go into the
     * database.
     */
    const all: Database['sql']['all'] = async (text, ...values) => {
      const rows = await reader.sql.all(text, ...values);
      await writer.sql.run("UPDATE write_checks SET filler = filler || 'x'");
      const emptied = await writer.sql.one('PRAGMA wal_checkpoint(TRUNCATE)');
      expect(emptied, text).toMatchObject({ busy: 0n, log: 0n });
      outside += 1;
      return rows;
    };

    const sql: Database['sql'] = {
      all,
      one: (text, ...values) => reader.sql.one(text, ...values),
      run: (text, ...values) => reader.sql.run(text, ...values),
      kind: 'sqlite',
      forUpdate: '',
    };

    const { problems } = await audit({ ...reader, sql }, NOON);

    expect(problems).toEqual([]);
    expect(outside).toBeGreaterThan(8);
  } finally {
    await reader.close();
    await writer.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
