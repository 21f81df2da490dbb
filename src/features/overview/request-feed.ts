/**
 * Requests as they end, for the operator: who, what, how long and how much, and nothing of what was said. It lives in
 * memory, so it shows this server since its start.
 */

import type { Settled } from '../../core/ledger.ts';
import type { Clock } from '../../platform/clock.ts';

type EndedRequest = {
  readonly requestId: string;
  readonly status: number;
  /** The code of the error, and the field that it is about. */
  readonly reason: string | undefined;
  readonly durationMs: number;
  /** Facts that were found out about it on its way. */
  readonly note: { readonly accountId?: string; readonly model?: string };
  readonly keyName: string | undefined;
};

type EndedChat = { readonly requestId: string; readonly settled?: Settled };

export type FeedItem = EndedRequest & { readonly atMs: number; readonly settled?: Settled };

export type RequestFeed = {
  requestEnded(request: EndedRequest): void;
  /** May come before or after the request has ended. */
  chatEnded(chat: EndedChat): void;
  /** The last ones, the oldest first. */
  recent(): readonly FeedItem[];
  /** Returns how to stop. An item with a known id replaces the earlier one. */
  listen(listener: (item: FeedItem) => void): () => void;
};

const KEPT = 100;
/** More than are shown: a charge may come long before its request has ended. */
const CHARGES_KEPT = 1000;

/** While there are no listeners a request only puts itself and its charge into a list: they are brought together when read. */
export function createRequestFeed(clock: Pick<Clock, 'nowMs'>): RequestFeed {
  const ended = new LastOnes<FeedItem>(KEPT);
  const charged = new LastOnes<EndedChat>(CHARGES_KEPT);
  const listeners = new Set<(item: FeedItem) => void>();

  function tell(item: FeedItem | undefined, settled: Settled | undefined): void {
    if (!item) return;
    const whole = settled ? { ...item, settled } : item;
    for (const listener of listeners) listener(whole);
  }

  return {
    requestEnded: (request) => {
      const item = { ...request, atMs: clock.nowMs() };
      ended.add(item);
      if (listeners.size > 0) tell(item, charged.of(item.requestId)?.settled);
    },

    chatEnded: (chat) => {
      if (!chat.settled) return;
      charged.add(chat);
      if (listeners.size > 0) tell(ended.of(chat.requestId), chat.settled);
    },

    recent: () => {
      const charges = new Map(charged.all().map(({ requestId, settled }) => [requestId, settled]));
      return ended.all().map((item) => {
        const settled = charges.get(item.requestId);
        return settled ? { ...item, settled } : item;
      });
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The last so many of what is added. */
class LastOnes<T extends { readonly requestId: string }> {
  readonly #ring: T[] = [];
  readonly #max: number;
  #next = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(value: T): void {
    this.#ring[this.#next] = value;
    this.#next = (this.#next + 1) % this.#max;
  }

  of(requestId: string): T | undefined {
    return this.#ring.find((value) => value.requestId === requestId);
  }

  /** The oldest first. */
  all(): readonly T[] {
    return [...this.#ring.slice(this.#next), ...this.#ring.slice(0, this.#next)];
  }
}
