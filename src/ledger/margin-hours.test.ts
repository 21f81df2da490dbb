import { expect, test } from 'bun:test';
import { test as databaseTest } from '../../test/support/databases.ts';
import { NOON, openStorage, PRICE, publishBuying, usageOf } from '../../test/support/ledger-fixture.ts';
import type { ChargedRow } from './lease-ports.ts';
import { marginsOf } from './margin-hours.ts';

const HOUR = 3_600_000;

type Paid = { readonly plan?: bigint; readonly credit: bigint; readonly tokens: bigint; readonly bought?: bigint };

const charged = (model: string, endedAtMs: number, { plan, credit, tokens, bought }: Paid) =>
  ({
    ...{ held: { request: { accountId: 'acc', model }, creditPotId: 'c' }, endedAtMs },
    charge: {
      ...{ cost: credit, tokens, tokenParts: plan === undefined ? [] : [{ potId: 'p', amount: plan }] },
      ...(bought !== undefined && { bought: { engine: 'main', nanos: bought } }),
    },
  }) as unknown as ChargedRow;

test('what was paid and bought is summed by hour, model and pot; a request counts once, with the credit', () => {
  const rows = marginsOf([
    charged('n', HOUR, { credit: 1n, tokens: 1n, bought: 1n }),
    charged('m', HOUR, { plan: 30n, credit: 7n, tokens: 40n, bought: 3n }),
    charged('m', 2 * HOUR - 1, { plan: 5n, credit: 2n, tokens: 9n, bought: 4n }),
    charged('m', 2 * HOUR, { credit: 100n, tokens: 8n, bought: 0n }),
    charged('m', HOUR, { credit: 1000n, tokens: 1000n }),
  ]);

  expect(rows).toEqual([
    [HOUR, 'acc', 'm', 'main', 'c', 2n, 49n, 9n, 7n],
    [HOUR, 'acc', 'm', 'main', 'p', 0n, 0n, 35n, 0n],
    [HOUR, 'acc', 'n', 'main', 'c', 1n, 1n, 1n, 1n],
    [2 * HOUR, 'acc', 'm', 'main', 'c', 1n, 8n, 100n, 0n],
  ]);
});

databaseTest('what a request was bought for is kept with it, and with its hour', async () => {
  await using storage = await openStorage();
  const { id: accountId, keyId } = await storage.account({ credit: 10n ** 9n });
  const buying = await publishBuying(storage);
  const about = { accountId, keyId, model: 'm', priceVersion: await storage.publish(), price: PRICE };

  await storage.stores.ledger.hold({
    ...about,
    requestId: 'req_1',
    inputTokensMax: 30,
    outputTokensMax: 20,
    atMs: NOON,
  });
  const settled = { requestId: 'req_1', usage: usageOf(30, 20), outcome: 'finished', atMs: NOON } as const;
  await storage.stores.ledger.settle({ ...settled, buying });

  // 3 CZK for a million tokens of input, 12 of output.
  const bought = 30n * 3000n + 20n * 12_000n;
  const kept = 'SELECT bought_nanos FROM requests UNION ALL SELECT bought_nanos FROM margin_hours';
  expect((await storage.db.sql.all(kept)).map((row) => row.bought_nanos)).toEqual([bought, bought]);
});
