/**
 * Asks the database for leases, for many accounts in one transaction: those that come while it is asked are the next group.
 * An account that is locked keeps no other waiting: it is asked for alone, beside the groups.
 */

import { isPassing } from './journal.ts';
import type { LeaseGrant, LeaseRequest, Leases } from './lease-ports.ts';

type Asked = {
  readonly request: LeaseRequest;
  readonly resolve: (grant: LeaseGrant | Promise<LeaseGrant>) => void;
  readonly reject: (thrown: unknown) => void;
};

/** So that a transaction stays short. */
const ACCOUNTS_MAX = 128;

export class LeaseExtensions {
  readonly #leases: Leases;
  readonly #waiting: Asked[] = [];
  #isAsking = false;

  constructor(leases: Leases) {
    this.#leases = leases;
  }

  /** An account must be asked for once at a time. */
  ask(request: LeaseRequest): Promise<LeaseGrant> {
    const { promise, resolve, reject } = Promise.withResolvers<LeaseGrant>();
    this.#waiting.push({ request, resolve, reject });
    if (!this.#isAsking) void this.#askAll();
    return promise;
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true;
    while (this.#waiting.length > 0) await this.#askGroup(this.#nextGroup());
    this.#isAsking = false;
  }

  async #askGroup(group: readonly Asked[]): Promise<void> {
    try {
      const grants = await this.#leases.extendTogether(group.map(({ request }) => request));
      for (const [at, { request, resolve }] of group.entries()) resolve(grants[at] ?? this.#leases.extend(request));
    } catch (thrown) {
      for (const { request, resolve, reject } of group) {
        // What is wrong with one of them is no matter of the others.
        if (isPassing(thrown) || group.length === 1) reject(thrown);
        else resolve(this.#leases.extend(request));
      }
    }
  }

  /** Orders of one server: after it was taken for dead it has another id. */
  #nextGroup(): readonly Asked[] {
    const { serverId } = this.#waiting[0]!.request;
    const other = this.#waiting.findIndex(({ request }) => request.serverId !== serverId);
    return this.#waiting.splice(0, Math.min(other < 0 ? ACCOUNTS_MAX : other, ACCOUNTS_MAX));
  }
}
