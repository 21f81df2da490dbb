/** Storage for a test, in SQLite or in PostgreSQL, as the test is run: an account with a key, prices, and short words for what happens to them. */
import type { Buying, BuyingPrice } from '../../src/core/bought.ts';
import { buyingAt } from '../../src/core/buying.ts';
import type { Usage } from '../../src/core/chat.ts';
import type { LimitRule, LimitWindow } from '../../src/core/limit.ts';
import { nanos, type Price } from '../../src/core/money.ts';
import { DEFAULT_PLANS, type PlanOffers } from '../../src/core/plan.ts';
import { audit } from '../../src/ledger/audit/audit.ts';
import type { Audit } from '../../src/ledger/audit.ts';
import { readBuyingVersions, readRates, writeBuyingVersion, writeRate } from '../../src/ledger/buying-store.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createStores } from '../../src/server/stores/stores.ts';
import { currentDatabase } from './databases.ts';
import { type LeasedStores, leasedStores } from './leased-stores.ts';
import { openMigratedSqlite } from './migrated-sqlite.ts';
import { emptyPostgres } from './postgres-database.ts';

export const PRICE: Price = {
  input: nanos(25_000n),
  cachedInput: nanos(6_000n),
  output: nanos(100_000n),
  reasoning: nanos(90_000n),
};
/** 2026-11-15 12:00 in Prague. */
export const NOON = Date.UTC(2026, 10, 15, 11);

type TokenLimit = { readonly tokens: bigint; readonly window: LimitWindow };

export type Storage = AsyncDisposable & {
  readonly db: Database;
  readonly stores: LeasedStores;
  account(options?: {
    credit?: bigint;
    keyLimit?: { amount: bigint; window: LimitWindow };
    /** The limits of the key, and of the whole account. */
    keyTokens?: TokenLimit;
    accountTokens?: TokenLimit;
    /** The limit of the credit of the whole account, in a month. */
    accountLimit?: bigint;
  }): Promise<{ id: string; keyId: string }>;
  /** Publishes a price for the one model and returns its version. */
  publish(price?: Price): Promise<string>;
  audit(nowMs?: number): Promise<Audit>;
};

export async function openStorage(options: { offers?: PlanOffers } = {}): Promise<Storage> {
  const offers = options.offers ?? DEFAULT_PLANS;
  const { db, close } = await openDatabase();
  const stores = leasedStores(createStores(db, offers));
  let accounts = 0;
  return {
    db,
    stores,
    account: async ({ credit = 0n, keyLimit, keyTokens, accountTokens, accountLimit } = {}) => {
      const id = `acc_${++accounts}`;
      await stores.accounts.create({ id, email: `${id}@example.com`, status: 'active', createdAtMs: NOON });
      if (credit > 0n)
        await stores.credits.grant({
          accountId: id,
          amount: nanos(credit),
          reason: 'test',
          actor: 'test',
          atMs: NOON,
        });
      const keyId = `key_${accounts}`;
      const key = {
        id: keyId,
        accountId: id,
        name: 'k',
        hint: 'xxxx',
        createdAtMs: NOON,
        allowedModels: [],
        allowedRanges: [],
        limits: limitsFrom(keyLimit, keyTokens),
      };
      const inMonth = accountLimit === undefined ? undefined : ({ amount: accountLimit, window: 'month' } as const);
      await stores.limits.set(id, limitsFrom(inMonth, accountTokens));
      await stores.keys.add({ key, fingerprint: `print-${keyId}` });
      return { id, keyId };
    },
    publish: async (price = PRICE) => {
      const versions = await stores.prices.publish(new Map([['m', price]]), { actor: 'test', atMs: NOON });
      return versions.get('m')!;
    },
    audit: (nowMs = NOON) => audit(db, nowMs),
    [Symbol.asyncDispose]: close,
  };
}

type CreditLimit = { readonly amount: bigint; readonly window: LimitWindow };

/** Limits of credit and of tokens, where there are any. */
export const limitsFrom = (credit?: CreditLimit, tokens?: TokenLimit): readonly LimitRule[] => [
  ...(credit ? [{ unit: 'CZK', window: credit.window, max: credit.amount } as const] : []),
  ...(tokens ? [{ unit: 'tokens', window: tokens.window, max: tokens.tokens } as const] : []),
];

async function openDatabase(): Promise<{ readonly db: Database; close(): Promise<void> }> {
  if (currentDatabase() === 'PostgreSQL') {
    const { db, giveBack } = await emptyPostgres();
    return { db, close: giveBack };
  }
  return openMigratedSqlite();
}

/** In billionths for a million tokens: 3, 0.75, 12 and 9.5. */
const BUYING_PRICE: BuyingPrice = {
  input: 3_000_000_000n,
  cachedInput: 750_000_000n,
  output: 12_000_000_000n,
  reasoning: 9_500_000_000n,
};

type BuyingWish = {
  readonly engine?: string;
  readonly price?: BuyingPrice;
  readonly currency?: string;
  readonly fromMs?: number;
};

/** Sets a buying price of an engine, and a rate of its currency, and returns what requests are bought at. */
export async function publishBuying({ db }: Pick<Storage, 'db'>, wish: BuyingWish = {}): Promise<Buying> {
  const { engine = 'main', price = BUYING_PRICE, currency = 'CZK', fromMs = NOON } = wish;
  const actor = 'test';
  await db.transaction(async (sql) => {
    if (currency !== 'CZK') await writeRate(sql, { currency, rate: nanos(25_123_456_789n), fromMs, actor });
    await writeBuyingVersion(sql, { engine, model: '', currency, price, fromMs, actor });
  });
  const said = { buyingVersions: await readBuyingVersions(db.sql), rates: await readRates(db.sql) };
  return buyingAt(said, { engine, model: 'any' }, fromMs)!;
}

/** Tokens by type, with nothing cached and nothing reasoned unless said. */
export const usageOf = (input: number, output: number, rest: Partial<Usage> = {}): Usage => ({
  inputTokens: input,
  outputTokens: output,
  cachedInputTokens: 0,
  reasoningTokens: 0,
  ...rest,
});
