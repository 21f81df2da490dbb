/** Price groups: customers who pay a part of the list price, or prices of their own. Dated, as all prices are. */
import { cacheWrites, type Nanos, type Price, partOf } from './money.ts';
import { priceAt } from './price-versions.ts';
import { versionAt } from './version.ts';

export type GroupTerms = {
  /** As its members read it on receipts. */
  readonly name: string;
  /** Of the list price, in hundredths of a percent. */
  readonly percent: number;
  /** Prices of the group's own. A type of token that is not named costs its percent. */
  readonly models: Readonly<Record<string, Partial<Price>>>;
};

export type GroupVersion = GroupTerms & {
  readonly id: string;
  readonly group: string;
  readonly version: number;
  readonly fromMs: number;
  readonly actor: string;
};

/** The group of an account from a time on; null is none. */
export type GroupMembership = {
  readonly accountId: string;
  readonly version: number;
  readonly group: string | null;
  readonly fromMs: number;
  readonly actor: string;
};

/** What was said of groups and of their members. */
export type GroupWords = {
  readonly versions: readonly GroupVersion[];
  readonly members: readonly GroupMembership[];
};

export interface PriceGroups {
  /** The group of an account at a time, as it is then; nothing where the list holds. */
  of(accountId: string, atMs: number): GroupVersion | undefined;
}

/** `declared`: the groups that the file owns. */
export function createPriceGroups({ versions, members }: GroupWords, declared: ReadonlySet<string>): PriceGroups {
  const byGroup = Map.groupBy(versions, ({ group }) => group);
  const byAccount = Map.groupBy(members, ({ accountId }) => accountId);
  return {
    of: (accountId, atMs) => {
      const own = byAccount.get(accountId);
      const group = own && versionAt(own, atMs)?.group;
      return group ? priceAt(byGroup.get(group) ?? [], declared.has(group), atMs) : undefined;
    },
  };
}

/** Hundredths of a percent in the whole. */
const WHOLE = 10_000n;

/** The price of a model for members of a group. Its part of a price is rounded to a whole nano-crown. */
export function groupPrice(list: Price, model: string, { percent, models }: Omit<GroupTerms, 'name'>): Price {
  const own = models[model] ?? {};
  const of = (amount: Nanos): Nanos => partOf(amount, BigInt(percent), WHOLE);
  return {
    input: own.input ?? of(list.input),
    cachedInput: own.cachedInput ?? of(list.cachedInput),
    output: own.output ?? of(list.output),
    reasoning: own.reasoning ?? of(list.reasoning),
    ...cacheWrites({
      cacheWrite5m: own.cacheWrite5m ?? (list.cacheWrite5m && of(list.cacheWrite5m)),
      cacheWrite1h: own.cacheWrite1h ?? (list.cacheWrite1h && of(list.cacheWrite1h)),
    }),
  };
}

/** Reads a percent such as "87.5". */
export function percentFrom(text: string): number {
  const [whole = '', decimals = ''] = text.split('.');
  return Number(whole + decimals.padEnd(2, '0'));
}

export const percentText = (percent: number): string => String(percent / 100);
