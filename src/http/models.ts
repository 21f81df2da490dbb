import { ServiceError } from '../domain/errors.ts';
import type { Catalogue, Model } from '../domain/model.ts';
import type { KeyCall } from './call.ts';

/** When the catalogue was published; clients want a number here and use it for nothing. */
const PUBLISHED_AT_S = 1_794_700_800;

export const listModels =
  (catalogue: Catalogue) =>
  (call: KeyCall): Response =>
    Response.json({ object: 'list', data: modelsFor(call, catalogue).map(toWire) });

export const showModel =
  (catalogue: Catalogue) =>
  (call: KeyCall): Response => {
    const model = modelsFor(call, catalogue).find(({ id }) => id === call.params.id);
    if (model) return Response.json(toWire(model));
    throw new ServiceError('not_found', 'There is no such model; GET /v1/models lists them.', { param: 'model' });
  };

const modelsFor = ({ caller }: KeyCall, catalogue: Catalogue): readonly Model[] => {
  const { allowedModels } = caller.key;
  return [...catalogue.models.values()].filter(({ id }) => allowedModels.length === 0 || allowedModels.includes(id));
};

const toWire = (model: Model) => ({
  id: model.id,
  object: 'model',
  created: PUBLISHED_AT_S,
  owned_by: 'boreal',
  description: model.role,
  max_output_tokens: model.maxOutputTokens,
  ...(model.contextTokens !== undefined && { context_length: model.contextTokens }),
  ...(model.note !== undefined && { note: model.note }),
  supports_tools: model.takesTools,
  supports_reasoning: model.isReasoning,
});
