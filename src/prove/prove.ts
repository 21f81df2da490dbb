/** Runs the checks against an installation: first one token to learn the price, then whatever the budget allows. */
import { formatCzk, type Nanos, nanos } from '../core/money.ts';
import type { Check, Group, Need } from './check.ts';
import { CHECKS, NOT_PROVABLE } from './checks.ts';
import { Deviation, demand, NotApplicable, shorten } from './deviation.ts';
import { at, listAt } from './json-path.ts';
import { amountOf, createProbe, type Probe, type Surroundings, type Target } from './probe.ts';

export type ProofPlan = {
  readonly target: Target;
  readonly budget: Nanos;
  /** The model to ask; the installation's default if not given. */
  readonly model?: string | undefined;
  /** Groups and names of checks; everything if empty. */
  readonly only: readonly string[];
  /** A minute of the key's limit may be used up. */
  readonly limit: 'spare' | 'exhaust';
};

export type Result = {
  readonly id: string;
  readonly group: Group;
  readonly rule: string;
  readonly outcome: 'passed' | 'failed' | 'not-run';
  /** The facts that were seen, or why it was not run. */
  readonly seen: string;
};

export type Proof = {
  readonly base: string;
  readonly model: string | null;
  readonly results: readonly Result[];
  /** The most that the run could have cost, and what it did cost. */
  readonly estimate: Nanos;
  readonly spent: Nanos;
  readonly notProvable: readonly string[];
  /** True if nothing failed and nothing was left out for want of money. */
  readonly ok: boolean;
};

/** More than any question of ours takes, with the template of any model. */
const INPUT_TOKENS = 400n;

/** `announce` is called with what the run may cost, before it costs it. */
export async function prove(
  plan: ProofPlan,
  { announce, ...surroundings }: Surroundings & { readonly announce: (sentence: string) => void },
): Promise<Proof> {
  const wanted = CHECKS.filter(
    ({ id, group }) => plan.only.length === 0 || plan.only.includes(id) || plan.only.includes(group),
  );
  const start = await begin(plan, surroundings).catch((error: unknown) => wordsOf(error));
  if (typeof start === 'string') return neverBegun(plan, wanted, start);

  const { probe, price } = start;
  const { able, unable } = sorted(wanted, plan);
  const estimate = estimateOf(able, price);
  const isAffordable = estimate <= plan.budget;
  announce(
    `This takes up to ${formatCzk(estimate)} CZK with ${at(probe.model, 'id')}, of a budget of ${formatCzk(plan.budget)} CZK.`,
  );

  const results: Result[] = [];
  for (const check of able) {
    const isLeftOut = check.buys !== undefined && !isAffordable;
    results.push(isLeftOut ? notRun(check, OVER_BUDGET) : await resultOf(check, probe));
  }
  const hasFailed = results.some(({ outcome }) => outcome === 'failed');
  return {
    base: plan.target.base,
    model: String(at(probe.model, 'id')),
    results: [...results, ...unable],
    estimate,
    spent: await probe.spent().catch(() => estimate),
    notProvable: NOT_PROVABLE,
    ok: !hasFailed && isAffordable,
  };
}

const OVER_BUDGET = 'It would cost more than the budget; raise --budget.';

type Start = { readonly probe: Probe; readonly price: { readonly input: bigint; readonly output: bigint } };

/** Finds the model, and its price by the receipt of one token. */
async function begin({ target, model: wanted }: ProofPlan, surroundings: Surroundings): Promise<Start> {
  const stranger = createProbe(target, { ...surroundings, models: [], model: undefined });
  const list = await stranger.call('/models');
  demand(list.status === 200, `GET /v1/models answers ${list.status}: ${shorten(list.text)}`);
  const models = listAt(list.json, 'data');
  const first = await stranger.chat({ model: wanted, max_tokens: 1 });
  demand(first.status === 200, `the first answer is ${first.status}: ${shorten(first.text)}`);
  const model = models.find((one) => at(one, 'id') === at(first.json, 'model'));
  demand(
    model !== undefined,
    `the first answer is by ${JSON.stringify(at(first.json, 'model'))}, which is not in the list`,
  );
  const receipt = await stranger.receipt(String(at(first.json, 'id')));
  const input = amountOf(at(receipt, 'price.input_czk_per_million'));
  const output = amountOf(at(receipt, 'price.output_czk_per_million'));
  demand(
    input !== undefined && output !== undefined,
    `the first receipt has no price: ${shorten(JSON.stringify(receipt))}`,
  );
  const price = { input: input / 1_000_000n, output: output / 1_000_000n };
  return { probe: createProbe(target, { ...surroundings, models, model }), price };
}

function estimateOf(checks: readonly Check[], price: Start['price']): Nanos {
  const cost = ({ buys }: Check) =>
    buys ? BigInt(buys.answers) * INPUT_TOKENS * price.input + BigInt(buys.outputTokens) * price.output : 0n;
  return nanos(checks.reduce((sum, check) => sum + cost(check), 0n));
}

const HOW_TO_RUN: Readonly<Record<Need, string>> = {
  'poor-key': 'It needs a key that cannot pay: --poor-key KEY.',
  'other-key': 'It needs a second key: --other-key KEY.',
  exhaust: 'It uses up a minute of the limit of the key: --exhaust.',
};

function sorted(wanted: readonly Check[], { target, limit }: ProofPlan) {
  const given: Readonly<Record<Need, boolean>> = {
    'poor-key': target.poorKey !== undefined,
    'other-key': target.otherKey !== undefined,
    exhaust: limit === 'exhaust',
  };
  const isAble = ({ needs }: Check) => needs === undefined || given[needs];
  return {
    able: wanted.filter(isAble),
    unable: wanted.filter((check) => !isAble(check)).map((check) => notRun(check, HOW_TO_RUN[check.needs!])),
  };
}

async function resultOf({ id, group, rule, run }: Check, probe: Probe): Promise<Result> {
  try {
    return { id, group, rule, outcome: 'passed', seen: await run(probe) };
  } catch (error) {
    return { id, group, rule, outcome: error instanceof NotApplicable ? 'not-run' : 'failed', seen: wordsOf(error) };
  }
}

const notRun = ({ id, group, rule }: Check, seen: string): Result => ({ id, group, rule, outcome: 'not-run', seen });

/** Nothing can be proved without a first answer, and that is a failure. */
function neverBegun({ target }: ProofPlan, wanted: readonly Check[], seen: string): Proof {
  const rule = 'The models are listed, one token is answered, and its receipt has the price.';
  const first: Result = { id: 'first-answer', group: 'wire', rule, outcome: 'failed', seen };
  const rest = wanted.map((check) => notRun(check, 'There was no first answer.'));
  const nothing = nanos(0n);
  return {
    base: target.base,
    model: null,
    results: [first, ...rest],
    estimate: nothing,
    spent: nothing,
    notProvable: NOT_PROVABLE,
    ok: false,
  };
}

function wordsOf(error: unknown): string {
  if (error instanceof Deviation || error instanceof NotApplicable) return error.message;
  return `the request failed: ${error instanceof Error ? error.message : String(error)}`;
}
