/** The part of the audit that compares each period of a plan, and its pot, with the versions of the plan that had begun. */
import { number, type Row, type Sql, text } from '../../platform/database/database.ts';
import type { AuditReport } from './audit-report.ts';

const AT_ONCE = 5000;
const NANOS = 1_000_000_000;
/** More crowns of a window are none: no plan gives as many. */
const WINDOW_CZK_MAX = 1_000_000;

/**
 * A version may be written a while after the moment that it names, by a slow database or by a server whose clock is ahead:
 * a period that began between has the version before it.
 */
const STALE_MS = 60_000;

type Said = {
  readonly tokens?: number;
  readonly credit?: string;
  readonly models?: readonly string[] | null;
  readonly windows?: Readonly<Record<string, number>>;
  readonly weights?: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

/** L24: a period gives what the versions of its plan said when it began, or in the minute before, by their terms. */
export async function auditPlans(sql: Sql, report: AuditReport): Promise<void> {
  const versions = await sql.all('SELECT * FROM plan_terms WHERE withdrawn_at_ms IS NULL ORDER BY from_ms, version');
  const versionsOf = Map.groupBy(versions, (row) => text(row, 'plan'));
  let after = '';
  while (true) {
    const periods = await sql.all(PERIODS, after, AT_ONCE);
    if (periods.length === 0) return;
    after = text(periods.at(-1)!, 'pot_id');
    for (const period of periods) auditPeriod(period, versionsOf.get(text(period, 'plan')) ?? [], report);
  }
}

const PERIODS = `SELECT n.pot_id, n.plan, n.starts_at_ms, n.tokens, n.plan_version, p.terms
  FROM plan_periods n JOIN pots p ON p.id = n.pot_id
  WHERE n.plan_version IS NOT NULL AND n.pot_id > ? ORDER BY n.pot_id LIMIT ?`;

function auditPeriod(period: Row, versions: readonly Row[], report: AuditReport): void {
  const version = number(period, 'plan_version');
  const begunAt = (atMs: number) => versions.filter((row) => number(row, 'from_ms') <= atMs);
  const lastAt = (atMs: number) => begunAt(atMs).reduce((most, row) => Math.max(most, number(row, 'version')), 0);
  const knownAtMs = momentsBefore(period, versions).find((atMs) => lastAt(atMs) === version);
  const begun = begunAt(knownAtMs ?? number(period, 'starts_at_ms'));
  const last = lastAt(number(period, 'starts_at_ms'));
  const what = () => `the period ${text(period, 'pot_id')} of the plan ${text(period, 'plan')}`;
  report.check('L24', knownAtMs !== undefined, () => `${what()} names version ${version}; it began with ${last}`);
  const said = begun.reduce<Said>((before, row) => follow(before, JSON.parse(text(row, 'terms')) as Said), {});
  for (const [field, wanted, found] of differences(said, period)) {
    report.check('L24', wanted === found, () => `${what()} has ${field} ${found}; its plan says ${wanted}`);
  }
}

/** The beginning of a period, and the moments in the minute before it at which another version held; the latest first. */
function momentsBefore(period: Row, versions: readonly Row[]): readonly number[] {
  const startsAtMs = number(period, 'starts_at_ms');
  const ends = versions.map((row) => number(row, 'from_ms') - 1);
  const within = ends.filter((atMs) => atMs < startsAtMs && atMs >= startsAtMs - STALE_MS);
  return [startsAtMs, ...within.toSorted((a, b) => b - a)];
}

/** Tokens and crowns take the place of each other. */
function follow({ tokens, credit, ...before }: Said, next: Said): Said {
  const isGiven = next.tokens !== undefined || next.credit !== undefined;
  const allowance = { ...(tokens !== undefined && { tokens }), ...(credit !== undefined && { credit }) };
  return { ...before, ...(isGiven ? {} : allowance), ...next };
}

type Compared = readonly [field: string, wanted: string, found: string];

/** Only what a version has said: the rest is the preset's. */
function differences({ tokens, credit, models, windows, weights }: Said, period: Row): readonly Compared[] {
  const terms = JSON.parse((period.terms as string | null) ?? '{}') as Said & { readonly unit?: string };
  const isCzk = credit !== undefined;
  const given = isCzk ? nanosOf(credit) : tokens === undefined ? undefined : String(tokens);
  return [
    ...(given === undefined ? [] : [['the amount', given, String(period.tokens)] as const]),
    ...(given === undefined ? [] : [['the unit', isCzk ? 'CZK' : 'tokens', terms.unit ?? 'tokens'] as const]),
    ...(models === undefined ? [] : [['models', written(models ?? []), written(terms.models ?? [])] as const]),
    ...(windows === undefined
      ? []
      : [['windows', written(isCzk ? inNanos(windows) : windows), written(terms.windows ?? {})] as const]),
    ...(weights === undefined || isCzk
      ? []
      : [['weights', written(inThousandths(weights)), written(terms.weights ?? {})] as const]),
  ];
}

/** The decimal text in nano-crowns. */
function nanosOf(czk: string): string {
  const [whole = '0', fraction = ''] = czk.split('.');
  return BigInt(whole + fraction.padEnd(9, '0')).toString();
}

const inNanos = (windows: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(windows).map(([window, most]) => [window, Math.min(most, WINDOW_CZK_MAX) * NANOS]));

const inThousandths = (weights: NonNullable<Said['weights']>) =>
  Object.fromEntries(
    Object.entries(weights).map(([model, own]) => [
      model,
      Object.fromEntries(Object.entries(own).map(([type, weight]) => [type, Math.round(weight * 1000)])),
    ]),
  );

/** The same for the same values, in whatever order they are named. */
function written(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const inOrder = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${inOrder.map(([name, one]) => `${name}:${written(one)}`).join()}}`;
}
