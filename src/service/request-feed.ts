/**
 * Requests as they end, for the operator: who, what, how long and how much, and nothing of what was said. It lives in
 * memory, so it shows this server since its start.
 */
import type { Settled } from '../domain/ledger.ts';
import type { Clock } from '../domain/ports.ts';

type EndedRequest = {
  readonly requestId: string;
  readonly accountId?: string;
  readonly keyName?: string;
  readonly model?: string;
  readonly status: number;
  /** The code of the error, and the field that it is about. */
  readonly reason?: string;
  readonly durationMs: number;
};

export type FeedItem = EndedRequest & { readonly atMs: number; readonly settled?: Settled };

export type RequestFeed = {
  requestEnded(request: EndedRequest): void;
  /** May come before or after the request has ended. */
  chatEnded(chat: { readonly requestId: string; readonly settled?: Settled }): void;
  /** The last ones, the oldest first. */
  recent(): readonly FeedItem[];
  /** Returns how to stop. An item with a known id replaces the earlier one. */
  listen(listener: (item: FeedItem) => void): () => void;
};

const KEPT = 100;
/** Charges whose requests have not ended yet: those are seldom more than a few. */
const WAITING_MAX = 1000;

export function createRequestFeed(clock: Pick<Clock, 'nowMs'>): RequestFeed {
  /** By their ids, from the oldest on: every request looks for itself here. */
  const recent = new Map<string, FeedItem>();
  const waiting = new Map<string, Settled>();
  const listeners = new Set<(item: FeedItem) => void>();

  const tell = (item: FeedItem): void => {
    for (const listener of listeners) listener(item);
  };

  return {
    requestEnded: (request) => {
      const settled = waiting.get(request.requestId);
      waiting.delete(request.requestId);
      const item = { ...request, atMs: clock.nowMs(), ...(settled && { settled }) };
      recent.set(request.requestId, item);
      if (recent.size > KEPT) recent.delete(recent.keys().next().value!);
      tell(item);
    },

    chatEnded: ({ requestId, settled }) => {
      if (!settled) return;
      const ended = recent.get(requestId);
      if (ended) {
        const item = { ...ended, settled };
        recent.set(requestId, item);
        tell(item);
        return;
      }
      if (waiting.size >= WAITING_MAX) waiting.clear();
      waiting.set(requestId, settled);
    },

    recent: () => [...recent.values()],
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
