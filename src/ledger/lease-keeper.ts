/**
 * Keeps the leases of a server: enters it in the database, gives back what rests, hears of changes to accounts, and answers
 * those who want back what is free: other servers, and refunds.
 */

import { createInTurn } from '../lib/in-turn.ts';
import { type Repeated, repeat } from '../lib/repeat.ts';
import type { Platform } from '../platform/platform.ts';
import type { Wanted } from './lease-ports.ts';
import type { FreedParts } from './lease-returns.ts';
import type { LeasedAccount, LeasedAccounts } from './leased-account.ts';
import { LeasedLedger, type LedgerNeeds } from './leased-ledger.ts';

type KeeperNeeds = LedgerNeeds &
  Pick<Platform, 'ids'> & {
    /** The id by which the server is known when it is gone; its own, where none is given. */
    readonly serverId?: string | undefined;
    readonly times?: LeaseTimes | undefined;
  };

export type LeaseTimes = {
  /** How long a lease is kept after its last request. */
  readonly idleMs: number;
  /** How often that is looked at, and the accounts are read. */
  readonly syncMs: number;
  /** How often a server looks what is wanted back: by other servers, and by what takes money from an account. */
  readonly recallMs?: number;
  /** How often a server that has leased nothing says that it lives. */
  readonly livingMs?: number;
};

const TIMES: LeaseTimes = { idleMs: 900, syncMs: 1000, livingMs: 3000 };
const RECALL_MS = 50;
const NOT_KEPT_UP = 'leases could not be kept up to date; trying again';
/** A server stops admitting when this part of the time is over after which others take it for dead. */
const SILENT_PART = 2 / 3;

export type LeaseKeeper = {
  readonly ledger: LeasedLedger;
  /** Gives back what rests now and reads the accounts; for tests that do not wait for the timer. */
  sync(idleMs?: number): Promise<void>;
  /** Gives back now what other servers want. */
  answerRecall(): Promise<void>;
  /** Gives back what another server has leased that is gone. */
  dropServer(serverId: string): Promise<void>;
  /** Writes what has ended, gives everything back, and leaves. */
  close(): Promise<void>;
};

/** Rejects when the server cannot be entered in the database. */
export async function openLeases(needs: KeeperNeeds): Promise<LeaseKeeper> {
  const { leases, log, times = TIMES } = needs;
  const upkeep = new LeaseUpkeep(needs);
  const { ledger } = upkeep;
  await leases.open(ledger.serverId);
  // Before the first answer begins it is known until when this server surely lives: a freeze may come in its first second.
  await upkeep.read().catch((cause) => log.error({ cause }, NOT_KEPT_UP));
  const living = keepUp(log, times.livingMs ?? times.syncMs, () => upkeep.read());
  // Each by itself: leases that cannot go back must not keep the server from saying that it lives.
  const stopWork = workWhileLeased(upkeep.ledger.accounts, log, [
    { everyMs: times.recallMs ?? RECALL_MS, work: () => upkeep.answerRecall() },
    { everyMs: times.syncMs, work: () => upkeep.rest(times.idleMs) },
    { everyMs: times.syncMs, work: () => upkeep.read() },
  ]);
  return {
    ledger,
    sync: async (idleMs = times.idleMs) => {
      try {
        await upkeep.rest(idleMs);
      } finally {
        await upkeep.read();
      }
    },
    answerRecall: () => upkeep.answerRecall(),
    dropServer: async (serverId) => {
      if (await leases.drop(serverId)) log.info({ serverId }, 'gave back what a worker had leased that is gone');
    },
    close: async () => {
      await Promise.all([stopWork(), living.stop()]);
      await upkeep.lastRead();
      await ledger.drained();
      // Where this fails, others drop it, or the next start does.
      await ledger.returns
        .inTurn(() => leases.drop(ledger.serverId))
        .catch((cause) => log.warn({ cause }, 'leases could not be given back at the end'));
    },
  };
}

type Timed = { readonly everyMs: number; readonly work: () => Promise<void> };

/** Where nothing is leased nothing can rest or be wanted back: no timer wakes an idle server for it. Returns how to stop. */
function workWhileLeased(
  accounts: LeasedAccounts,
  log: Platform['log'],
  works: readonly Timed[],
): () => Promise<unknown> {
  const running = new Map<Timed, Repeated>();
  const ended = new Map<Timed, Promise<void>>();
  const begin = (one: Timed) =>
    keepUp(log, one.everyMs, async () => {
      await one.work();
      if (accounts.size > 0) return;
      const over = running.get(one);
      running.delete(one);
      if (over) ended.set(one, over.stop());
    });
  accounts.onFirst = () => {
    for (const one of works) if (!running.has(one)) running.set(one, begin(one));
  };
  return () => {
    accounts.onFirst = () => {};
    return Promise.all([...[...running.values()].map(({ stop }) => stop()), ...ended.values()]);
  };
}

/** Work that fails is tried again, and reported once. */
function keepUp(log: Platform['log'], everyMs: number | (() => number), work: () => Promise<void>): Repeated {
  let hasFailed = false;
  return repeat({
    everyMs,
    work: async () => {
      await work();
      hasFailed = false;
    },
    onFailure: (cause) => {
      if (!hasFailed) log.error({ cause }, NOT_KEPT_UP);
      hasFailed = true;
    },
  });
}

/** The three things that are done again and again: give back what rests, read the accounts, and answer other servers. */
class LeaseUpkeep {
  readonly ledger: LeasedLedger;
  readonly #needs: KeeperNeeds;
  /** One at a time: who hears twice that this server was dropped would begin anew twice. */
  readonly #inTurnOfReads = createInTurn();

  constructor(needs: KeeperNeeds) {
    this.#needs = needs;
    this.ledger = new LeasedLedger(needs, needs.serverId ?? needs.ids.next('srv_'));
  }

  read(): Promise<void> {
    return this.#inTurnOfReads(() => this.#readAccounts());
  }

  /** Resolves when no read is under way. */
  lastRead(): Promise<void> {
    return this.#inTurnOfReads(async () => {});
  }

  rest(idleMs: number): Promise<void> {
    return this.ledger.returns.inTurn(async () => {
      await this.#endIdle(idleMs);
      await this.#endParts(idleMs);
    });
  }

  async answerRecall(): Promise<void> {
    const { ledger } = this;
    if (ledger.accounts.size === 0) return;
    const { serverId, returns } = ledger;
    const wanted = await this.#needs.leases.wanted(serverId);
    if (wanted.length === 0) return;
    await returns.inTurn(async () => {
      if (serverId === ledger.serverId) await returns.free(serverId, freeOf([...ledger.accounts.values()], wanted));
    });
  }

  /** Where this fails it is tried again with the next look; nothing is held meanwhile. */
  async #endIdle(idleMs: number): Promise<void> {
    const { ledger } = this;
    const nowMs = this.#needs.clock.monotonicMs();
    const idle = [...ledger.accounts.values()].filter((account) => isIdle(account, nowMs - idleMs));
    if (idle.length === 0) return;
    const { serverId } = ledger;
    for (const account of idle) account.isBusy = account.isEnding = true;
    const refused = await ledger.returns.end(serverId, idle).catch((thrown) => {
      for (const account of idle) rejectWaiting(account, thrown);
      throw thrown;
    });
    if (serverId !== ledger.serverId) return;
    for (const account of idle) {
      if (refused.has(account)) rejectWaiting(account, refused.get(account));
      else this.#serveAgain(account);
    }
  }

  #serveAgain(account: LeasedAccount): void {
    account.isBusy = account.isEnding = false;
    if (account.waiting.length > 0) void this.ledger.serveWaiting(account);
    else this.ledger.accounts.delete(account.id);
  }

  /**
   * The free rest of pots that have ended, and of limits that were lowered, pays for nothing any more. Neither does what is
   * free of an account that is not active, or of which every request is refused: clients that go on asking must not keep it.
   */
  async #endParts(idleMs: number): Promise<void> {
    const { clock } = this.#needs;
    const { accounts, returns, serverId } = this.ledger;
    const nowMs = clock.nowMs();
    const beforeMs = clock.monotonicMs() - idleMs;
    const freed = [...accounts.values()].flatMap((account) => {
      const { lease, isEnding, usedMs } = account;
      if (isEnding) return [];
      const isUnused = lease.state !== 'active' || usedMs <= beforeMs;
      const ended = lease.ended(nowMs);
      const parts = lease.takeFree((id) => isUnused || ended.has(id));
      return parts.length === 0 ? [] : [{ account, parts, answered: [] }];
    });
    if (freed.length > 0) await returns.free(serverId, freed);
  }

  async #readAccounts(): Promise<void> {
    const { leases, clock } = this.#needs;
    const { ledger } = this;
    const beganMs = clock.monotonicMs();
    const beganAtMs = clock.nowMs();
    const { serverId } = ledger;
    const warm = [...ledger.accounts.values()].filter(({ isBusy }) => !isBusy);
    const accountIds = warm.map(({ id }) => id);
    const keyIds = warm.flatMap(({ lease }) => lease.keyIds);
    const news = await leases.sync({ serverId, atMs: beganAtMs, accountIds, keyIds });
    if (!news.isKnown) return this.#beginAnew();
    const silentMsMax = news.silentMsMax ?? Number.POSITIVE_INFINITY;
    ledger.isAlone = news.silentMsMax === null;
    ledger.isFirst = news.isFirst;
    ledger.life.renew({
      admitsUntilMs: beganMs + silentMsMax * SILENT_PART,
      surelyUntilMs: beganMs + silentMsMax,
      surelyUntilAtMs: beganAtMs + silentMsMax,
    });
    for (const funds of news.funds) {
      const account = ledger.accounts.get(funds.accountId);
      // An extension that was under way meanwhile knows better.
      if (account && !account.isBusy && account.extendedMs < beganMs) account.lease.apply(funds, account.lease.keyIds);
    }
    // Last: whatever keeps others from being dropped, this server lives. One that cannot be keeps no other.
    const dropped = await Promise.allSettled(news.silentServers.map((silent) => leases.dropSilent(silent)));
    for (const one of dropped) if (one.status === 'rejected') throw one.reason;
  }

  async #beginAnew(): Promise<void> {
    const { leases, ids, log } = this.#needs;
    log.error({ server: this.ledger.serverId }, 'other servers took this one for dead: its leases are gone');
    this.ledger.beginAnew(ids.next('srv_'));
    await leases.open(this.ledger.serverId);
    await this.#readAccounts();
  }
}

/**
 * Takes out of leases what is free of those that are wanted. The end of a lease is the answer where it has to be tried again,
 * and where it is in doubt: it may have more than is known here. Where a lease is not known here, nothing is free of it.
 */
function freeOf(accounts: readonly LeasedAccount[], wanted: readonly Wanted[]): readonly FreedParts[] {
  const wantedOf = new Map(wanted.map((one) => [one.id, one]));
  const freed = accounts.flatMap((account): FreedParts[] => {
    const answered = account.lease.ids.flatMap((id) => wantedOf.get(id) ?? []);
    for (const { id } of answered) wantedOf.delete(id);
    if (answered.length === 0 || account.isEnding) return [];
    const ids = new Set(answered.map(({ id }) => id));
    const parts = account.lease.takeFree((id) => ids.has(id));
    if (!account.lease.isDoubtful) return [{ account, parts, answered }];
    return parts.length === 0 ? [] : [{ account, parts, answered: [] }];
  });
  return wantedOf.size === 0 ? freed : [...freed, { account: undefined, parts: [], answered: [...wantedOf.values()] }];
}

function rejectWaiting({ waiting }: LeasedAccount, thrown: unknown): void {
  for (const { reject } of waiting.splice(0)) reject(thrown);
}

/** An account whose end could not be written to the database stays so until it can. One in doubt rests as soon as nothing runs. */
const isIdle = ({ isBusy, isEnding, lease, unwritten, usedMs }: LeasedAccount, beforeMs: number): boolean =>
  isEnding || (!isBusy && lease.running === 0 && unwritten === 0 && (lease.isDoubtful || usedMs <= beforeMs));
