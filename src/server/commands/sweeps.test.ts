/** Pots that were swept by a wrong clock are given back once, by entries that are added. */

import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { openStorage } from '../../../test/support/ledger-fixture.ts';
import { testPlatform } from '../../../test/support/test-platform.ts';
import { sweepUndo } from './sweeps.ts';

const DAY_MS = 86_400_000;

describe('a sweep by a clock that is forty days ahead', () => {
  test('is undone by one command, once, and the ledger stays right', async () => {
    await using open = await openStorage({ offers: { pro: { tokens: 300n }, ultra: { tokens: 600n } } });
    const { stores } = open;
    const { id: accountId } = await open.account();
    const about = { accountId, actor: 'test', reason: 'test' };
    const nowMs = Date.now();
    await stores.plans.choose({ accountId, plan: 'pro', actor: 'test', atMs: nowMs });
    await stores.credits.grantPackage({ ...about, tokens: 50n, atMs: nowMs, expiresAtMs: nowMs + 20 * DAY_MS });
    // Its end has really come.
    await stores.credits.grantPackage({ ...about, tokens: 7n, atMs: nowMs - DAY_MS, expiresAtMs: nowMs - 1 });
    const tokens = async () =>
      (await stores.ledger.balanceOf(accountId, nowMs)).pots
        .filter(({ kind }) => kind !== 'credit')
        .map(({ kind, amount }) => [kind, amount]);

    await stores.maintenance.expirePots(nowMs + 40 * DAY_MS);
    const swept = await tokens();
    const needs = { stores, platform: testPlatform(stores) };
    const undone = await sweepUndo.run({ reason: 'the clock was wrong' }, needs);
    const again = await sweepUndo.run({ reason: 'the clock was wrong' }, needs);

    expect(swept).toEqual([
      ['plan', 0n],
      ['package', 0n],
    ]);
    expect(undone.json).toEqual({ accounts: [{ id: accountId, tokens: 350 }] });
    expect(again).toMatchObject({ json: { accounts: [] }, text: 'Nothing was taken before its time.' });
    expect(await tokens()).toEqual([
      ['plan', 300n],
      ['package', 50n],
    ]);
    expect((await open.audit(nowMs)).problems).toEqual([]);
    expect(await stores.maintenance.expirePots(nowMs + 40 * DAY_MS)).toBe(2);
  });
});
