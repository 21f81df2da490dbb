/**
 * Stores as a server sees them: whatever keeps the books out of reach is a refusal for the caller. What ends a request is
 * tried again until the books are back or it makes no sense to wait: it may be repeated, because a second time changes
 * nothing, and an answer that was given should be billed.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '../domain/errors.ts';
import { type GrowingWait, waitMsAfter } from '../lib/growing-wait.ts';
import { storeUnavailable } from './store-protocol.ts';
import { CALL_KINDS, type CallKind, type Stores } from './stores.ts';

const REPEATED: Readonly<Record<string, readonly string[]>> = { ledger: ['settle', 'release'] };
/** A database that restarts or moves, a lock and a disk that is being cleaned are mostly over by then. */
const REPEATED_MS_MAX = 30_000;
const PAUSE: GrowingWait = { firstMs: 100, longestMs: 2000 };

/** What a failure of the database means. */
export type Failures = {
  /** Whether the same call may go well a little later. */
  readonly mayGoWellLater: (thrown: unknown) => boolean;
  /** Whether the call may have happened although it failed. */
  readonly isUnheard: (thrown: unknown) => boolean;
  /** Called when a write could not be done because the books were out of reach. */
  readonly onWriteFailed?: () => void;
};

type Method = (...values: unknown[]) => Promise<unknown>;

export function createServingStores(stores: Stores, failures: Failures): Stores {
  const serving: Record<string, Record<string, Method>> = {};
  const kinds = CALL_KINDS as unknown as Record<string, Record<string, CallKind>>;
  for (const [port, methods] of Object.entries(stores)) {
    serving[port] = {};
    for (const [name, method] of Object.entries(methods as unknown as Record<string, Method>)) {
      const repeatedMs = REPEATED[port]?.includes(name) ? REPEATED_MS_MAX : 0;
      const onFailure = kinds[port]?.[name] === 'read' ? undefined : failures.onWriteFailed;
      serving[port][name] = (...values) => reached(() => method(...values), { ...failures, repeatedMs, onFailure });
    }
  }
  const reachedStores = serving as unknown as Stores;
  const ledger = { ...reachedStores.ledger, hold: holdOrGiveBack(reachedStores.ledger, failures) };
  return { ...reachedStores, ledger };
}

/** A hold that may be in the database although its caller never heard of it would keep its money until it expires. */
function holdOrGiveBack({ hold, release }: Stores['ledger'], { isUnheard }: Failures): Stores['ledger']['hold'] {
  return async (order) => {
    try {
      return await hold(order);
    } catch (thrown) {
      if (thrown instanceof ServiceError && isUnheard(thrown.details.cause)) {
        // This is not waited for. Where it fails too, or comes before the commit, the hold expires.
        release({ requestId: order.requestId, reason: 'hold-unheard', atMs: order.atMs }).catch(() => {});
      }
      throw thrown;
    }
  };
}

type Reaching = Pick<Failures, 'mayGoWellLater'> & {
  /** How long it is tried again, by a clock that does not jump. */
  readonly repeatedMs: number;
  readonly onFailure: (() => void) | undefined;
};

async function reached(
  call: () => Promise<unknown>,
  { mayGoWellLater, repeatedMs, onFailure }: Reaching,
): Promise<unknown> {
  const beganMs = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (thrown) {
      if (thrown instanceof ServiceError) throw thrown;
      onFailure?.();
      const pauseMs = waitMsAfter(tries, PAUSE);
      const isTooLate = performance.now() + pauseMs - beganMs > repeatedMs;
      if (isTooLate || !mayGoWellLater(thrown)) throw storeUnavailable(thrown);
      await wait(pauseMs);
    }
  }
}
