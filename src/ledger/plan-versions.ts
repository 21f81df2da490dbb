/** The tokens that plans grant from a time on, where the operator has said so. */

import type { PlanId, PlanOffers } from '../core/plan.ts';
import { type PlanVersion, planOffersAt } from '../core/price-versions.ts';
import { bigint, number, type Row, type Sql, text } from '../platform/database/database.ts';

/** The offers of a time: the operator's version that holds then, else what the configuration says. */
export const offersAt = async (sql: Sql, configured: PlanOffers, atMs: number): Promise<PlanOffers> =>
  planOffersAt(await readPlanVersions(sql), configured, atMs);

/** All of them, the oldest first: they are few. */
export async function readPlanVersions(sql: Sql): Promise<readonly PlanVersion[]> {
  return (await sql.all('SELECT * FROM plan_versions ORDER BY plan, version')).map(versionFromRow);
}

export async function writePlanVersion(sql: Sql, version: Omit<PlanVersion, 'version'>): Promise<void> {
  const { plan, tokens, fromMs, actor } = version;
  await sql.run(
    `INSERT INTO plan_versions (plan, version, tokens, from_ms, actor)
     VALUES (?, (SELECT COALESCE(MAX(version), 0) + 1 FROM plan_versions WHERE plan = ?), ?, ?, ?)`,
    plan,
    plan,
    tokens,
    fromMs,
    actor,
  );
}

const versionFromRow = (row: Row): PlanVersion => ({
  plan: text(row, 'plan') as PlanId,
  version: number(row, 'version'),
  tokens: bigint(row, 'tokens'),
  fromMs: number(row, 'from_ms'),
  actor: text(row, 'actor'),
});
