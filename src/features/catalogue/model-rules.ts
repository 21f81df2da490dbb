/** The rules of each model. The request is known to be well formed; here it meets the model it asks for. */

import type { Caller } from '../../core/api-key.ts';
import { modelsOfPreset } from '../../core/catalogue.ts';
import type { ChatRequest } from '../../core/chat.ts';
import { refuseTooLong } from '../../core/context-length.ts';
import { ServiceError } from '../../core/errors.ts';
import { type Catalogue, findModel, listedModels, type Model } from '../../core/model.ts';
import { attachedFor } from './attachment-rules.ts';

type ModelRules = {
  readonly catalogue: Catalogue;
  readonly maxTokensAboveLimit: AboveLimit;
  /** Clients of the dialect ask for more than models give, and mean as much as there is. */
  readonly isLimitHint?: boolean | undefined;
  readonly attachmentsMax: number;
};

/**
 * The fate of a limit above the model's own. `auto`: chat completions refuse it for the published models, as is
 * published; agents of the other dialects, and models of the operator's own, get as much as there is.
 */
export type AboveLimit = 'auto' | 'refuse' | 'lower';

export function modelFor(request: ChatRequest, caller: Caller, catalogue: Catalogue): Model {
  const model = findModel(request.model, catalogue);
  if (!model) {
    const named = request.model.length > 80 ? `${request.model.slice(0, 80)}…` : request.model;
    const known = namesFor(request, catalogue).join(', ');
    const none = request.embedding ? 'no model of this service makes embeddings' : 'this service has no models yet';
    const hint = known === '' ? none : `use one of ${known}`;
    throw new ServiceError('model_not_found', `The model ${JSON.stringify(named)} does not exist; ${hint}.`, {
      param: 'model',
    });
  }
  refuseOtherKind(request, model, catalogue);
  const allowed = caller.key.allowedModels;
  if (allowed.length > 0 && !allowed.includes(model.id)) {
    throw new ServiceError(
      'model_not_allowed',
      `This API key may not use the model ${model.id}; it may use ${allowed.join(', ')}.`,
      { param: 'model' },
    );
  }
  return model;
}

/** Every listed name of a model that makes what is asked for. */
function namesFor(request: ChatRequest, catalogue: Catalogue): readonly string[] {
  const fit = listedModels(catalogue).filter(({ kind }) => kind === kindOf(request));
  const ids = fit.map(({ id }) => id);
  const others = [...catalogue.aliases].filter(([, id]) => ids.includes(id)).map(([alias]) => alias);
  return [...ids, ...others];
}

const kindOf = ({ embedding }: ChatRequest): Model['kind'] => (embedding ? 'embedding' : 'chat');

/** The request as the model takes it, or a refusal that says what the model takes. */
export function fitToModel(
  request: ChatRequest,
  model: Model,
  rules: ModelRules,
): ChatRequest & { maxOutputTokens: number } {
  // Nothing is written, but what is held has room for a token.
  if (request.embedding) return { ...request, model: model.id, maxOutputTokens: 1 };
  refuseToolsWhere(request, model, rules.catalogue);
  refuseTooLong(request, model);
  return {
    ...(model.isReasoning ? forThinking(request) : withoutThinking(request, model.temperatureDefault)),
    ...attachedFor(request, model, rules),
    model: model.id,
    maxOutputTokens: outputLimit(request.maxOutputTokens, model, rules),
  };
}

function forThinking({ temperature: _, ...request }: ChatRequest): ChatRequest {
  return { ...request, thinking: request.thinking ?? (request.reasoningEffort === 'none' ? NO_THINKING : THINKING) };
}

/** Agents send an effort with every request; engines of models that do not think may refuse it. */
function withoutThinking(request: ChatRequest, temperatureDefault: number | undefined): ChatRequest {
  const { temperature = temperatureDefault } = request;
  if (temperature === request.temperature && !request.reasoningEffort && !request.thinking) return request;
  const { reasoningEffort: _, thinking: __, ...rest } = request;
  return temperature === undefined ? rest : { ...rest, temperature };
}

/** A model that thinks does so unless told otherwise, and shows its thoughts. */
const THINKING = { mode: 'on', display: 'summarized' } as const;
const NO_THINKING = { mode: 'off' } as const;

function refuseOtherKind(request: ChatRequest, { id, kind }: Model, catalogue: Catalogue): void {
  const wanted = kindOf(request);
  if (kind === wanted) return;
  const others = listedModels(catalogue)
    .filter((other) => other.kind === wanted)
    .map((other) => other.id);
  const what = request.embedding ? 'makes no embeddings' : 'makes embeddings only: ask it at /v1/embeddings';
  const hint = others.length > 0 ? `use ${others.join(' or ')}` : 'no model of this service does';
  throw new ServiceError('invalid_request', `The model ${id} ${what}; ${hint}.`, { param: 'model' });
}

function outputLimit(asked: number | undefined, model: Model, rules: ModelRules): number {
  if (asked === undefined || asked <= model.maxOutputTokens) return asked ?? model.maxOutputTokens;
  if (isLowered(model, rules)) return model.maxOutputTokens;
  throw new ServiceError(
    'invalid_request',
    `max_tokens (or max_completion_tokens) is ${asked}, but ${model.id} returns at most ${model.maxOutputTokens} tokens.`,
    { param: 'max_tokens' },
  );
}

function isLowered({ id }: Model, { catalogue, maxTokensAboveLimit, isLimitHint = false }: ModelRules): boolean {
  if (maxTokensAboveLimit !== 'auto') return maxTokensAboveLimit === 'lower';
  return isLimitHint || !modelsOfPreset(catalogue.variant).models.some((model) => model.id === id);
}

function refuseToolsWhere(request: ChatRequest, model: Model, catalogue: Catalogue): void {
  if (model.takesTools || (!request.tools && !request.toolChoice)) return;
  const takers = listedModels(catalogue)
    .filter((other) => other.takesTools)
    .map((other) => other.id);
  const param = request.tools ? 'tools' : 'tool_choice';
  const hint = takers.length > 0 ? `use ${takers.join(' or ')}` : 'no model of this service does';
  throw new ServiceError('tools_not_supported', `${param} is not supported by ${model.id}; ${hint}.`, { param });
}
