/** Batches at the pages of their owner. */
import { ServiceError } from '../../core/errors.ts';
import type { Limits } from '../../core/limits.ts';
import type { Person } from '../../core/person.ts';
import { implement } from '../../platform/api/implement.ts';
import { ownOnly } from '../../platform/api/own-only.ts';
import { createOrderedIds } from '../../platform/clock.ts';
import type { Route } from '../../platform/http/call.ts';
import type { SendFile } from '../../platform/http/file-stream.ts';
import type { Platform } from '../../platform/platform.ts';
import { batchToView } from './batch-view.ts';
import { batches } from './contract.ts';
import { keptBy, resultOf } from './results.ts';
import { type Batch, hasEnded } from './rules.ts';
import type { Batches } from './transactions.ts';

type BatchSources = {
  readonly batches: Batches;
  readonly limits: Pick<Limits, 'fileMs'>;
  readonly sendFile: SendFile;
};

const SHOWN = 50;

export function batchPageRoutes(
  { clock, vault }: Platform,
  { batches: store, limits, sendFile }: BatchSources,
): readonly Route[] {
  const requestIds = createOrderedIds(clock);
  const shownTo = (person: Person) => store.shown({ accountId: person.accountId, ...ownOnly(person), limit: SHOWN });
  const view = async (person: Person) => {
    const { shown, isPaused } = await shownTo(person);
    return { batches: shown.map(batchToView), isPaused };
  };

  /** One of another account, or for a developer of another member, is as good as none. */
  async function found(person: Person, id: string): Promise<Batch> {
    const { shown } = await store.shown({ accountId: person.accountId, ...ownOnly(person), id, limit: 1 });
    const [one] = shown;
    if (one) return one;
    throw new ServiceError('not_found', 'This account has no such batch.');
  }

  return implement(batches, {
    list: ({ person }) => view(person),

    cancel: async ({ person, params }) => {
      const { id } = await found(person, params.id);
      await store.cancel(person.accountId, id, keptBy({ clock, requestIds, limits }));
      return view(person);
    },

    results: async ({ query, params, ...call }) => {
      const batch = await found(call.person, params.id);
      if (!hasEnded(batch)) throw new ServiceError('not_found', 'The batch has not ended: it has no results yet.');
      const pieces = resultOf({ batches: store, vault }, batch, query.lines);
      return sendFile(call, { name: `${batch.id}.jsonl`, type: 'application/jsonl', pieces });
    },
  });
}
