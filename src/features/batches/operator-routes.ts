/** Batches of all customers, and the pause, as operators see and set them. */
import { actorOf } from '../../core/management-token.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import { batchToView } from './batch-view.ts';
import { type OperatorBatchesView, operatorBatches } from './contract.ts';
import type { Batches } from './transactions.ts';

type OperatorSources = {
  readonly batches: Pick<Batches, 'shown'>;
  /** The addresses of accounts, by their ids. */
  readonly emails: (accountIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
};

const SHOWN = 100;

export function operatorBatchRoutes(
  { actionLog, clock }: Platform,
  { batches, emails }: OperatorSources,
): readonly Route[] {
  async function view(): Promise<OperatorBatchesView> {
    const { shown, isPaused } = await batches.shown({ limit: SHOWN });
    const addresses = await emails([...new Set(shown.map(({ accountId }) => accountId))]);
    const toView = (batch: (typeof shown)[number]) => ({
      ...batchToView(batch),
      accountId: batch.accountId,
      email: addresses.get(batch.accountId) ?? '',
    });
    return { batches: shown.map(toView), isPaused };
  }

  return implement(operatorBatches, {
    list: view,

    pause: async ({ operator, body: { id, reason, isPaused } }) => {
      const about = { id, reason, actor: actorOf(operator), atMs: clock.nowMs() };
      await actionLog.act({ ...about, action: { kind: 'pause-batches', isPaused } });
      return view();
    },
  });
}
