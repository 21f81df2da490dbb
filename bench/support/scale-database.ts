/**
 * One PostgreSQL with the leases of very many accounts, without a row: what each call of a server does comes from the model
 * of the lease store, which is compared with the real one call by call (`test/model/lease-database.test.ts`). Each call is a
 * transaction. It waits for the accounts that others have, takes a core for as long as was measured, and flushes.
 */
import type { JournalBatch, LeaseGrant, LeaseRequest, LeaseReturn, Leases } from '../../src/ledger/lease-ports.ts';
import { LeaseDatabase } from '../../test/model/lease-database.ts';
import { COSTS, type Kind } from './scale-costs.ts';
import type { VirtualTime } from './virtual-time.ts';

export type Machine = {
  readonly cores: number;
  /** There and back between a server and the database. */
  readonly roundTripMs: number;
  readonly flushMs: number;
};

type Counted = { calls: number; statements: number; busyMs: number };

const potIdOf = (accountId: string): string => `credit-${accountId}`;
const accountOf = (potId: string): string => potId.slice('credit-'.length);

type Work = {
  readonly kind: Kind;
  readonly statements: number;
  /** Whose rows are locked. */
  readonly accountIds: readonly string[];
  /** Rows or accounts, which cost something each. */
  readonly size: number;
};

export class ScaleDatabase implements Leases {
  readonly counted = new Map<Kind, Counted>();
  /** How long the rows of each account were locked. */
  readonly lockedMs = new Map<string, number>();
  readonly #time: VirtualTime;
  readonly #machine: Machine;
  readonly #servers = new Set<string>();
  readonly #accounts = new Map<string, LeaseDatabase>();
  /** The accounts of which something is wanted back from a server. */
  readonly #wanted = new Map<string, Set<string>>();
  readonly #coreFreeMs: number[];
  readonly #lockedUntilMs = new Map<string, number>();

  constructor(time: VirtualTime, machine: Machine) {
    this.#time = time;
    this.#machine = machine;
    this.#coreFreeMs = Array.from({ length: machine.cores }, () => 0);
  }

  addAccount(accountId: string, balance: bigint): void {
    const about = { potId: potIdOf(accountId), accountId, servers: this.#servers };
    this.#accounts.set(accountId, new LeaseDatabase(balance, about));
  }

  /** The server and the account of each lease. */
  get leased(): readonly string[] {
    const leased = [...this.#accounts].flatMap(([id, { leases }]) =>
      [...leases.keys()].map((server) => `${server} ${id}`),
    );
    return leased.sort();
  }

  async open(serverId: string): Promise<void> {
    this.#servers.add(serverId);
    this.#count('sync').statements += 1;
  }

  extend(request: LeaseRequest): Promise<LeaseGrant> {
    const work = { kind: 'extend', ...this.#extending([request]), accountIds: [request.accountId], size: 1 } as const;
    return this.#transact(work, () => this.#extended(request));
  }

  extendTogether(requests: readonly LeaseRequest[]): Promise<readonly (LeaseGrant | null)[]> {
    const atMs = this.#time.nowMs + this.#machine.roundTripMs / 2;
    const free = requests.filter(({ accountId }) => (this.#lockedUntilMs.get(accountId) ?? 0) <= atMs);
    const accountIds = free.map(({ accountId }) => accountId);
    const work = { kind: 'extend', ...this.#extending(requests), accountIds, size: requests.length } as const;
    return this.#transact(work, () =>
      Promise.all(requests.map((one) => (free.includes(one) ? this.#extended(one) : null))),
    );
  }

  /** Begin, the server, the accounts, pots and limits of keys and of accounts, end; answers where some are missing. */
  #extending(requests: readonly LeaseRequest[]): { readonly statements: number } {
    return { statements: 7 + (requests.some(({ recalled }) => recalled.length > 0) ? 1 : 0) };
  }

  /** As the store: two statements raise pots and leases for all, and one asks other servers for a pot. */
  async #extended(request: LeaseRequest): Promise<LeaseGrant> {
    const account = this.#account(request.accountId);
    const grant = await account.calls.extend(request);
    const asked = grant.recalled.length - request.recalled.length;
    this.#count('extend').statements += (grant.raises.length > 0 ? 2 : 0) + asked;
    if (asked > 0) {
      for (const [serverId, { wanted }] of account.leases)
        if (wanted > 0n) this.#wantedOf(serverId).add(request.accountId);
    }
    return grant;
  }

  write(batch: JournalBatch): Promise<void> {
    const byAccount = Map.groupBy(batch.rows, ({ held }) => held.request.accountId);
    const work = { kind: 'write', statements: 1, accountIds: [...byAccount.keys()], size: batch.rows.length } as const;
    return this.#transact(work, async () => {
      for (const [accountId, rows] of byAccount) {
        const account = this.#account(accountId);
        await account.calls.write({ ...batch, rows });
        // What was written is only asked for after a failure, and there is none.
        account.written.clear();
      }
    });
  }

  async written(): Promise<readonly string[]> {
    throw new Error('Nothing fails here.');
  }

  giveBack({ serverId, parts, accountIds, answered }: LeaseReturn): Promise<void> {
    const ofParts = parts.map(({ potId }) => accountOf(potId));
    const statements = 3 + (parts.length > 0 ? 3 : 0) + (accountIds.length > 0 ? 5 : 0) + (answered.length > 0 ? 1 : 0);
    const locked = [...new Set([...ofParts, ...accountIds])];
    const work = { kind: 'giveBack', statements, accountIds: locked, size: locked.length } as const;
    return this.#transact(work, async () => {
      for (const accountId of new Set([...locked, ...answered.map(({ id }) => accountOf(id))])) {
        const account = this.#account(accountId);
        const potId = potIdOf(accountId);
        account.beginGiveBack({
          serverId,
          parts: parts.filter((part) => part.potId === potId),
          accountIds: accountIds.filter((id) => id === accountId),
          answered: answered.filter(({ id }) => id === potId),
        })();
        if ((account.leases.get(serverId)?.wanted ?? 0n) === 0n) this.#wantedOf(serverId).delete(accountId);
      }
    });
  }

  sync({ serverId, accountIds }: Parameters<Leases['sync']>[0]): ReturnType<Leases['sync']> {
    const statements = 2 + (accountIds.length > 0 ? 3 : 0);
    return this.#transact({ kind: 'sync', statements, accountIds: [], size: accountIds.length }, async () => {
      const about = { serverId, atMs: 0, keyIds: [] };
      const news = await Promise.all(
        accountIds.map((id) => this.#account(id).calls.sync({ ...about, accountIds: [id] })),
      );
      const funds = news.flatMap((one) => one.funds);
      return { isKnown: this.#servers.has(serverId), silentMsMax: 30_000, silentServers: [], isFirst: true, funds };
    });
  }

  wanted(serverId: string): ReturnType<Leases['wanted']> {
    return this.#transact({ kind: 'wanted', statements: 1, accountIds: [], size: 0 }, async () => {
      const all = [...this.#wantedOf(serverId)].map((id) => this.#account(id).calls.wanted(serverId));
      return (await Promise.all(all)).flat();
    });
  }

  async drop(serverId: string): Promise<boolean> {
    for (const account of this.#accounts.values()) await account.calls.drop(serverId);
    return this.#servers.delete(serverId);
  }

  async dropSilent(): Promise<boolean> {
    return false;
  }

  async dropAll(): Promise<void> {}

  /** In the order in which calls come: first the rows, then a core, then the disk. */
  async #transact<T>({ kind, statements, accountIds, size }: Work, work: () => Promise<T>): Promise<T> {
    const { roundTripMs, flushMs } = this.#machine;
    const { fixedUs, eachUs, isFlushed } = COSTS[kind];
    const busyMs = (fixedUs + eachUs * size) / 1000;
    const counted = this.#count(kind);
    counted.calls += 1;
    counted.statements += statements;
    counted.busyMs += busyMs;
    const lockedMs = accountIds.map((id) => this.#lockedUntilMs.get(id) ?? 0);
    const heldMs = Math.max(this.#time.nowMs + roundTripMs / 2, ...lockedMs);
    const core = this.#coreFreeMs.indexOf(Math.min(...this.#coreFreeMs));
    const startMs = Math.max(heldMs, this.#coreFreeMs[core]!);
    this.#coreFreeMs[core] = startMs + busyMs;
    const endMs = startMs + busyMs + (isFlushed ? flushMs : 0);
    for (const id of accountIds) {
      this.#lockedUntilMs.set(id, endMs);
      this.lockedMs.set(id, (this.lockedMs.get(id) ?? 0) + endMs - heldMs);
    }
    await this.#time.pause(endMs - this.#time.nowMs);
    const result = await work();
    await this.#time.pause(roundTripMs / 2);
    return result;
  }

  #count(kind: Kind): Counted {
    const known = this.counted.get(kind) ?? { calls: 0, statements: 0, busyMs: 0 };
    this.counted.set(kind, known);
    return known;
  }

  #wantedOf(serverId: string): Set<string> {
    const known = this.#wanted.get(serverId) ?? new Set();
    this.#wanted.set(serverId, known);
    return known;
  }

  #account(id: string): LeaseDatabase {
    return this.#accounts.get(id)!;
  }
}
