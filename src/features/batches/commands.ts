/** `batch list | cancel | all | pause`: batches of an account, and all of them. */
import type { Limits } from '../../core/limits.ts';
import type { AccountNeeds } from '../../platform/commands/account.ts';
import { type ActNeeds, newActionId } from '../../platform/commands/action.ts';
import type { Command } from '../../platform/commands/command.ts';
import { forService, fromContract } from '../../platform/commands/from-contract.ts';
import { commandFiles, viaOperatorRoute, viaRoute } from '../../platform/commands/via-route.ts';
import { type BatchesView, batches, operatorBatches } from './contract.ts';
import { operatorBatchRoutes } from './operator-routes.ts';
import { batchPageRoutes } from './routes.ts';
import type { Batches } from './transactions.ts';

type Needs = ActNeeds &
  AccountNeeds & {
    readonly stores: {
      readonly batches: Batches;
      readonly overview: { emails(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> };
    };
    readonly config: { readonly limits: Limits };
  };

const routesOf = (needs: Needs) => [
  ...batchPageRoutes(needs.platform, {
    batches: needs.stores.batches,
    limits: needs.config.limits,
    sendFile: commandFiles(needs),
  }),
  ...operatorBatchRoutes(needs.platform, { batches: needs.stores.batches, emails: needs.stores.overview.emails }),
];

const lineOf = ({
  id,
  status,
  succeeded,
  failed,
  total,
  costCzk,
  waitingFor,
}: BatchesView['batches'][number]): string =>
  `${id}  ${status}  ${succeeded} of ${total} answered, ${failed} failed  ${costCzk} CZK${waitingFor ? `  waits: ${waitingFor}` : ''}`;

const textOf = ({ batches: all, isPaused }: BatchesView): string =>
  [...(isPaused ? ['Batches are paused by the operator.'] : []), ...all.map(lineOf)].join('\n');

export const batchList: Command<Needs> = fromContract('batch list', batches.list, {
  run: viaRoute(batches.list, routesOf),
  text: (view) => textOf(view) || 'The account has no batches.',
});

export const batchCancel: Command<Needs> = fromContract('batch cancel', batches.cancel, {
  run: viaRoute(batches.cancel, routesOf),
  text: textOf,
});

export const batchAll: Command<Needs> = forService('batch all', operatorBatches.list, {
  about: 'Lists batches of all customers: those that have not ended, and the last that have.',
  run: viaOperatorRoute(operatorBatches.list, routesOf),
  text: (view) => textOf(view) || 'There are no batches.',
});

export const batchPause: Command<Needs> = forService('batch pause', operatorBatches.pause, {
  about: 'Lets no request of a batch begin, or with "--paused no" lets them begin again.',
  names: { isPaused: 'paused' },
  fills: { id: newActionId },
  run: viaOperatorRoute(operatorBatches.pause, routesOf),
  text: ({ isPaused }) => (isPaused ? 'No request of a batch begins now.' : 'Requests of batches begin again.'),
});
