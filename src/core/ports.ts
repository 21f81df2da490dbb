/** The ports that more than one part of the house speaks through. `server` hands in what fits. */
import type { ApiKey } from './api-key.ts';
import type { EngineSource } from './buying.ts';
import type { TimeSpan } from './calendar.ts';
import type { ChatRequest, EngineEvents, RecordedAnswer } from './chat.ts';
import type {
  Account,
  Balance,
  Cause,
  FreeReason,
  Hold,
  HoldOrder,
  KeyFunds,
  Movement,
  Outcome,
  Receipt,
  Release,
  Settled,
  Settlement,
  UsageHour,
} from './ledger.ts';
import type { Nanos, Price } from './money.ts';
import type { Person } from './person.ts';
import type { PlanChange, PlanId } from './plan.ts';
import type { Admission, RateRule } from './rate-limit.ts';
import type { StopSignal } from './stop.ts';
import type { TokenAnswer, TokenOrder } from './token-rate.ts';
import type { Span } from './trace.ts';
import type { RequestCursor, RequestFilter, RequestPage, RequestReceipt, UsageBy, UsageStep } from './usage.ts';

export type { Person };

/** The caller, known once the key was checked. */
export type Caller = { readonly accountId: string; readonly key: ApiKey; readonly requestId: string };

/** A chat on its way to an engine, with everything decided that the caller left open. */
export type EngineRequest = {
  readonly chat: ChatRequest;
  /** The engine's own name for the model. */
  readonly engineModel?: string;
  readonly maxOutputTokens: number;
  readonly requestId: string;
  readonly accountId: string;
  /** The span whose child the engine's part is. */
  readonly span: Span;
  /** Where several engines may answer: which one was asked last. */
  readonly asked?: { source: EngineSource | undefined };
};

export interface Engine {
  /**
   * Resolves once the engine has begun to answer: until then the caller may try another engine, from then on a failure
   * can only be reported inside the stream. Rejects with ServiceError, or with the signal's reason when it is aborted.
   */
  open(request: EngineRequest, signal: StopSignal): Promise<EngineEvents>;
  /** The state of the engine now, in words for the operator where it cannot answer. Cheap enough to ask every second. */
  health(): Promise<EngineHealth>;
}

/** A chat of which only the tokens of its input are wanted. */
export type CountedChat = Pick<EngineRequest, 'chat' | 'accountId' | 'requestId' | 'span'> & {
  readonly signal: AbortSignal;
};

export type EngineHealth = {
  readonly ok: boolean;
  readonly detail: string;
  /** The work before it can answer, such as `downloading 43 %`; not secret. */
  readonly doing?: string;
};

export interface Engines {
  /** The engine of a model, or undefined when it has none. */
  of(modelId: string): Engine | undefined;
  /** The engine of a model that has only one; several say which of them was asked. */
  sourceOf(modelId: string): EngineSource | undefined;
  all(): ReadonlyMap<string, Engine>;
}

export interface RateLimits {
  /**
   * Throws `store_unavailable` when the number of earlier ones is unknown. One server alone answers at once, and so does one
   * of several that may take what it has set aside for the key: then `remaining` may not know of the last requests elsewhere.
   * `max`: of a key that may make fewer than others.
   */
  admit(keyId: string, mayTakeSlice?: boolean, max?: number): Admission | Promise<Admission>;
  /** How many would be admitted now, without counting one. */
  look(keyId: string, max?: number): Admission | Promise<Admission>;
  /**
   * A request under several rules, counted by all of them or, where one refuses it, by none. Answers in their order; what is
   * `admitted` is what that rule alone says. With 0 it only looks.
   */
  admitAll(rules: readonly RateRule[], requests: 0 | 1): readonly Admission[] | Promise<readonly Admission[]>;
  /** Tokens of a minute, which are counted beside the requests. */
  takeTokens(taking: TokenOrder): TokenAnswer | Promise<TokenAnswer>;
}

/** The people who sign in. Passwords, sessions and second factors stay behind this door. */
export interface People {
  /**
   * The person whose cookies a request has; undefined when they belong to no session. They act in the given account, or in
   * the first of theirs; `not_found` where they do not belong to it.
   */
  personOf(cookies: string, accountId?: string): Promise<Person | undefined>;
  change(userId: string, change: Partial<Pick<Person, 'name' | 'language'>>): Promise<void>;
  hasPassword(userId: string): Promise<boolean>;
  isPassword(userId: string, password: string): Promise<boolean>;
  /** The account has no owner any more. Forgets a person who belongs to no other, with every session. */
  remove(person: Pick<Person, 'userId' | 'accountId'>): Promise<void>;
}

export type NewKey = { readonly key: ApiKey; readonly fingerprint: string };

export interface Accounts {
  create(account: Account): Promise<void>;
  find(idOrEmail: string): Promise<Account | undefined>;
  /** Accounts by id, after the given one; a bounded number at a time. */
  list(afterId: string): Promise<readonly AccountLine[]>;
}

/** An account in a list of all. */
export type AccountLine = Account & { readonly credit: Nanos; readonly plan: PlanId | null };

export interface Keys {
  add(newKey: NewKey): Promise<void>;
  /** Looks a key up by the fingerprint of its secret. The secret itself is stored nowhere. */
  findByFingerprint(fingerprint: string): Promise<ApiKey | undefined>;
  list(accountId: string): Promise<readonly (ApiKey & { readonly spent: Nanos })[]>;
  /** Takes a key id. Returns false when there is no such key. Revoking twice keeps the first time. */
  revoke(keyId: string, atMs: number): Promise<boolean>;
}

/** Paying for requests. See `core/ledger.ts` for the rules. */
export interface Ledger extends LedgerReader {
  /**
   * Reserves the worst case, lowering the output to what the funds cover. Answers at once where enough is leased.
   * Throws or rejects with `insufficient_credit`, `key_limit_reached`, `member_limit_reached`, `account_limit_reached` or `account_blocked`.
   */
  hold(wanted: HoldOrder): Hold | Promise<Hold>;
  /** Charges once and returns when it is durable. A second call changes nothing and returns what the first one did. */
  settle(settlement: Settlement): Promise<Settled>;
  /** Frees a hold without a charge, at once. Its row is written later. */
  release(release: Release): Promise<void>;
  /** How many requests of this server hold something now, and how much credit. */
  openHolds(): { readonly count: number; readonly held: Nanos };
}

/** Reads of requests and accounts. */
export interface LedgerReader {
  /** The cost of a settled request, and who paid. */
  receiptOf(requestId: string): Promise<Receipt | undefined>;
  /** Up to when requests were moved out of the ledger; nothing where none were. */
  archivedUntilMs(): Promise<number | undefined>;
  balanceOf(accountId: string, nowMs: number): Promise<Balance>;
  /** The funds that a hold of this key would be decided by. A plan period that is due begins with it. */
  fundsOf(keyId: string, nowMs: number): Promise<KeyFunds>;
}

/** Usage for charts and statements: counted with each charge, so it is never behind. */
export interface Usages {
  /** The hours of an account that begin within `[fromMs, toMs)`, oldest first, each once for a key and model. */
  hours(accountId: string, span: TimeSpan): Promise<readonly UsageHour[]>;
  /** Sums of the steps that begin at `startsMs`, of which the last is only the end. Steps without usage are left out. */
  steps(chart: {
    readonly accountId: string;
    readonly startsMs: readonly number[];
    readonly by: UsageBy;
    /** The member whose keys alone are meant. */
    readonly ofUserId?: string | undefined;
  }): Promise<readonly UsageStep[]>;
  /** Requests, newest first, after `before`. Looks at a bounded number of them, so a page may be short or empty. */
  page(list: {
    readonly accountId: string;
    readonly filter: RequestFilter;
    readonly before: RequestCursor | null;
    readonly rowsMax: number;
  }): Promise<RequestPage>;
  /** How many milliseconds the newest requests of a span waited for their first event. Looks at a bounded number. */
  firstEvents(accountId: string, span: TimeSpan): Promise<readonly number[]>;
  find(accountId: string, requestId: string): Promise<RequestReceipt | undefined>;
}

/** Money and tokens that people move. Every call is durable, with its actor and reason, before it returns. */
export interface Credits {
  /** Adds credit. An open debt is paid from it first; when none is left, the account is active again. */
  grant(movement: Movement): Promise<void>;
  /** Adds or takes credit to mend a mistake. Takes no more than is free; throws a RangeError otherwise. */
  correct(movement: Movement): Promise<void>;
  /**
   * Takes credit back whose payment was returned. What is no longer there becomes a debt, and the account is blocked.
   * Returns the debt.
   */
  takeBack(movement: Movement): Promise<Nanos>;
  grantPackage(
    grant: Omit<Movement, 'amount'> & { readonly tokens: bigint; readonly expiresAtMs: number },
  ): Promise<void>;
}

export interface Plans {
  /** Subscribes, upgrades at once, or downgrades with the next period; `plan.ts` has the rules. */
  choose(choice: {
    readonly accountId: string;
    readonly plan: PlanId;
    readonly actor: string;
    readonly atMs: number;
    readonly cause?: Cause;
  }): Promise<PlanChange>;
  /** Lets the running period be the last. Returns false when there is no plan. */
  cancel(choice: { readonly accountId: string; readonly atMs: number }): Promise<boolean>;
  current(accountId: string, nowMs: number): Promise<PlanStatus | undefined>;
}

export type PlanStatus = {
  readonly plan: PlanId;
  readonly nextPlan: PlanId | null;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  /** The pot with the tokens of this period. */
  readonly potId: string;
};

export interface Prices {
  /** Writes a new version for every model whose price has changed, and returns the publisher's last version of each. */
  publish(
    prices: ReadonlyMap<string, Price>,
    by: { readonly actor: string; readonly atMs: number },
  ): Promise<ReadonlyMap<string, string>>;
}

/** The work of time itself. Each step is idempotent, returns how much it did, and may run twice at once. */
export interface Maintenance {
  renewPlans(nowMs: number): Promise<number>;
  expirePots(nowMs: number): Promise<number>;
  /** Pays what is owed from credit that has become free, as holds end. */
  payDebts(nowMs: number): Promise<number>;
  /** Accounts with refunded tokens that requests held. What has come back is taken then, and what was used is owed. */
  refundsToSettle(): Promise<readonly string[]>;
  settleRefunds(accountId: string, nowMs: number): Promise<number>;
  /** Writes off what requests have given back that were still running when their account was closed. */
  emptyClosed(nowMs: number): Promise<number>;
  forgetAnswers(nowMs: number): Promise<number>;
  /** The accounts from which pots were emptied before their end, by a clock that was wrong. */
  sweptTooEarly(nowMs: number): Promise<readonly string[]>;
  /** The accounts whose pots do not hold what servers have leased of them, or have leases of servers that are not entered. */
  accountsToRepair(): Promise<readonly string[]>;
  /** The time of a database on another machine; null where it has no clock of its own. */
  databaseMs(): Promise<number | null>;
  /** Writes this much that says nothing, to find out whether the database can be written. */
  tryWrite(bytes: number): Promise<void>;
}

/** Hashes over rows that are final, each over the one before it. */
export interface Seals {
  /** Covers some of the rows that no seal covers yet; returns how many. 0 where there are none, or none that are final. */
  seal(atMs: number): Promise<number>;
  /** The last seal, as `number:hash`; nothing before the first. */
  head(): Promise<string | undefined>;
}

export type AnswerLookup = { readonly fingerprint: string; readonly answer: RecordedAnswer };

export interface RecordedAnswers {
  find(scope: string, nowMs: number): Promise<AnswerLookup | undefined>;
}

/** Events for metrics and logs. Cheap, and it never fails. */
export interface Metrics {
  requestEnded(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    /** As the caller wrote it. */
    readonly model: string | undefined;
    readonly durationMs: number;
  }): void;
  /** An engine's first event, this long after the request was admitted. */
  firstEvent(model: string, ms: number): void;
  /** An engine of this model has reported what cannot be true, or has gone on past its limit. */
  anomaly(model: string): void;
  /** `settled` is missing where nothing was charged. */
  chatEnded(chat: {
    readonly requestId: string;
    readonly model: string;
    readonly outcome: Outcome | FreeReason;
    readonly settled?: Settled;
  }): void;
}

export interface Clock {
  /** Wall-clock time, for people and for the ledger. It may jump. */
  nowMs(): number;
  /** Time that never goes back, for deadlines and limits. */
  monotonicMs(): number;
}

export interface Ids {
  /** At least 24 random characters of [0-9A-Za-z] behind the prefix. */
  next(prefix: string): string;
}

export interface Log {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}
