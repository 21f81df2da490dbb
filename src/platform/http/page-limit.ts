/**
 * How often a client may ask in a minute, counted in the memory of one process. The window is fixed, so up to twice as
 * many may pass around its end: this limit protects the service, it sells nothing.
 */

import { ServiceError } from '../../core/errors.ts';
import type { Clock } from '../clock.ts';

/** Throws `rate_limited` when the client has asked too often. A client that is many may ask so many times as often. */
export type PageLimit = (client: string, times?: number) => void;

const WINDOW_MS = 60_000;
/** Clients that are counted singly in one window. Those beyond share counters, so that memory stays bounded. */
const CLIENTS_MAX = 50_000;
/** Too many for an attacker with made-up clients to use up all of them; which clients share one cannot be known. */
const SHARED = 1024;

export function createPageLimit(requestsPerMinute: number, clock: Pick<Clock, 'monotonicMs'>): PageLimit {
  const counts = new Map<string, number>();
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
  const sharedBy = (client: string): string => `others ${Bun.hash.xxHash32(client, seed) % SHARED}`;
  let endsAtMs = 0;

  return (client, times = 1) => {
    const nowMs = clock.monotonicMs();
    if (nowMs >= endsAtMs) {
      counts.clear();
      endsAtMs = nowMs + WINDOW_MS;
    }
    const counted = counts.has(client) || counts.size < CLIENTS_MAX ? client : sharedBy(client);
    const count = (counts.get(counted) ?? 0) + 1;
    if (count > requestsPerMinute * times) throw tooMany(requestsPerMinute * times, endsAtMs - nowMs);
    counts.set(counted, count);
  };
}

const tooMany = (requestsPerMinute: number, waitMs: number): ServiceError =>
  new ServiceError(
    'rate_limited',
    `The pages of this service may ask ${requestsPerMinute} times a minute; try again in ${Math.ceil(waitMs / 1000)} seconds.`,
    { retryAfterMs: waitMs },
  );
