/**
 * The lease store of one account with one pot, in memory: what each transaction does, and the steps that others can come
 * between. `lease-protocol.test.ts` compares it with the real one, call by call.
 */
import type { AccountFunds } from '../../src/ledger/lease.ts';
import { grantOf, planFor, unaskedOf } from '../../src/ledger/lease-extension.ts';
import type { LeaseGrant, LeaseRequest, LeaseReturn, Leases } from '../../src/ledger/lease-ports.ts';

export const ACCOUNT = 'acc_1';

type Lease = { amount: bigint; wanted: bigint };

/** `before`: as it was when parts were taken from the pot whatever the lease had, and a whole lease by what was seen first. */
export type Protocol = 'now' | 'before';

export class LeaseDatabase {
  balance: bigint;
  held = 0n;
  readonly servers: Set<string>;
  readonly leases = new Map<string, Lease>();
  readonly written = new Set<string>();
  readonly #protocol: Protocol;
  readonly #potId: string;
  readonly #accountId: string;

  constructor(
    balance: bigint,
    { protocol = 'now' as Protocol, potId = 'pot_1', accountId = ACCOUNT, servers = new Set<string>() } = {},
  ) {
    this.balance = balance;
    this.servers = servers;
    this.#protocol = protocol;
    this.#potId = potId;
    this.#accountId = accountId;
  }

  /** Calls that are one step each; `giveBack` begins and goes on, because it can wait for the pot between the two. */
  readonly calls: Omit<Leases, 'giveBack' | 'dropAll' | 'dropSilent'> = {
    open: async (serverId) => void this.servers.add(serverId),
    extend: async (order) => this.#extend(order),
    extendTogether: async (orders) => orders.map((order) => this.#extend(order)),
    write: async ({ serverId, rows }) => {
      const lease = this.leases.get(serverId);
      const paid = rows.reduce((sum, { charge }) => sum + (charge?.cost ?? 0n), 0n);
      if (paid > 0n) {
        if (!this.servers.has(serverId) || !lease || lease.amount < paid) throw new Error('There is no such lease.');
        this.balance -= paid;
        this.held -= paid;
        lease.amount -= paid;
      }
      for (const { held } of rows) this.written.add(held.request.requestId);
    },
    written: async (ids) => ids.filter((id) => this.written.has(id)),
    sync: async ({ serverId, accountIds }) => ({
      isKnown: this.servers.has(serverId),
      silentMsMax: 30_000,
      silentServers: [],
      isFirst: true,
      funds: accountIds.map(() => this.#fundsFor(serverId)),
    }),
    wanted: async (serverId) => {
      const times = this.leases.get(serverId)?.wanted ?? 0n;
      return times > 0n ? [{ id: this.#potId, times }] : [];
    },
    drop: async (serverId) => {
      const isKnown = this.servers.delete(serverId);
      if (!isKnown) return false;
      const isLeased = this.leases.delete(serverId);
      if (isLeased) this.held = this.#leased;
      return true;
    },
  };

  /** The view of the transaction before it waits for the pot. Returns the rest of it. */
  beginGiveBack(order: LeaseReturn): () => void {
    const seen = this.leases.get(order.serverId)?.amount ?? 0n;
    const isKnown = this.servers.has(order.serverId);
    return () => {
      if (!isKnown || !this.servers.has(order.serverId)) return;
      if (this.#protocol === 'now') this.#giveBack(order);
      else this.#giveBackUnbound(order, seen);
      this.#answer(order);
    };
  }

  #giveBack({ serverId, parts, accountIds }: LeaseReturn): void {
    const lease = this.leases.get(serverId);
    if (!lease) return;
    for (const { amount } of parts) {
      const taken = amount < lease.amount ? amount : lease.amount;
      this.held -= taken;
      lease.amount -= taken;
    }
    if (accountIds.length === 0) return;
    this.held -= lease.amount;
    this.leases.delete(serverId);
  }

  #giveBackUnbound({ serverId, parts, accountIds }: LeaseReturn, seen: bigint): void {
    const lease = this.leases.get(serverId);
    for (const { amount } of parts) {
      this.held -= amount;
      if (lease) lease.amount -= amount;
    }
    if (accountIds.length === 0) return;
    this.held -= seen;
    this.leases.delete(serverId);
  }

  #answer({ serverId, answered }: LeaseReturn): void {
    const lease = this.leases.get(serverId);
    if (lease && answered.some(({ times }) => times === lease.wanted)) lease.wanted = 0n;
  }

  #extend(order: LeaseRequest): LeaseGrant {
    const { serverId, recalled } = order;
    if (!this.servers.has(serverId)) throw new Error(`Server ${serverId} has no leases any more.`);
    const others = [...this.leases].filter(([id]) => id !== serverId).map(([, lease]) => lease);
    const unanswered = new Set(others.some(({ wanted }) => wanted > 0n) ? recalled : []);
    const extended = planFor(order, this.#fundsFor(serverId));
    for (const { amount } of extended.raises) {
      this.held += amount;
      const lease = this.leases.get(serverId) ?? { amount: 0n, wanted: 0n };
      lease.amount += amount;
      this.leases.set(serverId, lease);
    }
    const leased = others.filter(({ amount }) => amount > 0n);
    for (const _ of unaskedOf(extended)) for (const lease of leased) lease.wanted += 1n;
    return grantOf(extended, unanswered);
  }

  get #leased(): bigint {
    return [...this.leases.values()].reduce((sum, { amount }) => sum + amount, 0n);
  }

  #fundsFor(serverId: string): AccountFunds {
    const elsewhere = this.held - (this.leases.get(serverId)?.amount ?? 0n);
    const pot = {
      id: this.#potId,
      kind: 'credit' as const,
      expiresAtMs: null,
      unleased: this.balance - this.held,
      elsewhere,
    };
    return { accountId: this.#accountId, state: 'active', renewsAtMs: null, pots: [pot], limits: [], memberOf: {} };
  }

  /** The problems of the tables; none, if all is well. */
  problem(): string | undefined {
    if (this.held !== this.#leased) return `the pot holds ${this.held}, servers have leased ${this.#leased}`;
    if (this.held < 0n || this.held > this.balance) return `the pot holds ${this.held} of ${this.balance}`;
    if ([...this.leases.values()].some(({ amount }) => amount < 0n)) return 'a lease is below zero';
    return undefined;
  }

  toString(): string {
    const leases = [...this.leases].map(([id, { amount, wanted }]) => `${id} ${amount}/${wanted}`).sort();
    return `${this.balance} ${this.held} [${leases}] [${[...this.servers].sort()}] [${[...this.written].sort()}]`;
  }
}
