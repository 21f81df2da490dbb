/**
 * The prices of members of price groups, and of tiers. A price that is made of the list is written down before the first
 * request is admitted by it, and is known from then on; most requests have none, and cost nothing here.
 */
import type { Model } from '../core/model.ts';
import { type GroupVersion, groupPrice, type PriceGroups } from '../core/price-groups.ts';
import type { ServedTier } from '../core/tiers.ts';
import { madeVersion, type Priced, type PriceGroupRecords } from './group-store.ts';

export type GroupPrices = {
  /** The price by which a request is held and charged. */
  admittedBy(accountId: string, model: Model, at: Admission): Priced | Promise<Priced>;
  /** The price and the group that a customer sees; without a group those of the list. */
  shownTo(accountId: string, atMs: number): ShownPrices;
};

type Admission = { readonly atMs: number; readonly served?: ServedTier | undefined };

export type ShownPrices = {
  readonly group: GroupVersion | undefined;
  priceOf(model: Pick<Model, 'id' | 'price'>): Model['price'];
};

export function createGroupPrices(records: Pick<PriceGroupRecords, 'price'>, groups: () => PriceGroups): GroupPrices {
  const known = new Map<string, Priced | Promise<Priced>>();

  async function write(id: string, of: Parameters<PriceGroupRecords['price']>[0]): Promise<Priced> {
    try {
      const priced = await records.price(of);
      known.set(id, priced);
      return priced;
    } catch (thrown) {
      known.delete(id);
      throw thrown;
    }
  }

  return {
    admittedBy: (accountId, model, { atMs, served }) => {
      const group = groups().of(accountId, atMs);
      if (!group && !served) return model;
      const of = { model: model.id, listVersion: model.priceVersion, groupVersion: group?.id, served };
      const id = madeVersion(of);
      const before = known.get(id);
      if (before !== undefined) return before;
      const writing = write(id, of);
      known.set(id, writing);
      return writing;
    },
    shownTo: (accountId, atMs) => {
      const group = groups().of(accountId, atMs);
      return { group, priceOf: ({ id, price }) => (group ? groupPrice(price, id, group) : price) };
    },
  };
}
