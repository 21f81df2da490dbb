/** Usage: sums for charts, and single requests for lists and files. */
import { bothWrites } from './cache-writes.ts';
import type { RequestNote, StructuredResult, Usage } from './chat.ts';
import type { FreeReason, PaidPart, ReceiptGroup } from './ledger.ts';
import type { Nanos, Price } from './money.ts';
import type { ServedTier } from './tiers.ts';

export type UsageSum = {
  readonly requests: number;
  readonly usage: Usage;
  /** Taken from the credit. */
  readonly cost: Nanos;
  /** Tokens that plans and packages paid. */
  readonly planTokens: bigint;
  readonly packageTokens: bigint;
};

/** The ways in which a chart splits sums. By pot there is one sum, which says itself which pot paid what. */
export type UsageBy = 'model' | 'key' | 'member' | 'pot';

/** The sum of one model or key within one step of a chart. An hour belongs to the step in which it begins. */
export type UsageStep = UsageSum & { readonly id: string; readonly atMs: number };

/** `free`: nothing was charged, because the engine failed or nothing had been done. */
export type RequestOutcome = 'finished' | 'client-left' | 'free';

export type RequestRecord = Omit<UsageSum, 'requests'> & {
  readonly id: string;
  readonly atMs: number;
  readonly model: string;
  readonly keyId: string;
  readonly keyName: string;
  /** The member whose key it was. */
  readonly keyUserId?: string;
  readonly priceVersion: string;
  /** The name of the price group by whose prices it was charged. */
  readonly groupName?: string;
  /** The tier that it was served at. */
  readonly served?: ServedTier;
  /** What the caller has said of it. */
  readonly note?: RequestNote;
  /** Where the answer was held against a schema. */
  readonly structured?: StructuredResult;
  readonly outcome: RequestOutcome;
  /** Why nothing was charged; `expired`: its server died. */
  readonly freeReason?: FreeReason | 'expired';
  readonly firstEventAtMs?: number;
  readonly endedAtMs?: number;
};

export type RequestReceipt = RequestRecord & {
  readonly price: Price;
  readonly priceGroup?: ReceiptGroup;
  readonly paidBy: readonly PaidPart[];
};

export type RequestFilter = {
  readonly fromMs?: number;
  /** Not included. */
  readonly toMs?: number;
  readonly model?: string;
  readonly keyId?: string;
  /** Whose keys. */
  readonly userId?: string;
  readonly outcome?: RequestOutcome;
  /** Whom the caller has made them for. */
  readonly endUser?: string;
  readonly idPrefix?: string;
};

/** A place in the list of requests, newest first: what is behind this one comes next. */
export type RequestCursor = { readonly atMs: number; readonly id: string };

export type RequestPage = {
  readonly rows: readonly RequestRecord[];
  /** Where to read on; null at the end. */
  readonly next: RequestCursor | null;
  /** How many requests were looked at. */
  readonly read: number;
};

export const NO_USAGE: UsageSum = {
  requests: 0,
  usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 },
  cost: 0n as Nanos,
  planTokens: 0n,
  packageTokens: 0n,
};

export const plus = (a: UsageSum, b: UsageSum): UsageSum => ({
  requests: a.requests + b.requests,
  usage: {
    inputTokens: a.usage.inputTokens + b.usage.inputTokens,
    cachedInputTokens: a.usage.cachedInputTokens + b.usage.cachedInputTokens,
    outputTokens: a.usage.outputTokens + b.usage.outputTokens,
    reasoningTokens: a.usage.reasoningTokens + b.usage.reasoningTokens,
    ...bothWrites(a.usage, b.usage),
  },
  cost: (a.cost + b.cost) as Nanos,
  planTokens: a.planTokens + b.planTokens,
  packageTokens: a.packageTokens + b.packageTokens,
});
