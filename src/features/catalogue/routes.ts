import type { Catalogue, Model } from '../../core/model.ts';
import type { Route } from '../../platform/http/call.ts';
import { personRoute } from '../../server/api/settings-route.ts';
import { modelToView } from './model-view.ts';

type ModelParts = {
  readonly catalogue: Catalogue;
  /** Also asks the engines, where the configuration does not say. */
  readonly contextTokensOf?: (model: Model) => Promise<number | undefined>;
};

/** The models with their prices, for the forms, the price list and the recipes of the quick start. */
export const modelRoutes = ({ catalogue, contextTokensOf }: ModelParts): readonly Route[] => [
  // Asked each time: prices change while the server runs.
  personRoute('GET /api/models', async () => ({
    models: await Promise.all(
      [...catalogue.models.values()].map(async (model) => ({
        ...modelToView(model, catalogue),
        contextTokens: (await contextTokensOf?.(model)) ?? model.contextTokens ?? null,
      })),
    ),
    defaultModel: catalogue.defaultModel,
  })),
];
