/**
 * Before something is taken from an account, servers are asked for what they have leased of it and do not use: only what is
 * spent, or held by running requests, is not there to be taken. They answer within their next look; one that does not, because
 * it is dead or stopped, is not waited for.
 */

import type { Orders } from '../../features/shop/payment-ports.ts';
import type { Withdrawals } from '../../features/shop/withdrawals.ts';
import type { Closing } from '../../ledger/closing.ts';
import type { Credits } from '../../ledger/credit-store.ts';
import type { LeaseRecalls } from '../../ledger/lease-ports.ts';
import type { Maintenance } from '../../ledger/maintenance-store.ts';
import type { ActionLog, ActionRequest } from '../../platform/action-log/action.ts';
import type { Clock } from '../../platform/clock.ts';

/** Together 20 times as long as a server takes to look. */
const LOOKS_MAX = 100;
const LOOK_MS = 10;
const ROUNDS = 2;
/** Longer than both rounds and what takes after them. */
const UNGROWN_MS = 5000;

type Taking = {
  readonly recalls: LeaseRecalls;
  readonly credits: Credits;
  readonly orders: Orders;
  readonly withdrawals: Withdrawals;
  readonly actionLog: ActionLog;
  readonly closing: Closing;
  readonly maintenance: Maintenance;
};

/** The same stores, where everything that takes from an account recalls its leases first. */
export function withRecalls<S extends Taking>(stores: S, clock: Pick<Clock, 'nowMs'>): S {
  const { recalls, credits, orders, withdrawals, actionLog, closing, maintenance } = stores;
  const recall = (accountId: string) => recallLeases(recalls, { accountId, untilMs: clock.nowMs() + UNGROWN_MS });
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
    withdrawals: {
      ...withdrawals,
      look: async (asked) => {
        await recall(asked.accountId);
        return withdrawals.look(asked);
      },
    },
    actionLog: {
      ...actionLog,
      act: async (asked) => {
        const accountId = takenFrom(asked);
        if (accountId !== undefined) await recall(accountId);
        return actionLog.act(asked);
      },
    },
    closing: {
      ...closing,
      close: async (account) => {
        await recall(account.accountId);
        return closing.close(account);
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

function takenFrom({ action }: ActionRequest): string | undefined {
  const isTaking =
    action.kind === 'refund' ||
    action.kind === 'withdraw-order' ||
    action.kind === 'close-account' ||
    (action.kind === 'correct' && (action.amount as bigint) < 0n);
  return isTaking ? action.accountId : undefined;
}

type Recall = { readonly accountId: string; readonly untilMs: number };

/** Asks twice: a server may have been granted more than it needs just before, and not have heard of it when it first answers. */
async function recallLeases(recalls: LeaseRecalls, wanted: Recall): Promise<void> {
  let looks = 0;
  for (let round = 1; round <= ROUNDS && (await recalls.recall(wanted)); round += 1) {
    for (; looks < LOOKS_MAX && (await recalls.isRecalling(wanted.accountId)); looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
}
