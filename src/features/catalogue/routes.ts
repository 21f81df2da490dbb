import { aliasesOf, type Catalogue, listedModels, type Model, modalitiesOf } from '../../core/model.ts';
import { type PlanOffers, planNames, plansInOrder } from '../../core/plan.ts';
import type { GroupPrices } from '../../ledger/group-prices.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Route } from '../../platform/http/call.ts';
import { catalogue as contract } from './contract.ts';
import { priceToView } from './model-view.ts';

type Models = {
  readonly planOffers: () => PlanOffers;
  readonly catalogue: Catalogue;
  readonly groupPrices: Pick<GroupPrices, 'shownTo'>;
  /** Also asks the engines, where the configuration does not say. */
  readonly contextTokensOf?: (model: Model) => Promise<number | undefined>;
};

/** The models with their prices, and the names of plans, for the forms, the price list and the recipes of the quick start. */
export const modelRoutes = (
  { clock }: { readonly clock: Clock },
  { catalogue, groupPrices, contextTokensOf, planOffers }: Models,
): readonly Route[] =>
  implement(contract, {
    // Asked each time: prices change while the server runs.
    models: async ({ person }) => {
      const { group, priceOf } = groupPrices.shownTo(person.accountId, clock.nowMs());
      return {
        models: await Promise.all(
          listedModels(catalogue).map(async (model) => ({
            ...model,
            aliases: aliasesOf(model.id, catalogue),
            note: model.note ?? null,
            isDemonstration: model.isDemonstration ?? false,
            roleCs: model.roleCs ?? null,
            modalities: [...modalitiesOf(model)],
            contextTokens: (await contextTokensOf?.(model)) ?? model.contextTokens ?? null,
            price: priceToView(priceOf(model)),
            listPrice: group ? priceToView(model.price) : null,
            tiers: model.tiers ?? {},
          })),
        ),
        defaultModel: catalogue.defaultModel,
        priceGroup: group?.name ?? null,
      };
    },

    plans: () => {
      const offers = planOffers();
      return { plans: plansInOrder(offers).map((id) => ({ id, name: planNames(id, offers[id]) })) };
    },
  });
