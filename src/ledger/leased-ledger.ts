/**
 * The ledger of a serving process. It leases slices of accounts from the database, admits requests from them in memory, and
 * writes each request once, when it has ended (`journal.ts`).
 *
 *   hold      free money in the lease: at once. Otherwise the lease is extended; requests that come meanwhile queue up
 *   settle    charged in memory, written with the next batch, answered when that is durable
 *   release   free in memory at once, written with the next batch
 *   sync      every second while something is leased: what rests goes back, what has become of the accounts is read
 *
 * The lease here is never more than the database says: after a failure that leaves a doubt, the lower amount counts, and
 * the end of the lease clears what is left in the database.
 */

import { boughtAt } from '../core/bought.ts';
import {
  type Balance,
  coveredTokensOf,
  type Hold,
  type HoldRequest,
  type KeyFunds,
  type Receipt,
  type Settled,
  type Settlement,
  tokensOfPart,
} from '../core/ledger.ts';
import { nanos } from '../core/money.ts';
import { createInTurn, type InTurn } from '../lib/in-turn.ts';
import type { Platform } from '../platform/platform.ts';
import type { HeldRequest } from './account-lease.ts';
import { AnsweredElsewhere } from './answered-elsewhere.ts';
import { splitCharge } from './charging.ts';
import { inactive, inDoubt, othersSilent, outOfReach, tookForDead, tooLate, waitedTooLong } from './hold-refusals.ts';
import { Journal } from './journal.ts';
import { balanceWithFree, fundsWithFree } from './lease-balance.ts';
import { LeaseExtensions } from './lease-extensions.ts';
import type { JournalRow, LeaseGrant, Leases } from './lease-ports.ts';
import { LeaseReturns } from './lease-returns.ts';
import { type Asked, canClear, type LeasedAccount, LeasedAccounts, type Waiting } from './leased-account.ts';
import type { Ledger, LedgerReader } from './ledger.ts';
import { RefusedLimits } from './limits/refused.ts';
import { ServerLife } from './server-life.ts';

export type LedgerNeeds = Pick<Platform, 'clock' | 'log'> & {
  readonly leases: Leases;
  readonly reader: LedgerReader;
  /** Rejects while the database cannot be written. */
  readonly checkWrite?: (() => Promise<void>) | undefined;
  /** How what gives back leases takes turns; one at a time, where nothing is given. */
  readonly inTurn?: InTurn | undefined;
  /** Resolves when so much time is over. */
  readonly pause?: ((ms: number) => Promise<unknown>) | undefined;
};

type Running = {
  readonly account: LeasedAccount;
  readonly held: HeldRequest;
  readonly serverId: string;
  isEnded: boolean;
};

/** Extensions that follow each other within this time make the next ones larger, for as long as the account is in use. */
const FREQUENT_MS = 1000;
const GROWTH_MAX = 32;
/** A request waits no longer for others of its account that are asked about. */
const WAIT_MS_MAX = 10_000;
/** So many requests are decided together. */
const GROUP_MAX = 256;
/** Other servers that have leased what is wanted here are waited for so long, and for so many looks where each is slow. */
const RECALL_MS = 3000;
const RECALL_LOOKS = 10;
const RECALL_LOOK_MS = 20;
/** More than there are looks: to ask for ever would be a mistake of ours. */
const ROUNDS_MAX = (2 * RECALL_MS) / RECALL_LOOK_MS;

export class LeasedLedger implements Ledger {
  readonly accounts = new LeasedAccounts();
  readonly refusedLimits = new RefusedLimits();
  /** Whatever gives back leases of this server does so here, in its turn. */
  readonly returns: LeaseReturns;
  readonly receiptOf: LedgerReader['receiptOf'];
  readonly archivedUntilMs: LedgerReader['archivedUntilMs'];
  serverId: string;
  /** True where no other server can take this one for dead. */
  isAlone = false;
  /** True while no other server comes before this one: it does what one of them has to do. */
  isFirst = true;
  life: ServerLife;
  readonly #needs: LedgerNeeds;
  readonly #journal: Journal;
  readonly #extensions: LeaseExtensions;
  readonly #pause: (ms: number) => Promise<unknown>;
  readonly #running = new Map<string, Running>();

  /** The server must have been opened in the database. */
  constructor(needs: LedgerNeeds, serverId: string) {
    this.#needs = needs;
    this.serverId = serverId;
    this.life = new ServerLife(needs.clock);
    this.#journal = new Journal(needs.leases, needs.clock);
    this.#extensions = new LeaseExtensions(needs.leases);
    this.#pause = needs.pause ?? Bun.sleep;
    this.returns = new LeaseReturns({ ...needs, inTurn: needs.inTurn ?? createInTurn() });
    this.receiptOf = needs.reader.receiptOf;
    this.archivedUntilMs = needs.reader.archivedUntilMs;
  }

  hold(request: HoldRequest): Hold | Promise<Hold> {
    const nowMs = this.#needs.clock.monotonicMs();
    const refusal = this.life.refusalAt(nowMs);
    if (refusal) throw refusal;
    const account = this.accounts.of(request.accountId);
    // While what ends cannot be written, nothing begins that could not be either.
    if (!account.isBusy && !this.#journal.isFailing) {
      const held = account.lease.tryHold(request);
      if (held) return this.#admit(account, held);
    }
    return new Promise((resolve, reject) => {
      account.waiting.push({ request, sinceMs: nowMs, resolve, reject });
      if (!account.isBusy) void this.serveWaiting(account);
    });
  }

  async settle(settlement: Settlement): Promise<Settled> {
    const { requestId, usage, atMs, buying } = settlement;
    const running = this.#running.get(requestId);
    if (!running || running.isEnded) return this.#settledBefore(requestId);
    const { account, held } = running;
    const charge = splitCharge(usage, held.request.price, held);
    running.isEnded = true;
    const ofLimits = account.lease.end(held, charge);
    const row: JournalRow = {
      held,
      outcome: settlement.outcome,
      endedAtMs: atMs,
      firstEventAtMs: settlement.firstEventAtMs ?? null,
      charge: { ...charge, usage, ofLimits, bought: buying && boughtAt(usage, buying) },
      anomaly: settlement.anomaly,
      structured: settlement.structured,
      record: settlement.record,
    };
    await this.#write(running, row);
    this.#running.delete(requestId);
    const coveredTokens = charge.tokenParts.reduce((sum, part) => sum + tokensOfPart(part), 0n);
    return { usage, cost: charge.cost, coveredTokens };
  }

  async release({ requestId, reason, atMs, anomaly, structured }: Parameters<Ledger['release']>[0]): Promise<void> {
    const running = this.#running.get(requestId);
    if (!running) return;
    this.#running.delete(requestId);
    const { account, held } = running;
    // After a settlement that was refused the hold has ended already, and only its row is missing.
    if (!running.isEnded) account.lease.release(held);
    const row: JournalRow = { held, outcome: reason, endedAtMs: atMs, firstEventAtMs: null, anomaly, structured };
    this.#write(running, row).catch((cause) =>
      this.#needs.log.error({ requestId, cause }, 'a request that was not charged could not be written'),
    );
  }

  letGo(requestId: string): void {
    const running = this.#running.get(requestId);
    if (!running) return;
    this.#running.delete(requestId);
    running.account.lease.release(running.held);
  }

  async balanceOf(accountId: string, nowMs: number): Promise<Balance> {
    const balance = await this.#needs.reader.balanceOf(accountId, nowMs);
    return balanceWithFree(balance, this.accounts.freeOf(accountId));
  }

  async fundsOf(keyId: string, nowMs: number): Promise<KeyFunds> {
    const funds = await this.#needs.reader.fundsOf(keyId, nowMs);
    return fundsWithFree(funds, this.accounts.freeOf(funds.accountId));
  }

  openHolds() {
    let held = 0n;
    for (const { lease } of this.accounts.values()) held += lease.heldCredit;
    return { count: this.#running.size, held: nanos(held) };
  }

  /** Resolves when everything that has ended is durable. */
  drained(): Promise<void> {
    return this.#journal.drained();
  }

  /** The database has taken this server for dead: nothing is leased any more, and what runs cannot be charged, so it ends. */
  beginAnew(serverId: string): void {
    const lost = this.life;
    this.serverId = serverId;
    this.life = lost.next();
    this.#running.clear();
    lost.end(tookForDead());
    const left = [...this.accounts.values()];
    this.accounts.clear();
    for (const { waiting } of left) for (const { reject } of waiting.splice(0)) reject(tookForDead());
  }

  /** Decides about those who wait, group by group, each with an extension of the lease. */
  async serveWaiting(account: LeasedAccount): Promise<void> {
    account.isBusy = true;
    while (account.waiting.length > 0) {
      const tooOldMs = this.#needs.clock.monotonicMs() - WAIT_MS_MAX;
      const all = account.waiting.splice(0, GROUP_MAX);
      for (const { sinceMs, reject } of all) if (sinceMs < tooOldMs) reject(waitedTooLong());
      const group = all.filter(({ sinceMs }) => sinceMs >= tooOldMs);
      try {
        await this.#clearDoubt(account);
        await this.#extendFor(account, group);
      } catch (thrown) {
        account.lease.isDoubtful = true;
        for (const { reject } of group) reject(thrown);
      }
    }
    account.isBusy = false;
  }

  /** Requests that follow each other without a pause would keep a lease in doubt from ever resting. */
  async #clearDoubt(account: LeasedAccount): Promise<void> {
    if (!canClear(account)) return;
    await this.returns.inTurn(async () => {
      const { serverId } = this;
      if (!canClear(account)) return;
      const refused = await this.returns.end(serverId, [account]);
      if (serverId !== this.serverId) throw tookForDead();
      if (refused.has(account)) throw refused.get(account);
    });
  }

  async #extendFor(account: LeasedAccount, group: readonly Waiting[]): Promise<void> {
    if (this.#journal.isFailing) await this.#needs.checkWrite?.().catch(outOfReach);
    let left = group;
    let recalled: readonly string[] = [];
    const recallUntilMs = this.#needs.clock.monotonicMs() + RECALL_MS;
    for (let round = 1; left.length > 0; round += 1) {
      if (round > ROUNDS_MAX) throw new Error(`The lease of account ${account.id} cannot be extended.`);
      const extended = await this.#extend(account, left, recalled);
      recalled = extended.recalled;
      const hasTime = round <= RECALL_LOOKS || this.#needs.clock.monotonicMs() < recallUntilMs;
      const mayWait = extended.isRecalling && hasTime;
      left = left.filter((one) => !this.#decide(account, one, { ...extended, mayWait }));
      if (left.length > 0 && mayWait) await this.#pause(RECALL_LOOK_MS);
    }
  }

  async #extend(account: LeasedAccount, group: readonly Waiting[], recalled: readonly string[]): Promise<LeaseGrant> {
    await account.freeing;
    const { serverId } = this;
    const { lease } = account;
    const { timesTaken } = lease;
    const requests = group.map(({ request }) => request);
    for (const { keyId } of requests) lease.noteKey(keyId);
    const { keyIds } = lease;
    const nowMs = this.#needs.clock.monotonicMs();
    if (nowMs - account.extendedMs < FREQUENT_MS) account.growth = Math.min(GROWTH_MAX, account.growth * 2 + 1);
    account.extendedMs = nowMs;
    const atMs = Math.max(...requests.map((request) => request.atMs));
    const demand = { requests, free: lease.free(), growth: account.growth };
    const grant = await this.#extensions.ask({ ...demand, serverId, accountId: account.id, atMs, keyIds, recalled });
    if (serverId !== this.serverId) throw tookForDead();
    lease.apply(grant.funds, keyIds);
    lease.raise(grant.raises);
    return lease.timesTaken === timesTaken ? grant : this.#extend(account, group, grant.recalled);
  }

  /** Returns whether the request is decided. */
  #decide(account: LeasedAccount, waiting: Waiting, { mayWait, isRecalling }: Asked): boolean {
    const { lease } = account;
    const { request, resolve, reject } = waiting;
    const held = mayWait ? lease.tryHold(request) : undefined;
    if (lease.state !== 'active') reject(inactive(lease.state));
    else if (held) resolve(this.#admit(account, held));
    else if (mayWait) return false;
    else {
      const decision = lease.decide(request);
      if (decision.kind === 'short') return false;
      if (decision.kind === 'held') resolve(this.#admit(account, decision.held));
      else if (lease.isDoubtful) reject(inDoubt());
      else reject(isRecalling ? othersSilent() : this.refusedLimits.refuse(request, decision));
    }
    return true;
  }

  #admit(account: LeasedAccount, held: HeldRequest): Hold {
    account.usedMs = this.#needs.clock.monotonicMs();
    this.#running.set(held.request.requestId, { account, held, serverId: this.serverId, isEnded: false });
    const { outputTokensMax } = held;
    return this.isAlone ? { outputTokensMax } : { outputTokensMax, lease: this.life };
  }

  /** A row that was refused has cost nothing: its money is free again. Where that is not known, it counts as spent. */
  async #write({ account, held, serverId }: Running, row: JournalRow): Promise<void> {
    account.unwritten += 1;
    account.usedMs = this.#needs.clock.monotonicMs();
    try {
      await this.#journal.add(serverId, row);
    } catch (thrown) {
      if (!(thrown instanceof AnsweredElsewhere)) {
        account.lease.isDoubtful = true;
        this.#running.delete(held.request.requestId);
      } else if (row.charge) account.lease.undo(held, row.charge);
      throw thrown;
    } finally {
      account.unwritten -= 1;
    }
  }

  /** A request that is not running here has ended, or was never held, or was held by a server that lost its leases. */
  async #settledBefore(requestId: string): Promise<Settled> {
    const receipt: Receipt | undefined = await this.receiptOf(requestId);
    if (!receipt) throw tooLate(requestId);
    return { usage: receipt.usage, cost: receipt.cost, coveredTokens: coveredTokensOf(receipt.paidBy) };
  }
}
