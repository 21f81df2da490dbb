/**
 * How often a client may ask in a minute, counted in the memory of one process. The window is fixed, so up to twice as
 * many may pass around its end: this limit protects the service, it sells nothing.
 */
import { ServiceError } from '../domain/errors.ts';
import type { Clock } from '../domain/ports.ts';

/** Throws `rate_limited` when the client has asked too often. */
export type PageLimit = (client: string) => void;

const WINDOW_MS = 60_000;
/** Clients that are counted singly in one window. Those beyond share one counter, so that memory stays bounded. */
const CLIENTS_MAX = 50_000;
const OTHERS = 'others';

export function createPageLimit(requestsPerMinute: number, clock: Pick<Clock, 'monotonicMs'>): PageLimit {
  const counts = new Map<string, number>();
  let endsAtMs = 0;

  return (client) => {
    const nowMs = clock.monotonicMs();
    if (nowMs >= endsAtMs) {
      counts.clear();
      endsAtMs = nowMs + WINDOW_MS;
    }
    const counted = counts.has(client) || counts.size < CLIENTS_MAX ? client : OTHERS;
    const count = (counts.get(counted) ?? 0) + 1;
    if (count > requestsPerMinute) throw tooMany(requestsPerMinute, endsAtMs - nowMs);
    counts.set(counted, count);
  };
}

const tooMany = (requestsPerMinute: number, waitMs: number): ServiceError =>
  new ServiceError(
    'rate_limited',
    `The pages of this service may ask ${requestsPerMinute} times a minute; try again in ${Math.ceil(waitMs / 1000)} seconds.`,
    { retryAfterMs: waitMs },
  );
