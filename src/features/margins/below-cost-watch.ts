/** Tells that a model is sold below cost, once for each price of the model and of the engine. */
import type { Clock } from '../../platform/clock.ts';
import type { Notices } from '../../platform/notices/notice.ts';
import { MODEL_BELOW_COST } from './notices.ts';
import type { BelowCost } from './rules.ts';

/** Returns the check that is to run every few seconds. */
export function createBelowCostWatch(
  { notices, clock }: { readonly notices: Notices; readonly clock: Clock },
  look: () => readonly BelowCost[],
): () => Promise<void> {
  const told = new Set<string>();
  return async () => {
    for (const { model, engine, tokens, priceVersion, buyingVersion } of look()) {
      const id = `model.below-cost/${priceVersion ?? model}/${buyingVersion}`;
      if (told.has(id)) continue;
      await notices.tell(MODEL_BELOW_COST, { id, atMs: clock.nowMs(), data: { model, engine, tokens } });
      told.add(id);
    }
  };
}
