/** The operator's first page: figures of a period, and what needs the operator now. */

import type { Route } from '../../platform/http/call.ts';
import { operatorRoute } from '../../server/api/operator-route.ts';
import { overviewToView } from './overview-view.ts';
import { type OverviewParts, readOverview } from './service.ts';

export type { OverviewParts };

export const overviewRoutes = (parts: OverviewParts): readonly Route[] => [
  operatorRoute('GET /api/operator/overview', async (_call, { query }) =>
    overviewToView(await readOverview(parts, query.period)),
  ),
];
