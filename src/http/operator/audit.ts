/** Proving the books from the pages: begin, follow, and read the last result. */
import type { AuditResult, OperatorAction } from '../../domain/operator.ts';
import type { AuditDesk } from '../../service/audit-desk.ts';
import type { AuditView } from '../../wire/operator-api.ts';
import type { Route } from '../call.ts';
import { operatorRoute } from './route.ts';

export type AuditParts = { readonly auditDesk: AuditDesk };

export function auditRoutes({ auditDesk }: AuditParts): readonly Route[] {
  async function view(): Promise<AuditView> {
    // One that ends between the two is shown as running, and as the last one at the next look.
    const { running } = auditDesk;
    const last = await auditDesk.last();
    return { running, last: last ? resultToView(last) : null };
  }

  return [
    operatorRoute('GET /api/operator/audit', view),
    operatorRoute('POST /api/operator/audit', ({ operator }) => {
      auditDesk.start(operator.email);
      return view();
    }),
  ];
}

function resultToView({ atMs, actor, after }: OperatorAction): NonNullable<AuditView['last']> {
  const { startedAtMs, ...result } = after.result as AuditResult & { readonly startedAtMs: number };
  return { ...result, startedAtMs, endedAtMs: atMs, actor };
}
