/** One audit at a time, with its progress, and the last result as it is in the log of operators. */

import type { AuditResult } from '../core/audit-result.ts';
import type { LoggedAction } from '../platform/action-log/action.ts';
import type { Platform } from '../platform/platform.ts';

type Auditor = Pick<Platform, 'clock' | 'ids' | 'log' | 'actionLog'>;
type RunAudit = (nowMs: number, onProgress: (done: number, of: number) => void) => Promise<AuditResult>;

type RunningAudit = { readonly startedAtMs: number; readonly done: number; readonly of: number };

export type AuditService = {
  readonly running: RunningAudit | null;
  last(): Promise<LoggedAction | undefined>;
  /** Does nothing while one is running. */
  start(actor: string): void;
};

export function createAuditService({ actionLog, clock, ids, log }: Auditor, audit: RunAudit): AuditService {
  let running: RunningAudit | null = null;

  async function run(actor: string, startedAtMs: number): Promise<void> {
    const found = await audit(startedAtMs, (done, of) => {
      running = { startedAtMs, done, of };
    }).catch((thrown): AuditResult => ({ ok: null, checked: {}, problems: [`It could not be finished: ${thrown}`] }));
    if (found.ok === false) log.error({ problems: found.problems }, 'the audit has found the ledger broken');
    const atMs = clock.nowMs();
    const result = { ...found, startedAtMs };
    const about = { id: ids.next('act_'), actor, reason: 'audit', atMs };
    await actionLog.act({ ...about, action: { kind: 'audit', object: 'books', result } });
  }

  return {
    get running() {
      return running;
    },
    last: async () => (await actionLog.actions({ kind: 'audit', rowsMax: 1 }))[0],
    start: (actor) => {
      if (running) return;
      const startedAtMs = clock.nowMs();
      running = { startedAtMs, done: 0, of: 1 };
      run(actor, startedAtMs)
        .catch((cause) => log.error({ cause }, 'the result of an audit could not be written down'))
        .finally(() => {
          running = null;
        });
    },
  };
}
