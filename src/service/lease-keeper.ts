/**
 * Keeps the leases of a server: enters it in the database, gives back what rests, hears of changes to accounts, and answers
 * other servers that want back what is free.
 */
import { AccountLease } from '../domain/account-lease.ts';
import type { Ids } from '../domain/ports.ts';
import { type Repeated, repeat } from '../lib/repeat.ts';
import { silentTooLong } from './hold-refusals.ts';
import { type LeasedAccount, NOTHING_BACK } from './leased-account.ts';
import { LeasedLedger, type LeasedLedgerParts } from './leased-ledger.ts';

type LeaseKeeperParts = LeasedLedgerParts & {
  readonly ids: Ids;
  /** By which the server is known when it is gone; its own, where none is given. */
  readonly serverId?: string | undefined;
  readonly times?: LeaseTimes | undefined;
};

export type LeaseTimes = {
  /** How long a lease is kept after its last request. */
  readonly idleMs: number;
  /** How often that is looked at, and the accounts are read. */
  readonly syncMs: number;
};

const TIMES: LeaseTimes = { idleMs: 900, syncMs: 1000 };
/** How often a server that is not alone looks what others want back. */
const RECALL_MS = 50;
/** A server stops admitting when this part of the time is over after which others take it for dead. */
const SILENT_PART = 2 / 3;

export type LeaseKeeper = {
  readonly ledger: LeasedLedger;
  /** Gives back what rests now and reads the accounts; for tests that do not wait for the timer. */
  sync(idleMs?: number): Promise<void>;
  /** Gives back what another server has leased that is gone. */
  dropServer(serverId: string): Promise<void>;
  /** Writes what has ended, gives everything back, and leaves. */
  close(): Promise<void>;
};

/** Rejects when the server cannot be entered in the database. */
export async function openLeases(parts: LeaseKeeperParts): Promise<LeaseKeeper> {
  const { leases, clock, ids, log, times = TIMES } = parts;
  const ledger = new LeasedLedger(parts, parts.serverId ?? ids.next('srv_'));
  await leases.open(ledger.serverId);
  /** Whether there may be other servers; known after the first look. */
  let isShared = true;

  /** Where this fails it is tried again with the next look; nothing is held meanwhile. */
  async function endIdle(idleMs: number): Promise<void> {
    const nowMs = clock.monotonicMs();
    const idle = [...ledger.accounts.values()].filter((account) => isIdle(account, nowMs - idleMs));
    if (idle.length === 0) return;
    const { serverId } = ledger;
    for (const account of idle) account.isBusy = account.isEnding = true;
    try {
      const accountIds = idle.map(({ id }) => id);
      const limitIds = idle.flatMap(({ lease }) => lease.limitIds);
      await leases.giveBack({ ...NOTHING_BACK, serverId, accountIds, limitIds });
    } catch (thrown) {
      for (const { waiting } of idle) for (const { reject } of waiting.splice(0)) reject(silentTooLong());
      throw thrown;
    }
    if (serverId !== ledger.serverId) return;
    for (const account of idle) {
      account.isBusy = account.isEnding = false;
      account.lease = new AccountLease(account.id);
      if (account.waiting.length > 0) void ledger.serveWaiting(account);
      else ledger.accounts.delete(account.id);
    }
  }

  /** What is free of pots that have ended, and of limits that were lowered, pays for nothing any more. */
  async function endParts(): Promise<void> {
    const nowMs = clock.nowMs();
    const parts = [...ledger.accounts.values()].flatMap(({ lease, isEnding }) => {
      const ended = isEnding ? NOTHING : lease.ended(nowMs);
      return ended.size === 0 ? [] : lease.takeFree((id) => ended.has(id));
    });
    if (parts.length > 0) await leases.giveBack({ ...NOTHING_BACK, serverId: ledger.serverId, parts });
  }

  async function readAccounts(): Promise<void> {
    const beganMs = clock.monotonicMs();
    const { serverId } = ledger;
    const warm = [...ledger.accounts.values()].filter(({ isBusy }) => !isBusy);
    const accountIds = warm.map(({ id }) => id);
    const keyIds = warm.flatMap(({ lease }) => lease.keyIds);
    const news = await leases.sync({ serverId, atMs: clock.nowMs(), accountIds, keyIds });
    if (!news.isKnown) return beginAnew();
    isShared = news.silentMsMax !== null;
    ledger.aliveUntilMs =
      news.silentMsMax === null ? Number.POSITIVE_INFINITY : beganMs + news.silentMsMax * SILENT_PART;
    for (const funds of news.funds) {
      const account = ledger.accounts.get(funds.accountId);
      // An extension that was under way meanwhile knows better.
      if (account && !account.isBusy && account.extendedMs < beganMs) account.lease.apply(funds, account.lease.keyIds);
    }
    // Last: whatever keeps others from being dropped, this server lives.
    for (const silent of news.silentServers) await leases.dropSilent(silent);
  }

  async function beginAnew(): Promise<void> {
    log.error({ server: ledger.serverId }, 'other servers took this one for dead: its leases are gone');
    ledger.aliveUntilMs = Number.NEGATIVE_INFINITY;
    ledger.beginAnew(ids.next('srv_'));
    await leases.open(ledger.serverId);
    await readAccounts();
  }

  let last: Promise<void> = Promise.resolve();

  /** One at a time: a lease that is ended twice could be a new one by then. */
  function sync(idleMs = times.idleMs): Promise<void> {
    const turn = last.then(async () => {
      try {
        await endIdle(idleMs);
        await endParts();
      } finally {
        // Leases that cannot go back must not keep the server from saying that it lives.
        await readAccounts();
      }
    });
    last = turn.catch(() => {});
    return turn;
  }

  async function answerRecall(): Promise<void> {
    if (!isShared || ledger.accounts.size === 0) return;
    const { serverId } = ledger;
    const wanted = await leases.wanted(serverId);
    if (wanted.length === 0) return;
    const all = [...ledger.accounts.values()];
    // The end of a lease is the answer where it is under way.
    const ending = new Set(all.filter(({ isEnding }) => isEnding).flatMap(({ lease }) => lease.ids));
    const answered = wanted.filter(({ id }) => !ending.has(id));
    const ids = new Set(answered.map(({ id }) => id));
    const parts = all.flatMap(({ lease }) => lease.takeFree((id) => ids.has(id)));
    await leases.giveBack({ ...NOTHING_BACK, serverId, parts, answered });
  }

  /** What fails is tried again, and reported once. */
  function keepUp(everyMs: number, work: () => Promise<void>): Repeated {
    let hasFailed = false;
    return repeat({
      everyMs,
      work: async () => {
        await work();
        hasFailed = false;
      },
      onFailure: (cause) => {
        if (!hasFailed) log.error({ cause }, 'leases could not be kept up to date; trying again');
        hasFailed = true;
      },
    });
  }

  const repeated = [keepUp(times.syncMs, () => sync()), keepUp(RECALL_MS, answerRecall)];

  return {
    ledger,
    sync,
    dropServer: async (serverId) => {
      if (await leases.drop(serverId)) log.info({ serverId }, 'gave back what a worker had leased that is gone');
    },
    close: async () => {
      await Promise.all(repeated.map(({ stop }) => stop()));
      await last;
      await ledger.drained();
      // Where this fails, others drop it, or the next start does.
      await leases
        .drop(ledger.serverId)
        .catch((cause) => log.warn({ cause }, 'leases could not be given back at the end'));
    },
  };
}

const NOTHING: ReadonlySet<string> = new Set();

/** An account whose end could not be written to the database stays so until it can. One in doubt rests as soon as nothing runs. */
const isIdle = ({ isBusy, isEnding, lease, unwritten, usedMs }: LeasedAccount, beforeMs: number): boolean =>
  isEnding || (!isBusy && lease.running === 0 && unwritten === 0 && (lease.isDoubtful || usedMs <= beforeMs));
