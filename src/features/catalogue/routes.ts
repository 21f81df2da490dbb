import { aliasesOf, type Catalogue, listedModels, type Model, modalitiesOf } from '../../core/model.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { catalogue as contract } from './contract.ts';
import { priceToView } from './model-view.ts';

type Models = {
  readonly catalogue: Catalogue;
  /** Also asks the engines, where the configuration does not say. */
  readonly contextTokensOf?: (model: Model) => Promise<number | undefined>;
};

/** The models with their prices, for the forms, the price list and the recipes of the quick start. */
export const modelRoutes = ({ catalogue, contextTokensOf }: Models): readonly Route[] =>
  implement(contract, {
    // Asked each time: prices change while the server runs.
    models: async () => ({
      models: await Promise.all(
        listedModels(catalogue).map(async (model) => ({
          ...model,
          aliases: aliasesOf(model.id, catalogue),
          note: model.note ?? null,
          roleCs: model.roleCs ?? null,
          modalities: [...modalitiesOf(model)],
          contextTokens: (await contextTokensOf?.(model)) ?? model.contextTokens ?? null,
          price: priceToView(model.price),
        })),
      ),
      defaultModel: catalogue.defaultModel,
    }),
  });
