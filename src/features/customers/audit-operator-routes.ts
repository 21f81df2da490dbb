/** The audit from the pages: begin, follow, and read the last result. */
import { actorOf } from '../../core/management-token.ts';
import type { AuditService } from '../../ledger/audit-service.ts';
import type { AuditResult, LoggedAction } from '../../platform/action-log/operator.ts';
import type { Route } from '../../platform/http/call.ts';
import type { AuditView } from '../../server/api/operator-api.ts';
import { operatorRoute } from '../../server/api/operator-route.ts';

export type AuditParts = { readonly auditService: AuditService };

export function auditRoutes({ auditService }: AuditParts): readonly Route[] {
  async function view(): Promise<AuditView> {
    // One that ends between the two is shown as running, and as the last one at the next look.
    const { running } = auditService;
    const last = await auditService.last();
    return { running, last: last ? resultToView(last) : null };
  }

  return [
    operatorRoute('GET /api/operator/audit', view),
    operatorRoute('POST /api/operator/audit', ({ operator }) => {
      auditService.start(actorOf(operator));
      return view();
    }),
  ];
}

function resultToView({ atMs, actor, after }: LoggedAction): NonNullable<AuditView['last']> {
  const { startedAtMs, ok, checked, problems } = after.result as AuditResult & { readonly startedAtMs: number };
  return { startedAtMs, endedAtMs: atMs, actor, ok, checked, problems };
}
