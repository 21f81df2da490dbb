/** The server audits its own ledger once a day, at a quiet hour in Prague, and tells the operator if it is broken. */

import { localDateOf, midnightMs } from '../core/calendar.ts';
import type { Notices } from '../platform/notices/notice.ts';
import type { Platform } from '../platform/platform.ts';
import type { AuditScope, AuditVerdict } from './audit.ts';
import { AUDIT_BROKEN } from './notices.ts';

type Auditor = Pick<Platform, 'clock' | 'log'> & { readonly notices: Notices };

type DailyAudit = {
  /** The hour of the day, 0 to 23. */
  readonly hour: number;
  /** Audits the ledger without holding up requests. */
  readonly auditLedger: (scope: AuditScope) => Promise<AuditVerdict>;
  /** How often everything is read, and not only what is new. */
  readonly full: 'daily' | 'weekly';
};

const HOUR_MS = 3_600_000;
const PROBLEMS_TOLD_MAX = 20;

/** Returns the look that is to be taken every minute. */
export function createDailyAudit(
  { notices, clock, log }: Auditor,
  { hour, full, auditLedger }: DailyAudit,
): () => Promise<void> {
  let lastDay: number | undefined;

  return async () => {
    const nowMs = clock.nowMs();
    const dayMs = midnightMs(localDateOf(nowMs));
    const fromMs = dayMs + hour * HOUR_MS;
    // Only within its hour: a server that is started at noon does not begin with it.
    if (dayMs === lastDay || nowMs < fromMs || nowMs >= fromMs + HOUR_MS) return;
    lastDay = dayMs;
    const scope = full === 'daily' || isSunday(dayMs) ? 'full' : 'new';
    const { ok, problems } = await auditLedger(scope);
    if (ok) log.info({ scope }, 'the daily audit has found the ledger right');
    else {
      log.error({ problems }, 'the daily audit has found the ledger broken');
      const data = { problems: problems.slice(0, PROBLEMS_TOLD_MAX) };
      await notices.tell(AUDIT_BROKEN, { id: `audit.broken/${dayMs}`, atMs: nowMs, data });
    }
  };
}

/** The day in Prague that begins at this moment: noon of it is the same day everywhere near. */
const isSunday = (dayMs: number): boolean => new Date(dayMs + 12 * HOUR_MS).getUTCDay() === 0;
