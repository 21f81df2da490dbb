import { ServiceError } from '../core/errors.ts';
import { aliasesOf, type Catalogue, findModel, isPattern, listedModels, type Model } from '../core/model.ts';
import { modelInfo, PUBLISHED_AT_S, pageOf } from '../dialects/messages/models.ts';
import { priceToWire } from '../features/usage/receipt.ts';
import type { GroupPrices, ShownPrices } from '../ledger/group-prices.ts';
import type { Clock } from '../platform/clock.ts';
import type { KeyCall } from '../platform/http/call.ts';
import { isAnthropic } from './edge/path-family.ts';

type Models = {
  readonly catalogue: Catalogue;
  readonly groupPrices: Pick<GroupPrices, 'shownTo'>;
  readonly clock: Clock;
};

export const listModels =
  ({ catalogue, groupPrices, clock }: Models) =>
  (call: KeyCall): Response => {
    const prices = groupPrices.shownTo(call.caller.accountId, clock.nowMs());
    const models = modelsFor(call, catalogue);
    const aliases = aliasesFor(call, catalogue);
    if (isAnthropic(call.request.headers)) {
      const named = [...models.map((model) => [model.id, model] as const), ...aliases];
      const infos = named.flatMap(([name, model]) => (model.kind === 'chat' ? [modelInfo(name, model)] : []));
      return Response.json(pageOf(infos, new URL(call.request.url).searchParams));
    }
    return Response.json({
      object: 'list',
      data: [
        ...models.map((model) => ({ ...toWire(model, catalogue), ...pricesToWire(model, prices) })),
        ...aliases.map(([alias, model]) => ({ ...aliasToWire(alias, model), ...pricesToWire(model, prices) })),
      ],
    });
  };

export const showModel =
  ({ catalogue, groupPrices, clock }: Models) =>
  (call: KeyCall): Response => {
    const name = call.params.id ?? '';
    const model = findModel(name, catalogue);
    const asAnthropic = isAnthropic(call.request.headers);
    if (model && isAllowed(model, call) && !(asAnthropic && model.kind !== 'chat')) {
      if (asAnthropic) return Response.json(modelInfo(name, model));
      const prices = groupPrices.shownTo(call.caller.accountId, clock.nowMs());
      const about = model.id === name ? toWire(model, catalogue) : aliasToWire(name, model);
      return Response.json({ ...about, ...pricesToWire(model, prices) });
    }
    throw new ServiceError('not_found', 'There is no such model; GET /v1/models lists them.', { param: 'model' });
  };

const modelsFor = (call: KeyCall, catalogue: Catalogue): readonly Model[] =>
  listedModels(catalogue).filter((model) => isAllowed(model, call));

/** Names that a menu can offer. Patterns are no names: they are listed with their model. */
const aliasesFor = (call: KeyCall, { aliases, models }: Catalogue): readonly (readonly [string, Model])[] =>
  [...aliases]
    .filter(([alias]) => !isPattern(alias))
    .map(([alias, target]) => [alias, models.get(target)!] as const)
    .filter(([, model]) => !model.isHidden && isAllowed(model, call));

const isAllowed = ({ id }: Model, { caller }: KeyCall): boolean => {
  const { allowedModels } = caller.key;
  return allowedModels.length === 0 || allowedModels.includes(id);
};

const toWire = (model: Model, catalogue: Catalogue) => {
  const aliases = aliasesOf(model.id, catalogue);
  return { ...aboutModel(model), ...(aliases.length > 0 && { aliases }) };
};

const aliasToWire = (alias: string, model: Model) => ({ ...aboutModel(model), id: alias, alias_of: model.id });

/** What this customer pays; with a price group, also what the list says. */
const pricesToWire = (model: Model, { group, priceOf }: ShownPrices) => ({
  price: priceToWire(priceOf(model)),
  ...(group && { price_group: group.name, list_price: priceToWire(model.price) }),
});

const aboutModel = (model: Model) => (model.kind === 'chat' ? aboutChatModel(model) : aboutEmbeddingModel(model));

const aboutEmbeddingModel = (model: Model) => ({
  id: model.id,
  object: 'model',
  created: PUBLISHED_AT_S,
  owned_by: 'boreal',
  kind: model.kind,
  description: model.role,
  ...(model.contextTokens !== undefined && { context_length: model.contextTokens }),
  ...(model.note !== undefined && { note: model.note }),
});

const aboutChatModel = (model: Model) => ({
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
