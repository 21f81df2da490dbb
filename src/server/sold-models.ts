/** The models that are sold, with the engines that may answer for them, as margins look at them. */
import { sourceOf } from '../core/buying.ts';
import { type DraftModel, sharesOf } from '../core/model.ts';
import type { SoldModel } from '../features/margins/index.ts';
import type { Config } from './configuration/config.ts';
import type { Decided } from './decided/decided.ts';

type Priced = DraftModel & { readonly priceVersion?: string };

export const soldModelsFrom = (models: Iterable<Priced>, engines: Config['engines']): readonly SoldModel[] =>
  [...models].map((model) => ({
    ...model,
    sources: sharesOf(model).map((share) => sourceOf(model, share, engines[share.engine]?.model)),
  }));

/** The same without a running server. */
export const soldModelsOf = ({ served: { config }, prices }: Decided): readonly SoldModel[] =>
  soldModelsFrom(
    [...config.models.models.values()].map((model) => ({ ...model, price: prices.get(model.id) ?? model.price })),
    config.engines,
  );
