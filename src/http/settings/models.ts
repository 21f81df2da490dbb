import type { Catalogue } from '../../domain/model.ts';
import { modelToView } from '../../wire/model-view.ts';
import type { Route } from '../call.ts';
import { personRoute } from './route.ts';

/** The models with their prices, for the forms and the price list. */
export const modelRoutes = (catalogue: Catalogue): readonly Route[] => [
  // Asked each time: prices change while the server runs.
  personRoute('GET /api/models', async () => ({
    models: [...catalogue.models.values()].map((model) => modelToView(model, catalogue)),
    defaultModel: catalogue.defaultModel,
  })),
];
