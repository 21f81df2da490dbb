/** The operator's first page: figures of a period, and what needs the operator now. */
import { type OverviewParts, readOverview } from '../../service/overview.ts';
import { overviewToView } from '../../wire/overview-view.ts';
import type { Route } from '../call.ts';
import { operatorRoute } from './route.ts';

export type { OverviewParts };

export const overviewRoutes = (parts: OverviewParts): readonly Route[] => [
  operatorRoute('GET /api/operator/overview', async (_call, { query }) =>
    overviewToView(await readOverview(parts, query.period)),
  ),
];
