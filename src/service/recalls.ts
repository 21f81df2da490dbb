/**
 * Before something is taken from an account, servers are asked for what they have leased of it and do not use: only what is
 * spent, or held by running requests, is not there to be taken. They answer within their next look; one that does not, because
 * it is dead or stopped, is not waited for.
 */
import type { Leases } from '../domain/lease-ports.ts';
import type { ActionOrder, OperatorStore } from '../domain/operator.ts';
import type { Orders } from '../domain/payment-ports.ts';
import type { Credits, Maintenance } from '../domain/ports.ts';
import type { Closing } from '../domain/settings-ports.ts';

/** Together 20 times as long as a server takes to look. */
const LOOKS_MAX = 100;
const LOOK_MS = 10;

type Taking = {
  readonly leases: Pick<Leases, 'recall' | 'isRecalling'>;
  readonly credits: Credits;
  readonly orders: Orders;
  readonly operator: OperatorStore;
  readonly closing: Closing;
  readonly maintenance: Maintenance;
};

/** The same stores, where everything that takes from an account recalls its leases first. */
export function withRecalls<S extends Taking>(stores: S): S {
  const { leases, credits, orders, operator, closing, maintenance } = stores;
  const recall = (accountId: string) => recallLeases(leases, accountId);
  return {
    ...stores,
    credits: {
      ...credits,
      takeBack: async (movement) => {
        await recall(movement.accountId);
        return credits.takeBack(movement);
      },
      correct: async (movement) => {
        if (movement.amount < 0n) await recall(movement.accountId);
        return credits.correct(movement);
      },
    },
    orders: {
      ...orders,
      apply: async (event, by) => {
        const accountId = await orders.takesFrom(event.about);
        if (accountId !== undefined) await recall(accountId);
        return orders.apply(event, by);
      },
    },
    operator: {
      ...operator,
      act: async (order) => {
        const accountId = takenFrom(order);
        if (accountId !== undefined) await recall(accountId);
        return operator.act(order);
      },
    },
    closing: {
      ...closing,
      close: async (order) => {
        await recall(order.accountId);
        return closing.close(order);
      },
    },
    maintenance: {
      ...maintenance,
      settleRefunds: async (accountId, nowMs) => {
        await recall(accountId);
        return maintenance.settleRefunds(accountId, nowMs);
      },
    },
  };
}

function takenFrom({ action }: ActionOrder): string | undefined {
  const isTaking = action.kind === 'refund' || (action.kind === 'correct' && action.amount < 0n);
  return isTaking ? action.accountId : undefined;
}

async function recallLeases(leases: Taking['leases'], accountId: string): Promise<void> {
  if (!(await leases.recall(accountId))) return;
  for (let looks = 0; looks < LOOKS_MAX && (await leases.isRecalling(accountId)); looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
