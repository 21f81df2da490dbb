/** Settings → Usage: charts. */

import type { ResponseRecords } from '../../core/outcome.ts';
import type { Clock, Usages } from '../../core/ports.ts';
import type { AccountKeys } from '../../core/settings-ports.ts';
import type { UsageBy } from '../../core/usage.ts';
import type { Route } from '../../platform/http/call.ts';
import { personRoute } from '../../server/api/settings-route.ts';
import type { Members } from '../organisations/members.ts';
import { ownOnly } from './own-only.ts';
import { chartOf } from './usage-chart.ts';
import { chartToView } from './usage-view.ts';

type UsageParts = {
  readonly usages: Usages;
  readonly responses: Pick<ResponseRecords, 'ofAccount'>;
  readonly accountKeys: AccountKeys;
  readonly members: Pick<Members, 'of'>;
  readonly clock: Clock;
};

export function usageRoutes({ usages, responses, accountKeys, members, clock }: UsageParts): readonly Route[] {
  async function namesOf(by: UsageBy, accountId: string): Promise<ReadonlyMap<string, string>> {
    const nowMs = clock.nowMs();
    if (by === 'member') return new Map((await members.of(accountId)).map(({ userId, email }) => [userId, email]));
    if (by !== 'key') return new Map();
    const keys = await accountKeys.list(accountId, { nowMs, dayFromMs: nowMs });
    return new Map(keys.map(({ id, name }) => [id, name]));
  }

  return [
    personRoute('GET /api/usage', async ({ person }, { query }) => {
      const { accountId } = person;
      const own = ownOnly(person);
      // Counted for the whole account: a member who sees their own alone gets none.
      const isWhole = own.ofUserId === undefined;
      const [chart, names, counted, firstEventsMs] = await Promise.all([
        chartOf(usages, accountId, { ...query, ...own }),
        namesOf(query.by, accountId),
        isWhole ? responses.ofAccount(accountId, query) : [],
        isWhole ? usages.firstEvents(accountId, query) : [],
      ]);
      const labelOf = (id: string) => names.get(id) ?? (id === '' ? 'organisation' : id);
      return chartToView({ ...query, ...chart, responses: counted, firstEventsMs, labelOf });
    }),
  ];
}
