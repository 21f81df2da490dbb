/** Plans as versions that hold from a time on. Each says only what it changes. */

import { ServiceError } from '../core/errors.ts';
import { formatCzk, parseCzk } from '../core/money.ts';
import type { PlanId, PlanOffers, PlanTerms } from '../core/plan.ts';
import { type PlanPatch, type PlanVersion, planOffersAt } from '../core/price-versions.ts';
import { LEAD_MS } from '../core/version.ts';
import { number, optionalNumber, type Row, type Sql, text } from '../platform/database/database.ts';

/** The plans of a time: the operator's versions until then on what the configuration says. */
export const offersAt = async (sql: Sql, configured: PlanOffers, atMs: number): Promise<PlanOffers> =>
  planOffersAt(await readPlanVersions(sql), configured, atMs);

/** All of them, the oldest first: they are few. */
export async function readPlanVersions(sql: Sql): Promise<readonly PlanVersion[]> {
  return (await sql.all('SELECT * FROM plan_terms ORDER BY plan, version')).map(versionFromRow);
}

type Publication = Omit<PlanVersion, 'version' | 'withdrawnAtMs'> & {
  /** The last version that the publisher has seen, so that no change of another is lost. */
  readonly after?: number | undefined;
};

/** `configured`: what there is without any version. The settings are locked. */
export async function writePlanVersion(sql: Sql, version: Publication, configured: PlanOffers): Promise<void> {
  const { plan, terms, fromMs, actor, after } = version;
  const before = (await offersAt(sql, configured, fromMs))[plan];
  if (!before && terms.tokens === undefined && terms.credit === undefined) throw noSuchPlan(plan);
  const last = await lastVersionOf(sql, plan);
  if (after !== undefined && after !== last) {
    throw new ServiceError('changed_meanwhile', 'This plan was changed meanwhile: look at it again.', {
      param: 'after',
    });
  }
  await sql.run(
    'INSERT INTO plan_terms (plan, version, terms, from_ms, actor) VALUES (?, ?, ?, ?, ?)',
    plan,
    last + 1,
    JSON.stringify(patchToJson(terms)),
    fromMs,
    actor,
  );
}

export const noSuchPlan = (plan: PlanId): ServiceError =>
  new ServiceError('invalid_request', `There is no plan ${plan}.`, { param: 'plan' });

/** 0 where there is none. */
async function lastVersionOf(sql: Sql, plan: PlanId): Promise<number> {
  const row = await sql.one('SELECT COALESCE(MAX(version), 0) AS version FROM plan_terms WHERE plan = ?', plan);
  return number(row!, 'version');
}

type Withdrawal = { readonly plan: PlanId; readonly version: number; readonly atMs: number };

/** Servers read plans a moment later: what begins within that has begun. */
export async function withdrawPlanVersion(sql: Sql, { plan, version, atMs }: Withdrawal): Promise<void> {
  const row = await sql.one('SELECT * FROM plan_terms WHERE plan = ? AND version = ?', plan, version);
  if (!row) throw new ServiceError('not_found', 'There is no such version.');
  if (row.withdrawn_at_ms !== null) {
    throw new ServiceError('changed_meanwhile', 'This version was withdrawn already.');
  }
  if (number(row, 'from_ms') <= atMs + LEAD_MS) {
    throw new ServiceError('invalid_request', 'This version has begun: publish another one instead.');
  }
  await sql.run('UPDATE plan_terms SET withdrawn_at_ms = ? WHERE plan = ? AND version = ?', atMs, plan, version);
}

const versionFromRow = (row: Row): PlanVersion => ({
  plan: text(row, 'plan'),
  version: number(row, 'version'),
  terms: patchFromJson(JSON.parse(text(row, 'terms'))),
  fromMs: number(row, 'from_ms'),
  actor: text(row, 'actor'),
  withdrawnAtMs: optionalNumber(row, 'withdrawn_at_ms') ?? null,
});

type WrittenPatch = Omit<PlanPatch, 'tokens' | 'credit' | 'weights'> & {
  readonly tokens?: number;
  /** In CZK. */
  readonly credit?: string;
  /** Decimals. */
  readonly weights?: PlanTerms['weights'];
};

/** Without what it does not change. */
export const patchToJson = ({ tokens, credit, weights, ...patch }: PlanPatch): WrittenPatch => ({
  ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
  ...(tokens !== undefined && { tokens: Number(tokens) }),
  ...(credit !== undefined && { credit: formatCzk(credit) }),
  ...(weights !== undefined && { weights: eachWeight(weights, (thousandths) => thousandths / 1000) }),
});

const patchFromJson = ({ tokens, credit, weights, ...patch }: WrittenPatch): PlanPatch => ({
  ...patch,
  ...(tokens !== undefined && { tokens: BigInt(tokens) }),
  ...(credit !== undefined && { credit: parseCzk(credit) }),
  ...(weights !== undefined && { weights: eachWeight(weights, (decimal) => Math.round(decimal * 1000)) }),
});

const eachWeight = (weights: NonNullable<PlanTerms['weights']>, as: (one: number) => number) =>
  Object.fromEntries(
    Object.entries(weights).map(([model, { input, cachedInput, output, reasoning, cacheWrite5m, cacheWrite1h }]) => [
      model,
      {
        input: as(input),
        cachedInput: as(cachedInput),
        output: as(output),
        reasoning: as(reasoning),
        ...(cacheWrite5m !== undefined && { cacheWrite5m: as(cacheWrite5m) }),
        ...(cacheWrite1h !== undefined && { cacheWrite1h: as(cacheWrite1h) }),
      },
    ]),
  );
