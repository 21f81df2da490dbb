/**
 * Stores on PostgreSQL as a server sees them: whatever keeps the books out of reach is a refusal for the caller. What
 * ends a request is tried again until the books are back or it makes no sense to wait: it may be repeated, because a
 * second time changes nothing, and an answer that was given should be billed.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '../domain/errors.ts';
import { mayGoWellLater } from './postgres.ts';
import { CommitUnknown } from './postgres-transaction.ts';
import { storeUnavailable } from './store-protocol.ts';
import type { Stores } from './stores.ts';

const REPEATED: Readonly<Record<string, readonly string[]>> = { ledger: ['settle', 'release'] };
/** Seven tries in some thirteen seconds: a database that restarts or moves is back by then. */
const PAUSES_MS = [100, 200, 400, 1000, 2000, 4000, 5000];

type Method = (...values: unknown[]) => Promise<unknown>;

export function createServingStores(stores: Stores, pausesMs: readonly number[] = PAUSES_MS): Stores {
  const serving: Record<string, Record<string, Method>> = {};
  for (const [port, methods] of Object.entries(stores)) {
    serving[port] = {};
    for (const [name, method] of Object.entries(methods as unknown as Record<string, Method>)) {
      const pauses = REPEATED[port]?.includes(name) ? pausesMs : [];
      serving[port][name] = (...values) => reached(() => method(...values), pauses);
    }
  }
  const reachedStores = serving as unknown as Stores;
  const ledger = { ...reachedStores.ledger, hold: holdOrGiveBack(reachedStores.ledger) };
  return { ...reachedStores, ledger };
}

/** A hold that may be in the books although nobody heard of it would keep its money until it expires. */
function holdOrGiveBack({ hold, release }: Stores['ledger']): Stores['ledger']['hold'] {
  return async (order) => {
    try {
      return await hold(order);
    } catch (thrown) {
      if (thrown instanceof ServiceError && thrown.details.cause instanceof CommitUnknown) {
        // Nobody waits for this. Where it fails too, or comes before the commit, the hold expires.
        release(order.requestId, 'hold-unheard', order.atMs).catch(() => {});
      }
      throw thrown;
    }
  };
}

async function reached(call: () => Promise<unknown>, pausesMs: readonly number[]): Promise<unknown> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await call();
    } catch (thrown) {
      if (thrown instanceof ServiceError) throw thrown;
      const pauseMs = pausesMs[tries];
      if (pauseMs === undefined || !mayGoWellLater(thrown)) throw storeUnavailable(thrown);
      await wait(pauseMs);
    }
  }
}
