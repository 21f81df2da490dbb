/** The cost of a month of requests, from credit alone and with each plan that pays for the model. */
import { everyType, type Nanos, nanos } from '../../core/money.ts';
import { monthsIn } from '../../core/plan.ts';
import { paysFor, rateOf } from '../../ledger/pot-terms.ts';
import type { FrontFacts, FrontModel, FrontPlan } from './site.ts';

export type Question = {
  readonly model: FrontModel;
  /** A month. */
  readonly requests: bigint;
  /** Tokens of one request. */
  readonly input: bigint;
  readonly output: bigint;
  /** Which part of the input was read before, in percent. */
  readonly cached: bigint;
  /** Which part is written into a cache, for five minutes; another one than that, in percent. */
  readonly written: bigint;
};

export type Way = {
  /** Undefined is credit alone. */
  readonly plan?: FrontPlan;
  /** Tokens that the plan pays. */
  readonly covered: bigint;
  /** The part that the credit pays. */
  readonly fromCredit: Nanos;
  /** Null where the price of the plan is not published. */
  readonly total: Nanos | null;
};

export type Estimate = {
  readonly tokens: bigint;
  readonly perRequest: Nanos;
  readonly ways: readonly Way[];
  readonly cheapest: Way;
};

/** The most that may be asked for, so that results stay readable. */
const QUESTION_MAX = {
  requests: 100_000_000n,
  input: 10_000_000n,
  output: 10_000_000n,
  cached: 100n,
  written: 100n,
} as const;
const DEFAULTS = { requests: 1000n, input: 1500n, output: 500n, cached: 0n, written: 0n } as const;

/** Reads what the form has sent. What is missing or no number is as it was at first; what is too large is lowered. */
export function readQuestion(query: Readonly<Record<string, string>>, facts: FrontFacts): Question | undefined {
  const named = facts.models.find(({ id }) => id === query.model);
  const model = named ?? facts.models.find(({ id }) => id === facts.defaultModel) ?? facts.models[0];
  if (!model) return undefined;
  const read = (name: keyof typeof DEFAULTS): bigint => {
    const written = (query[name] ?? '').replaceAll(/[\s\u00a0]/g, '');
    const value = /^\d{1,15}$/.test(written) ? BigInt(written) : DEFAULTS[name];
    return value > QUESTION_MAX[name] ? QUESTION_MAX[name] : value;
  };
  const cached = read('cached');
  const written = read('written') > 100n - cached ? 100n - cached : read('written');
  return { model, requests: read('requests'), input: read('input'), output: read('output'), cached, written };
}

const ONE_FOR_ONE = { input: 1n, cachedInput: 1n, cacheWrite5m: 1n, output: 1n, per: 1n };

type Rates = Readonly<Record<'input' | 'cachedInput' | 'cacheWrite5m' | 'output', bigint>>;

/** What the tokens of one request come to. */
function sumOf({ input, output, cached, written }: Question, rates: Rates): bigint {
  const cachedInput = (input * cached) / 100n;
  const cacheWrite = (input * written) / 100n;
  const ofInput = (input - cachedInput - cacheWrite) * rates.input + cachedInput * rates.cachedInput;
  return ofInput + cacheWrite * rates.cacheWrite5m + output * rates.output;
}

export function estimate(question: Question, plans: readonly FrontPlan[]): Estimate {
  const { model, requests, input, output } = question;
  const { price } = model;
  const perRequest = nanos(sumOf(question, everyType(price)));
  const tokens = requests * (input + output);
  const cost = perRequest * requests;
  const creditOnly: Way = { covered: 0n, fromCredit: nanos(cost), total: nanos(cost) };
  const payers = plans.filter(({ terms }) => paysFor(terms, model.id));
  const withPlans = payers.map((plan): Way => {
    const rate = rateOf(plan.terms, { model: model.id, price }) ?? ONE_FOR_ONE;
    const needed = (requests * sumOf(question, rate) + rate.per - 1n) / rate.per;
    const covered = plan.allowance < needed ? (tokens * plan.allowance) / needed : tokens;
    const fromCredit = tokens === 0n ? nanos(0n) : nanos((cost * (tokens - covered)) / tokens);
    const month = plan.amount === null ? null : plan.amount / BigInt(monthsIn(plan.every));
    return { plan, covered, fromCredit, total: month === null ? null : nanos(month + fromCredit) };
  });
  const ways = [creditOnly, ...withPlans];
  const cheapest = ways.reduce((best, way) => (way.total !== null && way.total < best.total! ? way : best));
  return { tokens, perRequest, ways, cheapest };
}
