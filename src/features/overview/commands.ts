/** `overview show` and `overview course`: the figures of the operator's first page. */
import type { AuditService } from '../../ledger/audit-service.ts';
import type { ActionLog } from '../../platform/action-log/action.ts';
import type { ActNeeds } from '../../platform/commands/action.ts';
import type { Command } from '../../platform/commands/command.ts';
import { forService } from '../../platform/commands/from-contract.ts';
import { diskSpaceOf } from '../../platform/disk-space.ts';
import { type FiguresView, overview } from './contract.ts';
import { type CourseSources, readCourse } from './course.ts';
import { toView } from './overview-view.ts';
import { type OverviewSources, readOverview } from './service.ts';

type Needs = ActNeeds & {
  readonly stores: OverviewSources['stores'] & { readonly actionLog: Pick<ActionLog, 'actions'> };
  readonly config: { readonly dataDir: string };
  readonly settings: Pick<OverviewSources, 'openSteps'>;
};

type CourseNeeds = ActNeeds & CourseSources;

/** Engines and how models do are seen by running servers alone. */
const NOTHING_SEEN = {
  engineControls: { health: async () => [], states: () => [] },
  catalogue: { models: new Map() },
  modelStates: () => new Map(),
  belowCost: () => [],
};

const lastAudit = ({ stores }: Needs): Pick<AuditService, 'last'> => ({
  last: async () => (await stores.actionLog.actions({ kind: 'audit', rowsMax: 1 }))[0],
});

export const overviewShow: Command<Needs> = forService('overview show', overview.look, {
  about: 'Shows the figures of a period, and what needs the operator; but for engines, which running servers see.',
  run: async ({ query: { period } }, needs) => {
    const { stores, config, platform } = needs;
    const diskSpace = () => diskSpaceOf(config.dataDir);
    const openSteps = needs.settings.openSteps;
    const sources = { ...NOTHING_SEEN, stores, diskSpace, openSteps, auditService: lastAudit(needs) };
    return toView(await readOverview(platform.clock, sources, period));
  },
  text: ({ figures: { now, before }, needs, creditCzk }) =>
    [
      `now: ${figuresText(now)}`,
      `before: ${figuresText(before)}`,
      `credit of all customers: ${creditCzk} CZK`,
      ...needs.map((need) => `to look at: ${need.kind} ${JSON.stringify({ ...need, kind: undefined })}`),
    ].join('\n'),
});

export const overviewCourse: Command<CourseNeeds> = forService('overview course', overview.course, {
  about: 'Shows how the figures of a period went, by the hour or by the day.',
  run: ({ query: { period } }, { platform, stores }) => readCourse(platform.clock, { stores }, period),
  text: ({ now }) =>
    now
      .map(({ fromMs, requests, spentCzk, errors }) =>
        [new Date(fromMs).toISOString(), `${requests} requests`, `${spentCzk} CZK`, `${errors} errors`].join(', '),
      )
      .join('\n'),
});

const figuresText = (figures: FiguresView): string =>
  [
    `${figures.payments} payments of ${figures.paidCzk} CZK`,
    `${figures.requests} requests for ${figures.spentCzk} CZK`,
    `${figures.activeCustomers} active and ${figures.newCustomers} new customers`,
  ].join(', ');
