import { expect, test } from 'bun:test';
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
