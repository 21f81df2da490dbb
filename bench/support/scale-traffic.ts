/** Servers with the product's own keepers of leases, and customers who ask them, on a modelled database and in virtual time. */
import type { Hold } from '../../src/core/ledger.ts';
import { nanos, type Price } from '../../src/core/money.ts';
import { type LeaseKeeper, openLeases } from '../../src/ledger/lease-keeper.ts';
import { type Random, seeded } from '../../test/support/random.ts';
import { type Machine, ScaleDatabase } from './scale-database.ts';
import { VirtualTime } from './virtual-time.ts';

export type Scale = {
  readonly seed: number;
  readonly servers: number;
  readonly accounts: number;
  /** Chats a second in the busiest hour. */
  readonly peakRate: number;
  /** An account is always asked at the same server, as a proxy does that goes by the key. */
  readonly isSticky: boolean;
  readonly machine: Machine;
};

const PRICE: Price = {
  input: nanos(25_000n),
  cachedInput: nanos(6_000n),
  output: nanos(100_000n),
  reasoning: nanos(90_000n),
};
const BOUNDS = { inputTokensMax: 4000, outputTokensMax: 1000, atMs: 0 };
/** The most that a chat can cost. */
const WORST = 4000n * 25_000n + 1000n * 100_000n;
const ANSWER_MS = 10_000;
/** So many of the accounts have credit for some chats; the others for any number. */
const POOR_SHARE = 0.05;
const POOR_CHATS_MAX = 8;
const PLENTY = 10n ** 15n;
const IDLE_MS = 900;
const SYNC_MS = 1000;

export type Counts = { chats: number; refused: number; unknown: number; readonly waitsMs: number[] };

export class ScaleRun {
  readonly time = new VirtualTime();
  readonly database: ScaleDatabase;
  counts: Counts = newCounts();
  /** Part of the busiest hour's rate. */
  rate = 1;
  readonly #scale: Scale;
  readonly #random: Random;
  readonly #keepers: LeaseKeeper[] = [];
  #asked = 0;

  constructor(scale: Scale) {
    this.#scale = scale;
    this.#random = seeded(scale.seed);
    this.database = new ScaleDatabase(this.time, scale.machine);
    for (let n = 1; n <= scale.accounts; n += 1) this.database.addAccount(accountId(n), this.#credit());
  }

  /** Opens the servers within a second, one after the other, and begins to ask. */
  async start(): Promise<void> {
    const { servers } = this.#scale;
    for (let n = 0; n < servers; n += 1) {
      this.time.after((n * SYNC_MS) / servers, () => {
        void this.#open(`srv_${n}`).then((keeper) => this.#keepers.push(keeper));
      });
    }
    await this.time.runUntil(2 * SYNC_MS);
    this.#askNext();
  }

  #open(serverId: string): Promise<LeaseKeeper> {
    const clock = { nowMs: () => this.time.nowMs, monotonicMs: () => this.time.nowMs };
    return openLeases({
      ...{ serverId, clock, leases: this.database, reader: NO_READER, log: LOUD, ids: { next: () => serverId } },
      times: { idleMs: IDLE_MS, syncMs: SYNC_MS },
      pause: (ms) => this.time.pause(ms),
    });
  }

  #credit(): bigint {
    const isPoor = this.#random.fraction() < POOR_SHARE;
    return isPoor ? WORST * BigInt(this.#random.integer(1, POOR_CHATS_MAX)) : PLENTY;
  }

  #askNext(): void {
    const everyMs = 1000 / (this.#scale.peakRate * this.rate);
    this.time.after(-Math.log(1 - this.#random.fraction()) * everyMs, () => {
      void this.#ask();
      this.#askNext();
    });
  }

  async #ask(): Promise<void> {
    const account = this.#account();
    const { ledger } = this.#keepers[this.#isAt(account)]!;
    const { counts } = this;
    const requestId = `req_${++this.#asked}`;
    const about = {
      accountId: accountId(account),
      keyId: `key_${account}`,
      model: 'm',
      priceVersion: 'm@1',
      price: PRICE,
    };
    const answerMs = -Math.log(1 - this.#random.fraction()) * ANSWER_MS;
    const usage = {
      ...{ inputTokens: this.#random.integer(100, 2000), outputTokens: this.#random.integer(1, 1000) },
      ...{ cachedInputTokens: 0, reasoningTokens: 0 },
    };
    const beganMs = this.time.nowMs;
    const hold: Hold | undefined = await Promise.resolve(ledger.hold({ ...about, ...BOUNDS, requestId })).catch(
      ({ code }) => {
        if (code === 'insufficient_credit') counts.refused += 1;
        else counts.unknown += 1;
        return undefined;
      },
    );
    counts.chats += 1;
    counts.waitsMs.push(this.time.nowMs - beganMs);
    if (!hold) return;
    this.time.after(answerMs, () => {
      const outputTokens = Math.min(usage.outputTokens, hold.outputTokensMax);
      const settlement = { requestId, usage: { ...usage, outputTokens }, outcome: 'finished', atMs: 0 } as const;
      void ledger.settle(settlement);
    });
  }

  /** The busiest account asks twice as often as the second, three times as often as the third, and so on. */
  #account(): number {
    const { accounts } = this.#scale;
    return Math.min(accounts, Math.floor((accounts + 1) ** this.#random.fraction()));
  }

  #isAt(account: number): number {
    const { isSticky, servers } = this.#scale;
    return isSticky ? account % servers : this.#random.integer(0, servers - 1);
  }
}

export const newCounts = (): Counts => ({ chats: 0, refused: 0, unknown: 0, waitsMs: [] });

const accountId = (n: number): string => `acc_${n}`;
const NO_READER = {} as never;
const LOUD = {
  info() {},
  warn() {},
  error(_fields: object, message: string): void {
    throw new Error(message);
  },
};
