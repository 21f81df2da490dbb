/**
 * A request is paid in two steps: a hold reserves the most it can cost, and the settlement charges what it did cost.
 *
 *   (none) --hold--> open --settle--> settled     charged once; the rest of the hold is free again
 *                     |----release--> released    nothing was charged: refused, or the engine failed
 *                     '----expire---> expired     nobody came back; a late settle changes nothing
 *
 * A charge is never more than its hold, and a hold never more than what is there: so a balance cannot go negative.
 */
import type { Usage } from './chat.ts';
import { affordableOutputTokens, type Nanos, type Price, worstCostOf } from './money.ts';
import type { RecordedAnswer } from './ports.ts';

export type Account = {
  readonly id: string;
  readonly email: string;
  readonly status: 'active' | 'blocked';
  readonly createdAtMs: number;
};

export type HoldState = 'open' | 'settled' | 'released' | 'expired';
export type HoldEvent = 'settle' | 'release' | 'expire';

export const NEXT_HOLD_STATE: Readonly<Record<HoldState, Readonly<Record<HoldEvent, HoldState>>>> = {
  open: { settle: 'settled', release: 'released', expire: 'expired' },
  settled: { settle: 'settled', release: 'settled', expire: 'settled' },
  released: { settle: 'released', release: 'released', expire: 'released' },
  expired: { settle: 'expired', release: 'expired', expire: 'expired' },
};

export type HoldOrder = {
  readonly requestId: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly model: string;
  readonly price: Price;
  /** No engine can read more tokens than this out of the request. */
  readonly inputTokensMax: number;
  /** What the caller or the model allows. */
  readonly outputTokensMax: number;
  readonly atMs: number;
  readonly expiresAtMs: number;
};

export type Hold = { readonly amount: Nanos; readonly outputTokensMax: number };

/** How a request ended, as the books know it. */
export type Outcome = 'finished' | 'client-left';

export type Settlement = {
  readonly requestId: string;
  readonly usage: Usage;
  readonly outcome: Outcome;
  readonly atMs: number;
  /** Kept in the same transaction as the charge, so that a repeat finds both or neither. */
  readonly record?: { readonly scope: string; readonly fingerprint: string; readonly expiresAtMs: number } & {
    readonly answer: Omit<RecordedAnswer, 'cost'>;
  };
};

export type Receipt = { readonly requestId: string; readonly usage: Usage; readonly cost: Nanos };

export type Balance = {
  readonly credit: Nanos;
  readonly held: Nanos;
  readonly spent: Nanos;
};

export type HoldDecision =
  | { readonly ok: true; readonly hold: Hold }
  | { readonly ok: false; readonly needed: Nanos; readonly available: Nanos };

/** The largest hold the funds allow: at least the input and one token of output, else none. */
export function decideHold(order: HoldOrder, available: Nanos): HoldDecision {
  const input = BigInt(order.inputTokensMax);
  const affordable = affordableOutputTokens(available, input, order.price);
  if (affordable < 1n) return { ok: false, needed: worstCostOf(input, 1n, order.price), available };
  const wanted = BigInt(order.outputTokensMax);
  const output = affordable < wanted ? affordable : wanted;
  return {
    ok: true,
    hold: { amount: worstCostOf(input, output, order.price), outputTokensMax: Number(output) },
  };
}
