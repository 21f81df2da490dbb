/** The only doors to the outside. `service` knows these and nothing behind them; `main.ts` hands in what fits. */
import type { ApiKey } from './api-key.ts';
import type { ChatRequest, EngineEvent, FinishReason, Usage } from './chat.ts';
import type { Account, Balance, Hold, HoldOrder, Receipt, Settlement } from './ledger.ts';
import type { Nanos } from './money.ts';
import type { Admission } from './rate-limit.ts';

/** Who calls: known once the key was checked. */
export type Caller = { readonly accountId: string; readonly key: ApiKey; readonly requestId: string };

/** A chat on its way to an engine, with everything decided that the caller left open. */
export type EngineRequest = {
  readonly chat: ChatRequest;
  /** What the engine itself calls the model. */
  readonly engineModel?: string;
  readonly maxOutputTokens: number;
  readonly requestId: string;
  readonly accountId: string;
};

export interface Engine {
  /**
   * Resolves once the engine has begun to answer: until then the caller may try another engine, from then on a failure
   * can only be reported inside the stream. Rejects with ServiceError, or with the signal's reason when it is aborted.
   */
  open(request: EngineRequest, signal: AbortSignal): Promise<AsyncIterable<EngineEvent>>;
  /** Whether it could answer now, in words for the operator when not. Cheap enough to ask every second. */
  health(): Promise<EngineHealth>;
}

export type EngineHealth = { readonly ok: boolean; readonly detail: string };

export interface Engines {
  /** The engine of a model, or undefined when it has none. */
  of(modelId: string): Engine | undefined;
  all(): ReadonlyMap<string, Engine>;
}

export interface RateLimits {
  admit(keyId: string): Admission;
}

export type NewKey = { readonly key: ApiKey; readonly fingerprint: string };

export interface Accounts {
  create(account: Account): Promise<void>;
  find(idOrEmail: string): Promise<Account | undefined>;
}

export interface Keys {
  add(newKey: NewKey): Promise<void>;
  /** Looks a key up by the fingerprint of its secret. The secret itself is stored nowhere. */
  findByFingerprint(fingerprint: string): Promise<ApiKey | undefined>;
  list(accountId: string): Promise<readonly (ApiKey & { readonly spent: Nanos })[]>;
  /** Takes a key id. Returns false when there is no such key. Revoking twice keeps the first time. */
  revoke(keyId: string, atMs: number): Promise<boolean>;
}

/** Money. See `domain/ledger.ts` for the rules; every call is one transaction. */
export interface Ledger {
  /** Reserves the worst case, lowering the output to what the funds cover. Throws `insufficient_credit`. */
  hold(order: HoldOrder): Promise<Hold>;
  /** Charges once and returns when it is durable. A second call returns the first one's receipt. */
  settle(settlement: Settlement): Promise<Receipt>;
  /** Frees a hold without a charge. */
  release(requestId: string, atMs: number): Promise<void>;
  grant(grant: { accountId: string; amount: Nanos; reason: string; actor: string; atMs: number }): Promise<void>;
  balanceOf(accountId: string): Promise<Balance>;
}

/** A whole answer as it is kept for its Idempotency-Key. */
export type RecordedAnswer = {
  readonly completionId: string;
  readonly createdAtMs: number;
  readonly model: string;
  readonly events: readonly EngineEvent[];
  readonly finishReason: FinishReason;
  readonly usage: Usage;
  readonly cost: Nanos;
};

export type AnswerLookup = { readonly fingerprint: string; readonly answer: RecordedAnswer };

export interface RecordedAnswers {
  find(scope: string, nowMs: number): Promise<AnswerLookup | undefined>;
  forgetExpired(nowMs: number): Promise<number>;
}

export interface Clock {
  /** Wall-clock time, for people and for the books. It may jump. */
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
