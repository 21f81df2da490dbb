/** `activity list | export`: what members of an account did, as they read it themselves. */
import type { AccountNeeds } from '../../platform/commands/account.ts';
import type { ActNeeds } from '../../platform/commands/action.ts';
import type { Command } from '../../platform/commands/command.ts';
import { fromContract } from '../../platform/commands/from-contract.ts';
import { commandFiles, viaRoute } from '../../platform/commands/via-route.ts';
import { activity } from './contract.ts';
import { activityRoutes } from './routes.ts';

type Needs = ActNeeds & AccountNeeds;

const routesOf = (needs: Needs) => activityRoutes(needs.platform, commandFiles(needs));
const NAMES = { memberId: 'member', fromMs: 'from', toMs: 'until' };

export const activityList: Command<Needs> = fromContract('activity list', activity.list, {
  about: 'Lists what members of an account did, newest first.',
  names: NAMES,
  run: viaRoute(activity.list, routesOf),
  text: ({ entries, next }) =>
    [
      ...entries.map(({ atMs, actor, action, details }) =>
        [new Date(atMs).toISOString(), actor, action, JSON.stringify(details)].join('  '),
      ),
      ...(next === null ? [] : [`More: --before ${next}`]),
    ].join('\n') || 'No member has done anything yet.',
});

export const activityExport: Command<Needs> = fromContract('activity export', activity.csv, {
  about: 'Writes what members of an account did into a CSV file.',
  names: NAMES,
  run: viaRoute(activity.csv, routesOf),
});
