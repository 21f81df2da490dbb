/**
 * Who pays: plan tokens first, then packages, then credit. A token pot pays token for token, whatever the token's type;
 * what the pots do not cover is paid from the credit at its price. Tokens meet the pots in the order in which they are
 * processed: input, cached input, reasoning, output.
 *
 * The hold is what this comes to when the input and the output are as long as they can be. Shorter never costs more, in
 * any pot, so a charge fits into its hold.
 */
import type { Usage } from '../core/chat.ts';
import { affordableOutputTokens, dearer, type Nanos, nanos, type Price, worstCostOf } from '../core/money.ts';

/** A part of a hold or of a charge: tokens of a token pot, or nano-crowns of the credit. */
export type PotPart = { readonly potId: string; readonly amount: bigint };

export type Funds = {
  /** In the order in which they pay. */
  readonly tokenPots: readonly { readonly id: string; readonly available: bigint }[];
  readonly creditPotId: string;
  readonly credit: Nanos;
  /** What may still be spent of the credit, where there are limits. */
  readonly creditAllowances?: Allowances;
  /** How many tokens may still be used, whatever pays for them, where there are limits. */
  readonly tokenAllowances?: Allowances;
};

/** Whose limits there are: of the key, of the member whose key it is, and of the account. */
const LIMITED = ['key', 'member', 'account'] as const;
type Limited = (typeof LIMITED)[number];

/** What limits have left; undefined where there is none. */
export type Allowances = { readonly [Whose in Limited]?: bigint | undefined };

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
      /** What was met: the account's funds, or a limit. */
      readonly limit: 'funds' | Limited;
      /** Credit needed for the input and one token of output, after what the token pots cover. */
      readonly needed: Nanos;
      readonly available: Nanos;
      /** How many tokens of input would have fitted, with one token of output. */
      readonly inputTokensThatFit: bigint;
    }
  | TokenRefusal;

/** The funds cover it, but a limit of tokens does not. */
export type TokenRefusal = {
  readonly ok: false;
  readonly limit: `${Limited}-tokens`;
  /** For the input and one token of output. */
  readonly tokensNeeded: bigint;
  readonly tokensLeft: bigint;
};

/** The largest hold the funds allow: at least the input and one token of output, else none. */
export function planHold(demand: Demand, funds: Funds): HoldPlan {
  const { price } = demand;
  const input = BigInt(demand.inputTokensMax);
  const tokens = sum(funds.tokenPots.map((pot) => pot.available));
  const credit = spendable(funds);
  const inputPaid = input > tokens ? input - tokens : 0n;
  const outputCovered = tokens > input ? tokens - input : 0n;
  const affordable = affordableOutputTokens(credit, inputPaid, price);
  const payable = affordable < 0n ? 0n : outputCovered + affordable;
  if (payable < 1n) return refusal({ inputPaid, tokens, price }, funds);
  const allowed = allowedTokens(funds);
  if (allowed && allowed.tokensLeft < input + 1n) return { ok: false, ...allowed, tokensNeeded: input + 1n };
  const outputMax = allowed && allowed.tokensLeft - input < payable ? allowed.tokensLeft - input : payable;
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

/** What each pot pays for what was processed, and never more than it holds. */
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
  const allowed = allowedCredit(funds);
  const limit = allowed && funds.credit >= needed ? allowed.limit : 'funds';
  const available = spendable(funds);
  const forInput = available - worstCostOf(0n, 1n, price);
  const perToken = dearer(price.input, price.cachedInput);
  // With input for nothing, only the output can be too dear; then nothing is left for the input.
  const bought = forInput > 0n ? forInput / perToken : 0n;
  return { ok: false, limit, needed, available, inputTokensThatFit: tokens + bought };
}

/** The lowest of the limits; of equal ones the nearest to the key. Undefined where there is none. */
function lowestOf(allowances: Allowances = {}): { readonly limit: Limited; readonly left: bigint } | undefined {
  let lowest: ReturnType<typeof lowestOf>;
  for (const limit of LIMITED) {
    const left = allowances[limit];
    if (left !== undefined && (!lowest || left < lowest.left)) lowest = { limit, left };
  }
  return lowest;
}

function allowedTokens({ tokenAllowances }: Funds) {
  const lowest = lowestOf(tokenAllowances);
  return lowest && ({ limit: `${lowest.limit}-tokens`, tokensLeft: lowest.left } as const);
}

const allowedCredit = ({ creditAllowances }: Funds) => lowestOf(creditAllowances);

function spendable(funds: Funds): Nanos {
  const left = allowedCredit(funds)?.left;
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
