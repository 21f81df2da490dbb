/** The operator's first page and what is beside it. */
import { actorOf } from '../../core/management-token.ts';
import { type ActionLog, TAKEN_CONFIGURATION } from '../../platform/action-log/action.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { overview, type ReloadView } from './contract.ts';
import { type FeedParts, feedResponse } from './feed-response.ts';
import { overviewToView } from './overview-view.ts';
import { type OverviewParts, readOverview } from './service.ts';

export type OverviewRouteParts = OverviewParts &
  FeedParts & {
    readonly operatorStore: ActionLog;
    /** All of the configuration is taken, or nothing of it. */
    readonly reload: () => Promise<ReloadView>;
  };

export function overviewRoutes(parts: OverviewRouteParts): readonly Route[] {
  const { stores, operatorStore, reload, clock } = parts;
  return implement(overview, {
    look: async ({ query }) => overviewToView(await readOverview(parts, query.period)),

    emails: async ({ query }) => ({ emails: Object.fromEntries(await stores.overview.emails(query.ids)) }),

    reload: async ({ operator, body }) => {
      const result = await reload();
      // Each server has a configuration of its own. Where this one was taken, the others see it in the log and follow.
      const object = result.ok ? TAKEN_CONFIGURATION : 'refused configuration';
      const action = { kind: 'reload', object, result } as const;
      await operatorStore.act({ ...body, actor: actorOf(operator), atMs: clock.nowMs(), action });
      return result;
    },

    watch: (call) => feedResponse(call, parts),
  });
}
