/** The audit from the pages: begin, follow, and read the last result; and requests that cannot be true. */

import type { AuditResult } from '../../core/audit-result.ts';
import { actorOf } from '../../core/management-token.ts';
import type { AuditService } from '../../ledger/audit-service.ts';
import type { LoggedAction } from '../../platform/action-log/action.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { audit } from './contract.ts';
import type { CustomerList } from './customers.ts';

export function auditRoutes(auditService: AuditService, customers: Pick<CustomerList, 'anomalies'>): readonly Route[] {
  async function view() {
    // One that ends between the two is shown as running, and as the last one at the next look.
    const { running } = auditService;
    const last = await auditService.last();
    return { running, last: last ? auditToView(last) : null };
  }

  return implement(audit, {
    look: view,

    begin: ({ operator }) => {
      auditService.start(actorOf(operator));
      return view();
    },

    anomalies: async () => ({ anomalies: await customers.anomalies() }),
  });
}

export function auditToView({ atMs, actor, after }: LoggedAction) {
  const result = after.result as AuditResult & { readonly startedAtMs: number };
  return { ...result, endedAtMs: atMs, actor };
}
