/** The cost of a month of requests, from credit alone and with each plan that pays for the model. */
import { type Nanos, nanos } from '../../core/money.ts';
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
const QUESTION_MAX = { requests: 100_000_000n, input: 10_000_000n, output: 10_000_000n, cached: 100n } as const;
const DEFAULTS = { requests: 1000n, input: 1500n, output: 500n, cached: 0n } as const;

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
  return { model, requests: read('requests'), input: read('input'), output: read('output'), cached: read('cached') };
}

const ONE_FOR_ONE = { input: 1n, cachedInput: 1n, output: 1n, per: 1n };

export function estimate({ model, requests, input, output, cached }: Question, plans: readonly FrontPlan[]): Estimate {
  const { price } = model;
  const cachedInput = (input * cached) / 100n;
  const perRequest = nanos(
    (input - cachedInput) * price.input + cachedInput * price.cachedInput + output * price.output,
  );
  const tokens = requests * (input + output);
  const cost = perRequest * requests;
  const creditOnly: Way = { covered: 0n, fromCredit: nanos(cost), total: nanos(cost) };
  const payers = plans.filter(({ terms }) => paysFor(terms, model.id));
  const withPlans = payers.map((plan): Way => {
    const rate = rateOf(plan.terms, { model: model.id, price }) ?? ONE_FOR_ONE;
    const taken = (input - cachedInput) * rate.input + cachedInput * rate.cachedInput + output * rate.output;
    const needed = (requests * taken + rate.per - 1n) / rate.per;
    const covered = plan.allowance < needed ? (tokens * plan.allowance) / needed : tokens;
    const fromCredit = tokens === 0n ? nanos(0n) : nanos((cost * (tokens - covered)) / tokens);
    const month = plan.amount === null ? null : plan.amount / BigInt(monthsIn(plan.every));
    return { plan, covered, fromCredit, total: month === null ? null : nanos(month + fromCredit) };
  });
  const ways = [creditOnly, ...withPlans];
  const cheapest = ways.reduce((best, way) => (way.total !== null && way.total < best.total! ? way : best));
  return { tokens, perRequest, ways, cheapest };
}
