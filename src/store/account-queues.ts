/**
 * Requests of one account wait for each other before they take a connection. The database lets only one of them on
 * anyway; where they waited there, an account that is locked or asks very often would take all connections, and
 * customers of other accounts would wait for it.
 */
import type { Ledger } from '../domain/ports.ts';
import { NoConnection } from './postgres.ts';

/** The next one is on its way to the database while one is there. */
const AT_ONCE = 2;
const WAIT_MS_MAX = 10_000;
/** Of which account a request is, while it runs; more than a server can have. */
const REMEMBERED_MAX = 100_000;

type Queue = { running: number; readonly waiting: (() => void)[] };

export function queueByAccount(ledger: Ledger, waitMsMax = WAIT_MS_MAX): Ledger {
  const queues = new Map<string, Queue>();
  const accounts = new Map<string, string>();

  /** Rejects when it has waited for too long. */
  function enter(queue: Queue): Promise<void> {
    if (queue.running < AT_ONCE) {
      queue.running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const goOn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.waiting.splice(queue.waiting.indexOf(goOn), 1);
        reject(new NoConnection(`Other requests of the account have kept this one waiting for ${waitMsMax} ms.`));
      }, waitMsMax);
      queue.waiting.push(goOn);
    });
  }

  async function inTurn<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(accountId) ?? { running: 0, waiting: [] };
    queues.set(accountId, queue);
    await enter(queue);
    try {
      return await work();
    } finally {
      // Who leaves hands its slot on, so that no other can come between.
      const next = queue.waiting.shift();
      if (next) next();
      else queue.running -= 1;
      if (queue.running === 0) queues.delete(accountId);
    }
  }

  function remember(requestId: string, accountId: string): void {
    accounts.set(requestId, accountId);
    if (accounts.size > REMEMBERED_MAX) accounts.delete(accounts.keys().next().value!);
  }

  /** What fails may be tried again, and waits again then. */
  async function ending<T>(requestId: string, work: () => Promise<T>): Promise<T> {
    const result = await inTurn(accounts.get(requestId) ?? requestId, work);
    accounts.delete(requestId);
    return result;
  }

  return {
    ...ledger,
    hold: async (order) => {
      const hold = await inTurn(order.accountId, () => ledger.hold(order));
      remember(order.requestId, order.accountId);
      return hold;
    },
    settle: (settlement) => ending(settlement.requestId, () => ledger.settle(settlement)),
    release: (release) => ending(release.requestId, () => ledger.release(release)),
  };
}
