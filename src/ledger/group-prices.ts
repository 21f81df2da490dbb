/**
 * The prices of members of price groups. A price that a group makes of the list is written down before the first request is
 * admitted by it, and is known from then on; most customers are in no group and cost nothing here.
 */
import type { Model } from '../core/model.ts';
import { type GroupVersion, groupPrice, type PriceGroups } from '../core/price-groups.ts';
import type { Priced, PriceGroupRecords } from './group-store.ts';

export type GroupPrices = {
  /** The price by which a request is held and charged. */
  admittedBy(accountId: string, model: Model, atMs: number): Priced | Promise<Priced>;
  /** The price and the group that a customer sees; without a group those of the list. */
  shownTo(accountId: string, atMs: number): ShownPrices;
};

export type ShownPrices = {
  readonly group: GroupVersion | undefined;
  priceOf(model: Pick<Model, 'id' | 'price'>): Model['price'];
};

export function createGroupPrices(records: Pick<PriceGroupRecords, 'price'>, groups: () => PriceGroups): GroupPrices {
  const known = new Map<string, Priced | Promise<Priced>>();

  async function write(id: string, model: Model, groupVersion: string): Promise<Priced> {
    try {
      const priced = await records.price({ model: model.id, listVersion: model.priceVersion, groupVersion });
      known.set(id, priced);
      return priced;
    } catch (thrown) {
      known.delete(id);
      throw thrown;
    }
  }

  return {
    admittedBy: (accountId, model, atMs) => {
      const group = groups().of(accountId, atMs);
      if (!group) return model;
      const id = `${model.priceVersion}~${group.id}`;
      const before = known.get(id);
      if (before !== undefined) return before;
      const writing = write(id, model, group.id);
      known.set(id, writing);
      return writing;
    },
    shownTo: (accountId, atMs) => {
      const group = groups().of(accountId, atMs);
      return { group, priceOf: ({ id, price }) => (group ? groupPrice(price, id, group) : price) };
    },
  };
}
