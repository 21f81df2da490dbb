/**
 * The order of payment: plan tokens first, then packages, then credit. A token pot pays token for token, whatever the token's type,
 * or at its rate; what the pots do not cover is paid from the credit at its price. Tokens meet the pots in the order in
 * which they are processed: input, cached input, writes into caches, reasoning, output. A pot pays for the first ones, as many as it covers,
 * and what that comes to is rounded up once.
 *
 * The hold is what this comes to when the input and the output are as long as they can be, and each token of the dearer
 * type. Shorter or cheaper never costs more, in any pot, so a charge fits into its hold.
 */
import type { Usage } from '../core/chat.ts';
import { affordableOutputTokens, dearestInput, type Nanos, nanos, type Price, worstCostOf } from '../core/money.ts';
import { type LimitLeft, lowestOf } from './limits/rules.ts';
import type { Rate } from './pot-terms.ts';

/** A part of a hold or of a charge: tokens of a token pot, or nano-crowns of the credit or of a plan in crowns. */
export type PotPart = {
  readonly potId: string;
  readonly amount: bigint;
  /** The tokens that it pays for; missing where they are the amount. */
  readonly tokens?: bigint;
};

type TokenPot = { readonly id: string; readonly available: bigint; readonly rate?: Rate | undefined };

export type Funds = {
  /** In the order in which they pay. */
  readonly tokenPots: readonly TokenPot[];
  readonly creditPotId: string;
  readonly credit: Nanos;
  /** Limits of the key, of its member and of the account that count the request. Those of tokens count whatever pays for them. */
  readonly limits: readonly LimitLeft[];
};

type Demand = {
  readonly inputTokensMax: number;
  readonly outputTokensMax: number;
  /** One, unless it is said: several answers to a request need a token each. */
  readonly outputTokensMin?: number | undefined;
  readonly price: Price;
};

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
      /** For the input and the least output: credit after what the token pots cover, or what a limit has to leave. */
      readonly needed: bigint;
      readonly available: bigint;
      /** How many tokens of input would have fitted, with the least output. */
      readonly inputTokensThatFit: bigint;
    };

/** The largest hold the funds allow: at least the input and the least output, else none. */
export function planHold(demand: Demand, funds: Funds): HoldPlan {
  const { price } = demand;
  const ofRequests = lowestOf(funds.limits, 'requests');
  if (ofRequests && ofRequests.left < 1n) {
    return { ok: false, limit: ofRequests, needed: 1n, available: 0n, inputTokensThatFit: 0n };
  }
  const input = BigInt(demand.inputTokensMax);
  const credit = spendable(funds);
  const { input: inputPaid, outputCovered } = coverInput(funds.tokenPots, input);
  const affordable = affordableOutputTokens(credit, inputPaid, price);
  const payable = affordable < 0n ? 0n : outputCovered + affordable;
  const least = BigInt(demand.outputTokensMin ?? 1);
  if (payable < least) return refusal({ inputPaid, least, price }, funds);
  const limit = lowestOf(funds.limits, 'tokens');
  if (limit && limit.left < input + least) {
    return { ok: false, limit, needed: input + least, available: limit.left, inputTokensThatFit: limit.left - least };
  }
  const outputMax = limit && limit.left - input < payable ? limit.left - input : payable;
  const wanted = BigInt(demand.outputTokensMax);
  const output = outputMax < wanted ? outputMax : wanted;
  const outputPaid = output > outputCovered ? output - outputCovered : 0n;
  return {
    ok: true,
    outputTokensMax: Number(output),
    tokenParts: heldParts(funds.tokenPots, { input, output }),
    credit: worstCostOf(inputPaid, outputPaid, price),
  };
}

/** Tokens that are not paid for yet, each of the dearer type. */
type Left = { readonly input: bigint; readonly output: bigint };

const ONE_FOR_ONE: Rate = {
  input: 1n,
  cachedInput: 1n,
  cacheWrite5m: 1n,
  cacheWrite1h: 1n,
  output: 1n,
  reasoning: 1n,
  per: 1n,
};

/** The tokens that a pot leaves to the next one, and how much of it is held for those before them. */
export function coverBy({ available, rate = ONE_FOR_ONE }: Omit<TokenPot, 'id'>, { input, output }: Left) {
  // An empty pot does not pay for free tokens either: it is not held, and so is not there when they are charged.
  if (available === 0n) return { left: { input, output }, amount: 0n, room: 0n };
  const budget = available * rate.per;
  const perInput = perInputOf(rate);
  const perOutput = larger(rate.output, rate.reasoning);
  const ofInput = smaller(input, coveredBy(budget, perInput));
  const room = ofInput === input ? coveredBy(budget - ofInput * perInput, perOutput) : 0n;
  const ofOutput = smaller(output, room);
  const isAll = ofInput === input && ofOutput === output;
  return {
    left: { input: input - ofInput, output: output - ofOutput },
    // What is too little for a token of the dearer type may be enough for another one.
    amount: isAll ? roundedUp(ofInput * perInput + ofOutput * perOutput, rate.per) : available,
    /** The output that it would cover behind the input. */
    room,
  };
}

/** The input that no pot covers, and how much output they cover behind the rest. */
function coverInput(pots: readonly TokenPot[], input: bigint) {
  let left: Left = { input, output: 0n };
  let outputCovered = 0n;
  for (const pot of pots) {
    const covered = coverBy(pot, left);
    left = covered.left;
    outputCovered += covered.room;
  }
  return { input: left.input, outputCovered };
}

function heldParts(pots: readonly TokenPot[], demand: Left): readonly PotPart[] {
  const parts: PotPart[] = [];
  let left = demand;
  for (const pot of pots) {
    const covered = coverBy(pot, left);
    left = covered.left;
    if (covered.amount > 0n) parts.push({ potId: pot.id, amount: covered.amount });
  }
  return parts;
}

type HeldPart = PotPart & { readonly rate?: Rate | undefined };

export type Held = { readonly tokenParts: readonly HeldPart[]; readonly credit: Nanos };

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
  const written = writtenIn(usage);
  const left: TypedTokens[] = [
    ['input', BigInt(usage.inputTokens) - cached - tokensIn(written)],
    ['cachedInput', cached],
    ...written,
    ['reasoning', reasoning],
    ['output', BigInt(usage.outputTokens) - reasoning],
  ];
  const total = tokensIn(left);
  const tokenParts = held.tokenParts.flatMap((part) => chargedPart(part, left));
  const cost = left.reduce((all, one) => all + one[1] * (price[one[0]] ?? price.input), 0n);
  return { tokenParts, cost: cost < held.credit ? nanos(cost) : held.credit, tokens: total };
}

type TypedTokens = [type: keyof Price, tokens: bigint];

const tokensIn = (typed: readonly TypedTokens[]): bigint => typed.reduce((all, one) => all + one[1], 0n);

const NO_WRITES: readonly TypedTokens[] = [];

/** Nearly always nothing. */
function writtenIn(usage: Usage): readonly TypedTokens[] {
  const { cacheWrite5mTokens, cacheWrite1hTokens } = usage;
  if (!cacheWrite5mTokens && !cacheWrite1hTokens) return NO_WRITES;
  return [
    ['cacheWrite5m', BigInt(cacheWrite5mTokens ?? 0)],
    ['cacheWrite1h', BigInt(cacheWrite1hTokens ?? 0)],
  ];
}

/** Takes out of `left`, in the order of processing, what the part pays for; nothing behind the first token it cannot. */
function chargedPart({ potId, amount, rate }: HeldPart, left: TypedTokens[]): readonly PotPart[] {
  const { per, ...perToken } = rate ?? ONE_FOR_ONE;
  let budget = amount * per;
  let tokens = 0n;
  for (const one of left) {
    const covered = smaller(one[1], coveredBy(budget, perToken[one[0]]));
    one[1] -= covered;
    tokens += covered;
    budget -= covered * perToken[one[0]];
    if (one[1] > 0n) break;
  }
  if (tokens === 0n) return [];
  const paid = roundedUp(amount * per - budget, per);
  return [rate ? { potId, amount: paid, tokens } : { potId, amount: paid }];
}

type Refused = { readonly inputPaid: bigint; readonly least: bigint; readonly price: Price };

function refusal({ inputPaid, least, price }: Refused, funds: Funds): HoldPlan {
  const needed = worstCostOf(inputPaid, least, price);
  const lowest = lowestOf(funds.limits, 'CZK');
  const limit = lowest && funds.credit >= needed ? lowest : null;
  const available = spendable(funds);
  const forInput = available - worstCostOf(0n, least, price);
  const perToken = dearestInput(price);
  // With input for nothing, only the output can be too dear; then nothing is left for the input.
  const bought = forInput > 0n ? forInput / perToken : 0n;
  return { ok: false, limit, needed, available, inputTokensThatFit: sum(funds.tokenPots.map(inputRoom)) + bought };
}

function spendable(funds: Funds): Nanos {
  const left = lowestOf(funds.limits, 'CZK')?.left;
  return left !== undefined && left < funds.credit ? nanos(left) : funds.credit;
}

const inputRoom = ({ available, rate = ONE_FOR_ONE }: TokenPot): bigint =>
  coveredBy(available * rate.per, perInputOf(rate));

const perInputOf = ({ input, cachedInput, cacheWrite5m, cacheWrite1h }: Rate): bigint =>
  larger(larger(input, cachedInput), larger(cacheWrite5m, cacheWrite1h));

/** More tokens than any request has. */
const ANY_TOKENS = 1n << 62n;

/** How many tokens a budget covers; any where they take nothing, at the price of a free type. */
const coveredBy = (budget: bigint, perToken: bigint): bigint => (perToken === 0n ? ANY_TOKENS : budget / perToken);

const roundedUp = (parts: bigint, per: bigint): bigint => (parts + per - 1n) / per;
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
