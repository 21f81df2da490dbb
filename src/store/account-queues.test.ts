import { describe, expect, test } from 'bun:test';
import { NOON, usageOf } from '../../test/support/ledger-fixture.ts';
import type { HoldOrder } from '../domain/ledger.ts';
import type { Ledger } from '../domain/ports.ts';
import { queueByAccount } from './account-queues.ts';

/** A ledger that says which calls have reached it and ends each when told. */
function heldLedger() {
  const reached: string[] = [];
  const ends = new Map<string, () => void>();
  const wait = (name: string) => {
    reached.push(name);
    return new Promise<never>((resolve) => ends.set(name, () => resolve({ outputTokensMax: 1 } as never)));
  };
  const ledger = {
    hold: ({ requestId }: HoldOrder) => wait(`hold ${requestId}`),
    settle: ({ requestId }: { requestId: string }) => wait(`settle ${requestId}`),
    release: ({ requestId }: { readonly requestId: string }) => wait(`release ${requestId}`),
  } as unknown as Ledger;
  return { ledger, reached, end: (name: string) => ends.get(name)!() };
}

const order = (accountId: string, requestId: string) => ({ accountId, requestId, atMs: NOON }) as HoldOrder;
const settlement = (requestId: string) =>
  ({ requestId, usage: usageOf(1, 1), outcome: 'finished', atMs: NOON }) as const;

describe('requests of one account', () => {
  test('reach the database two at a time, in their order, and those of another account at once', async () => {
    const { ledger, reached, end } = heldLedger();
    const queued = queueByAccount(ledger);

    const holds = ['a', 'b', 'c', 'd'].map((id) => queued.hold(order('acc_1', id)));
    const other = queued.hold(order('acc_2', 'z'));
    await Bun.sleep(0);
    expect(reached).toEqual(['hold a', 'hold b', 'hold z']);
    end('hold b');
    await holds[1];
    await Bun.sleep(0);

    expect(reached).toEqual(['hold a', 'hold b', 'hold z', 'hold c']);
    for (const name of ['hold a', 'hold c', 'hold z']) end(name);
    await Bun.sleep(0);
    end('hold d');
    await Promise.all([...holds, other]);
  });

  test('wait for each other when they end, too', async () => {
    const { ledger, reached, end } = heldLedger();
    const queued = queueByAccount(ledger);
    const first = queued.hold(order('acc_1', 'a'));
    await Bun.sleep(0);
    end('hold a');
    await first;

    void queued.hold(order('acc_1', 'b'));
    void queued.hold(order('acc_1', 'c'));
    const settling = queued.settle(settlement('a'));
    await Bun.sleep(0);
    expect(reached).toEqual(['hold a', 'hold b', 'hold c']);
    end('hold b');
    await Bun.sleep(0);
    expect(reached.at(-1)).toBe('settle a');
    end('settle a');

    await settling;
  });

  test('that have waited for too long are refused, and those behind them go on', async () => {
    const { ledger, reached, end } = heldLedger();
    const queued = queueByAccount(ledger, 20);
    void queued.hold(order('acc_1', 'a'));
    void queued.hold(order('acc_1', 'b'));

    await expect(queued.hold(order('acc_1', 'late'))).rejects.toThrow('have kept this one waiting');
    const next = queued.hold(order('acc_1', 'next'));
    end('hold a');
    await Bun.sleep(0);
    end('hold next');

    expect(await next).toEqual({ outputTokensMax: 1 });
    expect(reached).not.toContain('hold late');
  });
});
