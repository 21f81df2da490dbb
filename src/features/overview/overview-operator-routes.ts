/** The operator's first page and what is beside it. */
import { actorOf } from '../../core/management-token.ts';
import { TAKEN_CONFIGURATION } from '../../platform/action-log/action.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import { overview, type ReloadView } from './contract.ts';
import { type CourseSources, readCourse } from './course.ts';
import { feedResponse, type LiveFeed } from './feed-response.ts';
import { toView } from './overview-view.ts';
import { type OverviewSources, readOverview } from './service.ts';

export type OverviewArea = OverviewSources &
  CourseSources &
  LiveFeed & {
    /** Takes all of the configuration, or nothing of it. */
    readonly reload: () => Promise<ReloadView>;
  };

export function overviewRoutes({ actionLog, clock }: Platform, area: OverviewArea): readonly Route[] {
  return implement(overview, {
    look: async ({ query }) => toView(await readOverview(clock, area, query.period)),

    course: ({ query }) => readCourse(clock, area, query.period),

    emails: async ({ query }) => ({ emails: Object.fromEntries(await area.stores.overview.emails(query.ids)) }),

    reload: async ({ operator, body }) => {
      const result = await area.reload();
      // Each server has a configuration of its own. Where this one was taken, the others see it in the log and follow.
      const object = result.ok ? TAKEN_CONFIGURATION : 'refused configuration';
      const action = { kind: 'reload', object, result } as const;
      await actionLog.act({ ...body, actor: actorOf(operator), atMs: clock.nowMs(), action });
      return result;
    },

    watch: (call) => feedResponse(call, area),
  });
}
