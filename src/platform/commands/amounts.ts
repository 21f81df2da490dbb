/** Amounts, plans and dates as the operator writes them. */
import { type Nanos, parseCzk, TOKENS_MAX } from '../../core/money.ts';
import { PLAN_ID, PLAN_ID_FORM, type PlanId, type PlanOffers, plansInOrder } from '../../core/plan.ts';
import { type PlanVersion, planOffersAt } from '../../core/price-versions.ts';
import type { Platform } from '../platform.ts';
import { type Options, optional, UsageError } from './command.ts';

/** The actor, in the ledger and in the log of operators, of what the command line does. */
export const ACTOR = 'cli';

/** A positive amount of CZK; `zeroIsNone` reads 0 as if nothing had been said, `isSigned` allows less than 0. */
export function amountOf(
  options: Options,
  name: string,
  rules: { readonly zeroIsNone?: boolean; readonly isSigned?: boolean } = {},
): Nanos | undefined {
  const written = optional(options, name);
  if (written === undefined) return undefined;
  const amount = parseAmount(written, name);
  if (amount === 0n && rules.zeroIsNone) return undefined;
  if (amount === 0n || (amount < 0n && !rules.isSigned)) throw new UsageError(`--${name} must be more than 0.`);
  return amount;
}

export function requiredAmount(options: Options, name: string, rules: { readonly isSigned?: boolean } = {}): Nanos {
  const amount = amountOf(options, name, rules);
  if (amount === undefined) throw new UsageError(`--${name} is missing.`);
  return amount;
}

export function tokensOf(options: Options, name: string): bigint | undefined {
  const written = optional(options, name);
  if (written === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(written) || BigInt(written) > TOKENS_MAX) {
    throw new UsageError(`--${name} must be a whole number from 1 to ${TOKENS_MAX}.`);
  }
  return BigInt(written);
}

export function wholeOf(options: Options, name: string, max: number): number | undefined {
  const written = optional(options, name);
  if (written === undefined) return undefined;
  const value = /^[1-9]\d{0,14}$/.test(written) ? Number(written) : 0;
  if (value >= 1 && value <= max) return value;
  throw new UsageError(`--${name} must be a whole number from 1 to ${max}.`);
}

export function requiredTokens(options: Options, name: string): bigint {
  const tokens = tokensOf(options, name);
  if (tokens === undefined) throw new UsageError(`--${name} is missing.`);
  return tokens;
}

export function planOf(options: Options): PlanId | undefined {
  const plan = optional(options, 'plan');
  if (plan === undefined || PLAN_ID.test(plan)) return plan;
  throw new UsageError(`--plan ${PLAN_ID_FORM}.`);
}

/** The plans that there are, as commands find them. */
export type PlanNeeds = {
  readonly platform: Pick<Platform, 'clock'>;
  readonly stores: {
    readonly announcements: { read(): Promise<{ readonly planVersions: readonly PlanVersion[] }> };
  };
  readonly config: { readonly plans: PlanOffers };
};

/** A plan that there is now, before anything is done with it. */
export async function knownPlan(
  options: Options,
  { platform, stores, config }: PlanNeeds,
): Promise<PlanId | undefined> {
  const plan = planOf(options);
  if (plan === undefined) return undefined;
  const { planVersions } = await stores.announcements.read();
  const known = plansInOrder(planOffersAt(planVersions, config.plans, platform.clock.nowMs()));
  if (known.includes(plan)) return plan;
  throw new UsageError(`--plan must be one of ${known.join(', ')}.`);
}

export function dateOf(options: Options, name: string, nowMs: number): number | undefined {
  const written = optional(options, name);
  if (written === undefined) return undefined;
  const atMs = Date.parse(written);
  if (Number.isNaN(atMs) || atMs <= nowMs) {
    throw new UsageError(`--${name} must be a date in the future, such as 2030-01-31.`);
  }
  return atMs;
}

function parseAmount(written: string, name: string): Nanos {
  try {
    return parseCzk(written);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`--${name}: ${error.message}`);
    throw error;
  }
}
