/**
 * Proves the ledger. Everything is recomputed from the entries and the requests, with arithmetic of its own: a mistake
 * in the code that charges cannot hide in the code that checks. It runs beside a server. What is final is read in many
 * short steps, and only what changes in one snapshot, so that SQLite can empty its log meanwhile.
 */

import { bigint, type Database, number, type Sql, text } from '../../platform/database/database.ts';
import type { Audit } from '../audit.ts';
import { auditArchives, type ReadArchive } from './audit-archive.ts';
import { auditMargins } from './audit-bought.ts';
import { auditBounds } from './audit-bounds.ts';
import { auditCauses } from './audit-causes.ts';
import { auditGroupPrices } from './audit-groups.ts';
import { auditEntries, auditMarks, beginMarks, readMarks } from './audit-marks.ts';
import { auditMembers } from './audit-members.ts';
import { auditMonths } from './audit-months.ts';
import { auditOrders } from './audit-orders.ts';
import { auditPlans } from './audit-plans.ts';
import { AuditReport } from './audit-report.ts';
import { auditEnded, auditLeases } from './audit-requests.ts';
import { auditSeals, type SealedUntil } from './audit-seals.ts';
import { type AuditStart, readStart } from './audit-start.ts';
import { auditKeys, auditPots, changedSums } from './audit-sums.ts';
import { auditHours, type UsageSums } from './audit-usage.ts';
import { auditVersions } from './audit-versions.ts';
import { auditWindows } from './audit-windows.ts';
import { rememberProof } from './proof-store.ts';

type Context = AuditStart & {
  readonly nowMs: number;
  /** Hours of margins before this one have requests in archives. */
  readonly marginsFromMs: number;
  readonly archivedHours?: UsageSums;
};
type Step = (sql: Sql, report: AuditReport, context: Context) => Promise<void>;

export type AuditProgress = (done: number, of: number) => void;

type AuditOptions = {
  readonly onProgress?: AuditProgress;
  /** Seals that were written down somewhere else, as `number:hash`. */
  readonly heads?: readonly string[];
  /** Everything, or what is new since the last proof and all that is cheap to read. */
  readonly scope?: 'full' | 'new';
  /** Reads what was archived; without it that is not looked at. */
  readonly readArchive?: ReadArchive | undefined;
  /** True where the next one may go on from here. */
  readonly isRemembered?: boolean;
  /** True where marks begin anew: those of before are not looked at, and all else is. */
  readonly isBegunAnew?: boolean;
};

/** Parts of what is final, or is read by one statement. */
const OUTSIDE: readonly Step[] = [
  auditMarks,
  auditEntries,
  auditEnded,
  auditHours,
  auditMargins,
  auditWindows,
  auditGroupPrices,
];
const INSIDE: readonly Step[] = [
  auditBounds,
  auditPots,
  auditLeases,
  auditKeys,
  auditMonths,
  auditPeriods,
  auditPlans,
  auditDebts,
  auditOrders,
  auditCauses,
  auditVersions,
  auditMembers,
];

export async function audit(db: Database, nowMs: number, options: AuditOptions = {}): Promise<Audit> {
  const { onProgress = () => {}, heads = [], isRemembered = false, isBegunAnew = false } = options;
  const scope = options.readArchive || isBegunAnew ? 'full' : (options.scope ?? 'full');
  const report = new AuditReport();
  const steps = new Steps(report, onProgress);
  const marks = await readMarks(db, isBegunAnew);
  const start = await readStart(db.sql, report, { scope, marks });
  const marginsFromMs = start.hoursFromMs;
  const context = { ...start, nowMs, marginsFromMs, ...(await archivedPart(db.sql, report, options.readArchive)) };
  const sealed = await auditSeals(db.sql, report, { chargesAfter: start.seal, heads, marks });
  for (const step of OUTSIDE) await steps.run(step, db.sql, context);
  const { changed, unsealed } = await db.snapshot(async (sql) => {
    for (const step of INSIDE) await steps.run(step, sql, context);
    const unsealed = steps.isOver ? 0 : await countUnsealed(sql, sealed);
    // Before the first seal, sums up to it would be those of the whole journal taken away again.
    const isProof = isRemembered && report.isClean && sealed.seq > 0n;
    return { unsealed, changed: isProof ? await changedSums(sql, start, sealed.entries) : undefined };
  });
  await requireSameArchive(db.sql, start);
  if (isBegunAnew && report.isClean) await beginMarks(db);
  if (changed) await rememberProof(db, { start, sealed, changed, nowMs });
  const head = sealed.seq === 0n ? null : `${sealed.seq}:${sealed.hash}`;
  return {
    ...report.result(),
    head,
    scope: start.scope,
    unsealed,
    notLookedAt: notLookedAt({ ...context, ...(options.readArchive && { archive: undefined }) }),
  };
}

/** With the archives at hand, hours are added up from the first one on. */
async function archivedPart(sql: Sql, report: AuditReport, read: ReadArchive | undefined) {
  return read ? { archivedHours: await auditArchives(sql, report, read), hoursFromMs: 0 } : {};
}

/** Runs one step after the other, until there is a sum that the database cannot make. */
class Steps {
  readonly #report: AuditReport;
  readonly #onProgress: AuditProgress;
  #done = 0;
  isOver = false;

  constructor(report: AuditReport, onProgress: AuditProgress) {
    this.#report = report;
    this.#onProgress = onProgress;
  }

  async run(step: Step, sql: Sql, context: Context): Promise<void> {
    if (this.isOver) return;
    const all = OUTSIDE.length + INSIDE.length;
    this.#onProgress(this.#done, all);
    try {
      await step(sql, this.#report, context);
      this.#done += 1;
    } catch (thrown) {
      if (!isNoSum(thrown)) throw thrown;
      // On PostgreSQL nothing can be asked behind a statement that failed, and what is broken was found.
      this.isOver = true;
      this.#report.check('L16', false, () => `sums cannot be made, so ${all - this.#done} checks were not made`);
    }
  }
}

/** A sum that the database could not make: it is too large, or what a pot paid cannot be read. */
const isNoSum = (thrown: unknown): boolean =>
  thrown instanceof Error && /integer overflow|out of range|malformed JSON|invalid input syntax/.test(thrown.message);

/** Rows that an archive takes away while we read would look like a loss. */
async function requireSameArchive(sql: Sql, { archive }: AuditStart): Promise<void> {
  const last = await sql.one('SELECT COALESCE(MAX(id), 0) AS id FROM archives');
  if (bigint(last!, 'id') === (archive ? bigint(archive, 'id') : 0n)) return;
  throw new Error('Requests were archived while the audit was reading: run it again.');
}

async function countUnsealed(sql: Sql, { entries, actions, versions }: SealedUntil): Promise<number> {
  const row = await sql.one(
    `SELECT (SELECT COUNT(*) FROM ledger_entries WHERE seq > ?) + (SELECT COUNT(*) FROM requests WHERE seq > ?)
       + (SELECT COUNT(*) FROM operator_actions WHERE seq > ?) + (SELECT COUNT(*) FROM row_versions WHERE seq > ?) AS n`,
    entries,
    entries,
    actions,
    versions,
  );
  return number(row!, 'n');
}

function notLookedAt({ scope, proof, unusedProof, archive, seal, hoursFromMs, marks }: AuditStart): string[] {
  const said: string[] = [];
  if (marks.key === undefined) said.push("marks, because the server's secret is not known here");
  if (unusedProof) said.push(unusedProof);
  if (scope === 'new' && proof) {
    const at = timeOf(number(proof, 'at_ms'));
    const full = timeOf(number(proof, 'full_at_ms'));
    said.push(
      `charges and requests up to seal ${seal}: proved at ${at}, and all of them at ${full}; --full reads them again`,
    );
  }
  if (archive) {
    const until = timeOf(number(archive, 'until_ms'));
    said.push(`charges up to ${until} that were archived; --archive ${text(archive, 'folder')} reads them`);
  }
  if (hoursFromMs > 0) said.push(`usage in hours before ${timeOf(hoursFromMs)}`);
  return said;
}

const timeOf = (atMs: number): string => new Date(atMs).toISOString();

/** L6, L7: periods of one account do not overlap, and each has exactly one grant. */
async function auditPeriods(sql: Sql, report: AuditReport): Promise<void> {
  const periods = await sql.all(
    `SELECT p.account_id, p.starts_at_ms, p.ends_at_ms, p.pot_id,
       COALESCE(g.grants, 0) AS grants
     FROM plan_periods p
     LEFT JOIN (SELECT pot_id, COUNT(*) AS grants FROM ledger_entries
                WHERE kind <> 'charge' AND kind = 'grant' GROUP BY pot_id) g
       ON g.pot_id = p.pot_id
     ORDER BY p.account_id, p.starts_at_ms`,
  );
  for (const [i, period] of periods.entries()) {
    const before = i > 0 ? periods[i - 1]! : undefined;
    const follows =
      !before ||
      before.account_id !== period.account_id ||
      bigint(before, 'ends_at_ms') <= bigint(period, 'starts_at_ms');
    report.check('L6', follows, () => `the periods of account ${text(period, 'account_id')} overlap`);
    const grants = bigint(period, 'grants');
    report.check('L7', grants === 1n, () => `the period of pot ${text(period, 'pot_id')} has ${grants} grants`);
  }
}

/** L8: what was repaid of an account's debts went out of its pots, and who owes is blocked. */
async function auditDebts(sql: Sql, report: AuditReport): Promise<void> {
  const accounts = await sql.all(
    `SELECT a.id, a.status, COALESCE(d.owed, 0) AS owed, COALESCE(d.repaid, 0) AS repaid, COALESCE(e.paid, 0) AS paid
     FROM accounts a
     LEFT JOIN (SELECT account_id, SUM(amount_nanos - repaid_nanos) AS owed, SUM(repaid_nanos) AS repaid
                FROM debts GROUP BY account_id) d ON d.account_id = a.id
     LEFT JOIN (SELECT account_id, -SUM(amount) AS paid FROM ledger_entries
                WHERE kind <> 'charge' AND kind = 'debt' GROUP BY account_id) e
       ON e.account_id = a.id`,
  );
  for (const account of accounts) {
    const id = text(account, 'id');
    const owed = bigint(account, 'owed');
    const repaid = bigint(account, 'repaid');
    const paid = bigint(account, 'paid');
    report.check('L8', repaid === paid, () => `account ${id} repaid ${repaid} of its debts, its entries say ${paid}`);
    // A payment may be returned after its account was closed; that one is out of use, too.
    const isBlocked = account.status !== 'active';
    report.check('L8', isBlocked || owed === 0n, () => `account ${id} owes ${owed} but is not blocked`);
  }
}
