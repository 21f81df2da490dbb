/** `price list | set`, `plan tokens`: new versions, from now or from a date on. */

import { z } from 'zod';
import type { Declared } from '../../core/declared.ts';
import { type CzkPerMillion, cacheWrites, type Price, priceFromCzkPerMillion, TOKENS_MAX } from '../../core/money.ts';
import type { PlanOffers } from '../../core/plan.ts';
import { type PlanPatch, type PlanVersion, type PriceVersion, priceAt } from '../../core/price-versions.ts';
import { LEAD_MS } from '../../core/version.ts';
import { patchToJson } from '../../ledger/plan-versions.ts';
import { isOneAllowance, ONE_ALLOWANCE, planFields, planPrice } from '../../platform/api/plans.ts';
import type { Clock } from '../../platform/clock.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { dateOf, knownPlan, planOf } from '../../platform/commands/amounts.ts';
import { type Command, type Options, optional, required, UsageError } from '../../platform/commands/command.ts';
import { catalogue, prices as pricesContract } from './contract.ts';
import { priceToView } from './model-view.ts';

type Needs = ActNeeds & {
  readonly stores: {
    readonly announcements: {
      read(): Promise<{
        readonly prices: readonly PriceVersion[];
        readonly planVersions: readonly PlanVersion[];
      }>;
    };
  };
  readonly config: {
    readonly models: { readonly models: ReadonlyMap<string, unknown> };
    readonly declared: Pick<Declared, 'prices' | 'plans'>;
    readonly plans: PlanOffers;
  };
};

const TOKENS = Number(TOKENS_MAX);
const FROM_FILE = 'set by the file';

export const priceList: Command<Needs> = {
  usage: 'price list [--json]',
  about: 'Lists the prices of all models, and those that are announced.',
  options: [],
  does: [pricesContract.list.name, catalogue.models.name, catalogue.plans.name],
  run: async (_, { stores, platform: { clock }, config: { declared } }) => {
    const { prices, planVersions: plans } = await stores.announcements.read();
    const nowMs = clock.nowMs();
    const versions = prices.map((one) => {
      const { id, model, actor } = one;
      const fromFile = declared.prices.has(model);
      const own = prices.filter((other) => other.model === model);
      const from = new Date(one.fromMs).toISOString();
      const now = priceAt(own, fromFile, nowMs) === one;
      return { id, model, czkPerMillion: priceToView(one.price), from, by: actor, now, fromFile };
    });
    const planVersions = plans.map(({ plan, version, terms, fromMs, actor, withdrawnAtMs }) => ({
      plan,
      version,
      tokens: terms.tokens === undefined ? null : Number(terms.tokens),
      terms: patchToJson(terms),
      withdrawn: withdrawnAtMs !== null,
      from: new Date(fromMs).toISOString(),
      by: actor,
      fromFile: declared.plans.has(plan),
    }));
    const lines = [
      ...versions.map(({ id, czkPerMillion, from, by, now, fromFile }) =>
        [
          `${now ? '* ' : '  '}${id}`,
          Object.values(czkPerMillion).join(' / '),
          from,
          by,
          ...(fromFile ? [FROM_FILE] : []),
        ].join('  '),
      ),
      ...planVersions.map(({ plan, tokens, terms, from, by, fromFile, withdrawn }) =>
        [
          `  plan ${plan}`,
          tokens !== null && Object.keys(terms).length === 1 ? `${tokens} tokens` : JSON.stringify(terms),
          from,
          by,
          ...(fromFile ? [FROM_FILE] : []),
          ...(withdrawn ? ['withdrawn'] : []),
        ].join('  '),
      ),
    ];
    const head =
      'CZK per million tokens: input / cached input / output / reasoning / writes into caches, where set; * holds now.';
    return { json: { versions, plans: planVersions }, text: [head, ...lines].join('\n') };
  },
};

export const priceSet: Command<Needs> = {
  usage:
    'price set --model ID --input CZK --output CZK [--cached-input CZK] [--reasoning CZK] [--cache-write-5m CZK] [--cache-write-1h CZK] [--from DATE] --reason TEXT [--json]',
  about: 'Publishes prices of a model per million tokens, from a date.',
  options: [
    'model',
    'input',
    'output',
    'cached-input',
    'reasoning',
    'cache-write-5m',
    'cache-write-1h',
    'from',
    'reason',
  ],
  does: [pricesContract.setPrice.name],
  run: async (options, storage) => {
    const model = required(options, 'model');
    const { prices } = await storage.stores.announcements.read();
    // A model of the database has had a price since it was added.
    const isKnown = storage.config.models.models.has(model) || prices.some((one) => one.model === model);
    if (!isKnown) throw new UsageError(`There is no model ${model}.`);
    const price = priceOf(options);
    const fromMs = startOf(options, storage.platform.clock);
    await act(storage, { kind: 'price', model, price, fromMs }, { reason: required(options, 'reason') });
    const from = new Date(fromMs).toISOString();
    return {
      json: { model, czkPerMillion: priceToView(price), from },
      text: `${model} has a new price from ${from} on. Requests keep the price they were admitted with.`,
    };
  },
};

export const planTokens: Command<Needs> = {
  usage: 'plan tokens --plan ID --tokens N [--from DATE] --reason TEXT [--json]',
  about: 'Publishes how many tokens a plan has, from a date.',
  options: ['plan', 'tokens', 'from', 'reason'],
  does: [pricesContract.setPlan.name],
  run: async (options, storage) => {
    const plan = await knownPlan(options, storage);
    if (!plan) throw new UsageError('--plan is missing.');
    const tokens = Number(required(options, 'tokens'));
    if (!Number.isInteger(tokens) || tokens < 1 || tokens > TOKENS) {
      throw new UsageError(`--tokens must be a whole number from 1 to ${TOKENS}.`);
    }
    const fromMs = startOf(options, storage.platform.clock);
    const action = { kind: 'plan-terms', plan, terms: { tokens: BigInt(tokens) }, fromMs } as const;
    await act(storage, action, { reason: required(options, 'reason') });
    const from = new Date(fromMs).toISOString();
    return {
      json: { plan, tokens, from },
      text: `Periods of ${plan} that begin from ${from} on have ${tokens} tokens.`,
    };
  },
};

export const planPublish: Command<Needs> = {
  usage: 'plan publish --plan ID --terms JSON [--from DATE] --reason TEXT [--json]',
  about: 'Adds a plan, or changes what JSON names of one, from a date.',
  options: ['plan', 'terms', 'from', 'reason'],
  does: [pricesContract.setPlan.name],
  run: async (options, storage) => {
    const plan = planOf(options);
    if (!plan) throw new UsageError('--plan is missing.');
    const terms = termsIn(required(options, 'terms'));
    const fromMs = startOf(options, storage.platform.clock);
    const action = { kind: 'plan-terms', plan, terms, fromMs } as const;
    await act(storage, action, { reason: required(options, 'reason') });
    const from = new Date(fromMs).toISOString();
    return {
      json: { plan, terms: patchToJson(terms), from },
      text: `The plan ${plan} is changed for periods and orders from ${from} on.`,
    };
  },
};

export const planWithdraw: Command<Needs> = {
  usage: 'plan withdraw --id PLAN@VERSION --reason TEXT [--json]',
  about: 'Withdraws a change of a plan that has not begun.',
  options: ['id', 'reason'],
  does: [pricesContract.withdrawPlan.name],
  run: async (options, storage) => {
    const id = required(options, 'id');
    const [, plan, version] = /^([a-z0-9-]{1,40})@(\d{1,9})$/.exec(id) ?? [];
    if (plan === undefined) throw new UsageError('--id must be a plan and a version, such as pro@3.');
    await act(
      storage,
      { kind: 'withdraw-plan', plan, version: Number(version) },
      { reason: required(options, 'reason') },
    );
    return { json: { id, withdrawn: true }, text: `${id} is withdrawn.` };
  },
};

const PLAN_TERMS = z.strictObject({ ...planFields, ...planPrice }).refine(isOneAllowance, ONE_ALLOWANCE);

function termsIn(written: string): PlanPatch {
  let json: unknown;
  try {
    json = JSON.parse(written);
  } catch {
    throw new UsageError(`--terms must be JSON, such as '{"tokens":1000000}'.`);
  }
  const result = PLAN_TERMS.safeParse(json);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw new UsageError(`--terms: ${[...issue.path, issue.message].join(' ')}.`);
}

function priceOf(options: Options): Price {
  const cachedInput = optional(options, 'cached-input');
  const reasoning = optional(options, 'reasoning');
  const cacheWrite5m = optional(options, 'cache-write-5m');
  const cacheWrite1h = optional(options, 'cache-write-1h');
  const wish: CzkPerMillion = {
    input: required(options, 'input'),
    output: required(options, 'output'),
    ...(cachedInput !== undefined && { cachedInput }),
    ...(reasoning !== undefined && { reasoning }),
    ...cacheWrites({ cacheWrite5m, cacheWrite1h }),
  };
  try {
    return priceFromCzkPerMillion(wish);
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new UsageError(thrown.message);
    throw thrown;
  }
}

/** A version that holds at once needs a moment to reach every server. */
export const startOf = (options: Options, clock: Clock): number => {
  const nowMs = clock.nowMs();
  return Math.max(dateOf(options, 'from', nowMs) ?? 0, nowMs + LEAD_MS);
};
