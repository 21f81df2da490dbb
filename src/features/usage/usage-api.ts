/** What was used, as the settings API tells it: sums for charts, requests and their receipts. */
import type { FreeReason } from '../../core/ledger.ts';

/** CZK per million tokens. */
export type PriceView = {
  readonly input: string;
  readonly cachedInput: string;
  readonly output: string;
  readonly reasoning: string;
};

export type Tokens = {
  readonly inputTokens: number;
  /** Part of the input. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** Part of the output. */
  readonly reasoningTokens: number;
};

export type UsagePoint = Tokens & {
  /** When the hour or the viewer's day begins. */
  readonly atMs: number;
  readonly requests: number;
  readonly czk: string;
  /** Of the tokens: what the plan and what packages paid. */
  readonly planTokens: number;
  readonly packageTokens: number;
  /** The rest of the tokens, which `czk` has paid. */
  readonly creditTokens: number;
};

export type UsageView = {
  readonly step: 'hour' | 'day';
  /** When each step of the span begins, with or without usage. The first begins where the span does. */
  readonly startsMs: readonly number[];
  /**
   * One for every model, key or pot with any usage, the largest first; `id` is what it is, `label` what people call it.
   * Steps without usage have no point. Above 50 series the smallest are one, `other`. By pot (`plan`, `package`,
   * `credit`) requests and types of tokens are 0: they are not split by who paid.
   */
  readonly series: readonly { readonly id: string; readonly label: string; readonly points: readonly UsagePoint[] }[];
  readonly total: Omit<UsagePoint, 'atMs'>;
  /** Requests that were refused or failed, by ascending status. What is not authenticated belongs to no account. */
  readonly errors: readonly { readonly status: number; readonly responses: number }[];
  /** How soon the newest answers of the span began; `answers` is how many of them were looked at. Null without any. */
  readonly firstToken: { readonly p50Ms: number; readonly p95Ms: number; readonly answers: number } | null;
};

export type RequestRow = Tokens & {
  readonly id: string;
  readonly atMs: number;
  readonly model: string;
  readonly keyId: string;
  readonly keyName: string;
  readonly outcome: RequestOutcome;
  readonly czk: string;
  readonly planTokens: number;
  readonly packageTokens: number;
  readonly durationMs: number | null;
  /** From admission to the engine's first event; null where none came. */
  readonly firstEventMs: number | null;
  /** Only where the outcome is `free`. */
  readonly freeReason: FreeReasonView | null;
};

/** `free`: nothing was charged, because the engine failed or nothing had been done. */
export type RequestOutcome = 'finished' | 'client-left' | 'free';

/** Why nothing was charged. `expired`: the server died while it answered. */
export type FreeReasonView = FreeReason | 'expired';

export type RequestsView = {
  readonly requests: readonly RequestRow[];
  /** Give it as `before` to read on; null at the end. A page may be short, even empty, and still have a next one. */
  readonly next: string | null;
  /** How far back this page has looked. */
  readonly searchedToMs: number;
};

export type ReceiptView = RequestRow & {
  readonly completionId: string;
  readonly priceVersion: string;
  readonly price: PriceView;
  readonly paidBy: readonly PaidPartView[];
};

type PaidPartView =
  | { readonly pot: 'credit'; readonly czk: string }
  | { readonly pot: 'plan' | 'package'; readonly label: string; readonly tokens: number };
