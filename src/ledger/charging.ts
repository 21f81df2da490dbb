/**
 * The order of payment: plan tokens first, then packages, then credit. A token pot pays token for token, whatever the token's type;
 * what the pots do not cover is paid from the credit at its price. Tokens meet the pots in the order in which they are
 * processed: input, cached input, reasoning, output.
 *
 * The hold is what this comes to when the input and the output are as long as they can be. Shorter never costs more, in
 * any pot, so a charge fits into its hold.
 */
import type { Usage } from '../core/chat.ts';
import { affordableOutputTokens, dearer, type Nanos, nanos, type Price, worstCostOf } from '../core/money.ts';
import { type LimitLeft, lowestOf } from './limits/rules.ts';

/** A part of a hold or of a charge: tokens of a token pot, or nano-crowns of the credit. */
export type PotPart = { readonly potId: string; readonly amount: bigint };

export type Funds = {
  /** In the order in which they pay. */
  readonly tokenPots: readonly { readonly id: string; readonly available: bigint }[];
  readonly creditPotId: string;
  readonly credit: Nanos;
  /** Limits of the key, of its member and of the account that count the request. Those of tokens count whatever pays for them. */
  readonly limits: readonly LimitLeft[];
};

type Demand = { readonly inputTokensMax: number; readonly outputTokensMax: number; readonly price: Price };

export type HoldPlan =
  | {
      readonly ok: true;
      readonly outputTokensMax: number;
      readonly tokenParts: readonly PotPart[];
      readonly credit: Nanos;
    }
  | {
      readonly ok: false;
      /** The limit that was met; null where the account's funds do not suffice. */
      readonly limit: LimitLeft | null;
      /** For the input and one token of output: credit after what the token pots cover, or what a limit has to leave. */
      readonly needed: bigint;
      readonly available: bigint;
      /** How many tokens of input would have fitted, with one token of output. */
      readonly inputTokensThatFit: bigint;
    };

/** The largest hold the funds allow: at least the input and one token of output, else none. */
export function planHold(demand: Demand, funds: Funds): HoldPlan {
  const { price } = demand;
  const ofRequests = lowestOf(funds.limits, 'requests');
  if (ofRequests && ofRequests.left < 1n) {
    return { ok: false, limit: ofRequests, needed: 1n, available: 0n, inputTokensThatFit: 0n };
  }
  const input = BigInt(demand.inputTokensMax);
  const tokens = sum(funds.tokenPots.map((pot) => pot.available));
  const credit = spendable(funds);
  const inputPaid = input > tokens ? input - tokens : 0n;
  const outputCovered = tokens > input ? tokens - input : 0n;
  const affordable = affordableOutputTokens(credit, inputPaid, price);
  const payable = affordable < 0n ? 0n : outputCovered + affordable;
  if (payable < 1n) return refusal({ inputPaid, tokens, price }, funds);
  const limit = lowestOf(funds.limits, 'tokens');
  if (limit && limit.left < input + 1n) {
    return { ok: false, limit, needed: input + 1n, available: limit.left, inputTokensThatFit: limit.left - 1n };
  }
  const outputMax = limit && limit.left - input < payable ? limit.left - input : payable;
  const wanted = BigInt(demand.outputTokensMax);
  const output = outputMax < wanted ? outputMax : wanted;
  const outputPaid = output > outputCovered ? output - outputCovered : 0n;
  return {
    ok: true,
    outputTokensMax: Number(output),
    tokenParts: takeFrom(
      funds.tokenPots.map((pot) => ({ potId: pot.id, amount: pot.available })),
      input + output,
    ),
    credit: worstCostOf(inputPaid, outputPaid, price),
  };
}

export type Held = { readonly tokenParts: readonly PotPart[]; readonly credit: Nanos };

export type Charge = {
  readonly tokenParts: readonly PotPart[];
  readonly cost: Nanos;
  /** All that were processed, whatever has paid for them. */
  readonly tokens: bigint;
};

/** Splits what was processed by the pots that pay, and never more than it holds. */
export function splitCharge(usage: Usage, price: Price, held: Held): Charge {
  const cached = BigInt(Math.min(usage.cachedInputTokens, usage.inputTokens));
  const reasoning = BigInt(Math.min(usage.reasoningTokens, usage.outputTokens));
  const inProcessingOrder: readonly (readonly [tokens: bigint, perToken: Nanos])[] = [
    [BigInt(usage.inputTokens) - cached, price.input],
    [cached, price.cachedInput],
    [reasoning, price.reasoning],
    [BigInt(usage.outputTokens) - reasoning, price.output],
  ];
  const total = sum(inProcessingOrder.map(([tokens]) => tokens));
  const tokenParts = takeFrom(held.tokenParts, total);
  let covered = sum(tokenParts.map((part) => part.amount));
  let cost = 0n;
  for (const [tokens, perToken] of inProcessingOrder) {
    const free = covered < tokens ? covered : tokens;
    covered -= free;
    cost += (tokens - free) * perToken;
  }
  return { tokenParts, cost: cost < held.credit ? nanos(cost) : held.credit, tokens: total };
}

function refusal(
  { inputPaid, tokens, price }: { readonly inputPaid: bigint; readonly tokens: bigint; readonly price: Price },
  funds: Funds,
): HoldPlan {
  const needed = worstCostOf(inputPaid, 1n, price);
  const lowest = lowestOf(funds.limits, 'CZK');
  const limit = lowest && funds.credit >= needed ? lowest : null;
  const available = spendable(funds);
  const forInput = available - worstCostOf(0n, 1n, price);
  const perToken = dearer(price.input, price.cachedInput);
  // With input for nothing, only the output can be too dear; then nothing is left for the input.
  const bought = forInput > 0n ? forInput / perToken : 0n;
  return { ok: false, limit, needed, available, inputTokensThatFit: tokens + bought };
}

function spendable(funds: Funds): Nanos {
  const left = lowestOf(funds.limits, 'CZK')?.left;
  return left !== undefined && left < funds.credit ? nanos(left) : funds.credit;
}

/** Takes `amount` out of the parts in their order, as far as they go; parts that give nothing are left out. */
function takeFrom(parts: readonly PotPart[], amount: bigint): readonly PotPart[] {
  const taken: PotPart[] = [];
  let left = amount;
  for (const part of parts) {
    const share = part.amount < left ? part.amount : left;
    if (share <= 0n) continue;
    taken.push({ potId: part.potId, amount: share });
    left -= share;
  }
  return taken;
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
