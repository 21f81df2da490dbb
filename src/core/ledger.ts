/**
 * A request is paid in two steps: a hold reserves the most it can cost, and the settlement charges what it did cost.
 *
 *   (none) --hold--> running --settle--> settled     charged once; the rest of the hold is free again
 *                       |-----release--> released    nothing was charged: refused, or the engine failed
 *                       '--its server dies           nothing is written; a late settle is refused
 *
 * A hold lives in the memory of its server, within what the server has leased (`lease.ts`); only its end is written.
 * A charge is never more than its hold, and a hold never more than what is there: so a balance cannot go negative.
 * `charging.ts` says which pot pays what.
 */
import type { Buying } from './bought.ts';
import type { RecordedAnswer, RequestNote, StructuredResult, Usage } from './chat.ts';
import type { LimitUse } from './limit.ts';
import type { Nanos, Price } from './money.ts';
import type { PlanWindow } from './plan.ts';
import type { RateRule } from './rate-limit.ts';
import type { ServedTier } from './tiers.ts';

export type Account = {
  readonly id: string;
  readonly email: string;
  /** The name that its members gave it. */
  readonly name?: string;
  /**
   * A blocked account owes money; its requests are refused until the debt is paid. One that the operator has suspended
   * is refused until the operator lifts it. A closed one is over.
   */
  readonly status: 'active' | 'blocked' | 'suspended' | 'closed';
  readonly createdAtMs: number;
};

export type HoldRequest = {
  readonly requestId: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly model: string;
  readonly priceVersion: string;
  readonly price: Price;
  /** The part of itself that a token takes from a plan or package, in per cent; of a request at a tier, whose price has it already. */
  readonly tierPercent?: number | undefined;
  /** No engine can read more tokens than this out of the request. */
  readonly inputTokensMax: number;
  /** The bound of the caller or of the model. */
  readonly outputTokensMax: number;
  /** Where several answers are wanted: a token for each. */
  readonly outputTokensMin?: number | undefined;
  readonly atMs: number;
  readonly note?: RequestNote | undefined;
  /** It is a line of a batch. */
  readonly isBatch?: boolean;
  /** Where the key, its member or its account may only use so many tokens a minute. */
  readonly tokenRate?: RatedTokens | undefined;
  /** Where they may only make so many requests of the model a minute. */
  readonly requestRules?: RatedTokens['rules'] | undefined;
};

export type RatedTokens = {
  readonly rules: readonly (RateRule & { readonly of: 'API key' | 'member' | 'account'; readonly model?: string })[];
  /** A guess of the prompt. */
  readonly tokens: number;
};

/** The answer of the strictest limit of tokens a minute. */
export type TokenRate = { readonly limit: number; readonly remaining: number; readonly resetMs: number };

/** The funds that were reserved. The output may have been lowered to what the funds cover. */
export type Hold = {
  readonly outputTokensMax: number;
  readonly tokenRate?: TokenRate;
  /** Missing where no other server could take away what is held. */
  readonly lease?: HeldLease;
};

/** A hold is leased, and a lease can be lost: to other servers that took this one for dead. */
export interface HeldLease {
  /** Stops an answer when the lease is lost. Returns how to say that the answer has ended. */
  follow(answer: { abort(reason: unknown): void }): () => void;
  /** Nothing while the lease is there for sure. Otherwise resolves when it is, and rejects when it is lost. */
  check(): Promise<void> | undefined;
}

/** How a charged request ended. */
export type Outcome = 'finished' | 'client-left';
/** Why a request was not charged. */
export type FreeReason = 'engine-failed' | 'no-engine' | 'service-stopped' | 'left-early' | 'answered-elsewhere';

export type Settlement = {
  readonly requestId: string;
  readonly usage: Usage;
  readonly outcome: Outcome;
  readonly firstEventAtMs?: number | undefined;
  readonly atMs: number;
  /** The buying price of the engine that answered, where it is known. */
  readonly buying?: Buying | undefined;
  /** The engine's claim, if it cannot be true: `usage` is then our own count. */
  readonly anomaly?: string | undefined;
  /** Where the answer was to keep to a schema. */
  readonly structured?: StructuredResult | undefined;
  /** Kept in the same transaction as the charge, so that a repeat finds both or neither. */
  readonly record?: AnswerToKeep | undefined;
};

type AnswerToKeep = {
  readonly scope: string;
  readonly fingerprint: string;
  readonly expiresAtMs: number;
  /** The claim that this answer fulfils; without it, or when it is lost, nothing is charged. */
  readonly owner?: string;
  readonly answer: Omit<RecordedAnswer, 'cost'>;
};

/** How a hold ends without a charge. */
export type Release = Pick<Settlement, 'requestId' | 'atMs' | 'anomaly' | 'structured'> & {
  readonly reason: FreeReason;
};

/** The result of a settlement. */
export type Settled = {
  readonly usage: Usage;
  /** Taken from the credit. */
  readonly cost: Nanos;
  /** Tokens that a plan or packages paid. */
  readonly coveredTokens: bigint;
};

/** True where the amounts of a pot are nano-crowns. */
export const isMoney = ({ kind, unit }: { readonly kind: PotKind; readonly unit?: 'CZK' }): boolean =>
  kind === 'credit' || unit === 'CZK';

export type PotKind = 'plan' | 'package' | 'credit';

/** The part that a pot paid: tokens, or nano-crowns where the kind is credit or the unit CZK. */
export type PaidPart = {
  readonly kind: PotKind;
  /** Of a plan that gives crowns. */
  readonly unit?: 'CZK';
  readonly label: string;
  readonly amount: bigint;
  /** The processed tokens that it paid for; missing where they are the amount. */
  readonly tokens?: bigint;
};

/** The processed tokens that a part of a token pot paid for. */
export const tokensOfPart = ({ amount, tokens = amount }: Pick<PaidPart, 'amount' | 'tokens'>): bigint => tokens;

/** The tokens among what pots paid. */
export const coveredTokensOf = (paidBy: readonly Pick<PaidPart, 'kind' | 'amount' | 'tokens'>[]): bigint =>
  paidBy.reduce((sum, part) => (part.kind === 'credit' ? sum : sum + tokensOfPart(part)), 0n);

/** A price group on a receipt, as it was then, beside the list price that it was made of. */
export type ReceiptGroup = {
  readonly id: string;
  readonly name: string;
  readonly listVersion: string;
  readonly list: Price;
};

export type Receipt = {
  readonly requestId: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly model: string;
  readonly outcome: Outcome;
  readonly note?: RequestNote;
  readonly structured?: StructuredResult;
  readonly usage: Usage;
  readonly priceVersion: string;
  readonly price: Price;
  /** The group by whose prices it was charged. */
  readonly priceGroup?: ReceiptGroup;
  /** The tier that it was served at; its price is that of the tier. */
  readonly served?: ServedTier;
  /** Taken from the credit. What token pots paid is in `paidBy`. */
  readonly cost: Nanos;
  readonly paidBy: readonly PaidPart[];
  readonly admittedAtMs: number;
  readonly firstEventAtMs?: number;
  readonly endedAtMs: number;
};

/** `amount` and `held` are tokens, or nano-crowns where the kind is credit or the unit CZK. What is held is part of the amount. */
export type PotBalance = {
  readonly id: string;
  readonly kind: PotKind;
  /** Of a plan that gives crowns. */
  readonly unit?: 'CZK';
  readonly label: string;
  readonly amount: bigint;
  readonly held: bigint;
  /** The part that requests have taken of it so far. */
  readonly spent: bigint;
  readonly expiresAtMs?: number;
  /** Of a plan that has some. */
  readonly windows?: readonly PotWindow[];
};

/** How much of a pot may be used within a window, and what was. `resetsAtMs`: when the next one opens. */
export type PotWindow = {
  readonly window: PlanWindow;
  readonly max: bigint;
  readonly used: bigint;
  readonly held: bigint;
  readonly resetsAtMs: number;
};

export type Balance = {
  readonly pots: readonly PotBalance[];
  readonly credit: Nanos;
  /** The part of the credit that running requests hold. */
  readonly held: Nanos;
  /** Taken from the credit over all time. */
  readonly spent: Nanos;
  readonly debt: Nanos;
};

/** The funds of a key now: the balance of its account, within limits. */
export type KeyFunds = {
  readonly accountId: string;
  readonly status: Account['status'];
  readonly balance: Balance;
  /** The pot whose tokens are granted anew when it ends, and the plan that does it. */
  readonly renewal?: { readonly potId: string; readonly plan: string };
  /** Those that are leased: of the key, of the member whose it is, and of the account. */
  readonly limits: readonly LimitUse[];
};

/** The use of one model by one key within one hour, and who paid. */
export type UsageHour = {
  /** The first moment of the hour, in UTC. A request belongs to the hour of its charge. */
  readonly hourMs: number;
  readonly keyId: string;
  readonly model: string;
  readonly requests: number;
  readonly usage: Usage;
  /** Taken from the credit. */
  readonly cost: Nanos;
  /** Tokens that plans and packages paid. */
  readonly planTokens: bigint;
  readonly packageTokens: bigint;
};

/** Why there is a grant. The audit follows it, and compares account, unit and amount. */
export type Cause =
  `${'order' | 'dispute' | 'voucher' | 'trial' | 'period' | 'action' | 'command' | 'expiry'}:${string}`;

/** Money and tokens that people move: by whom and why is part of the ledger. */
export type Movement = {
  /** The id of the thing that it is given for; without one it is a command of its own. */
  readonly cause?: Cause;
  readonly accountId: string;
  readonly amount: Nanos;
  readonly reason: string;
  readonly actor: string;
  readonly atMs: number;
};
