/** Settings → Usage: charts. */
import type { Clock, Usages } from '../../domain/ports.ts';
import type { ResponseRecords } from '../../domain/responses.ts';
import type { AccountKeys } from '../../domain/settings-ports.ts';
import { chartOf } from '../../service/usage-chart.ts';
import { chartToView } from '../../wire/usage-view.ts';
import type { Route } from '../call.ts';
import { personRoute } from './route.ts';

type UsageParts = {
  readonly usages: Usages;
  readonly responses: Pick<ResponseRecords, 'ofAccount'>;
  readonly accountKeys: AccountKeys;
  readonly clock: Clock;
};

export const usageRoutes = ({ usages, responses, accountKeys, clock }: UsageParts): readonly Route[] => [
  personRoute('GET /api/usage', async ({ person: { accountId } }, { query }) => {
    const chart = await chartOf(usages, accountId, query);
    const seen = {
      responses: await responses.ofAccount(accountId, query),
      firstEventsMs: await usages.firstEvents(accountId, query),
    };
    const nowMs = clock.nowMs();
    const keys = query.by === 'key' ? await accountKeys.list(accountId, { nowMs, dayFromMs: nowMs }) : [];
    const names = new Map(keys.map(({ id, name }) => [id, name]));
    return chartToView({ ...query, ...chart, ...seen, labelOf: (id) => names.get(id) ?? id });
  }),
];
