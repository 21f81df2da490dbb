import { ServiceError } from '../core/errors.ts';
import {
  aliasesOf,
  type Catalogue,
  findModel,
  isPattern,
  listedModels,
  type Model,
  modalitiesOf,
} from '../core/model.ts';
import { formatCzk, type Price } from '../core/money.ts';
import { TIERS, tierPrice } from '../core/tiers.ts';
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
  pricing: pricingOf(priceOf(model)),
  ...tiersToWire(model, priceOf(model)),
  ...(group && { price_group: group.name, list_price: priceToWire(model.price) }),
});

/** The price of each tier; a request names it in `service_tier`, and those of a batch have theirs. */
function tiersToWire({ tiers = {} }: Model, price: Price) {
  const sold = TIERS.flatMap((tier) => {
    const percent = tiers[tier];
    return percent === undefined ? [] : [[tier, { percent, price: priceToWire(tierPrice(price, percent)) }] as const];
  });
  return sold.length > 0 ? { service_tiers: Object.fromEntries(sold) } : {};
}

const aboutModel = (model: Model) => (model.kind === 'chat' ? aboutChatModel(model) : aboutEmbeddingModel(model));

/** The fields of OpenAI, and behind them what aggregators ask providers for. */
const aboutAny = (model: Model) => ({
  id: model.id,
  object: 'model',
  created: PUBLISHED_AT_S,
  owned_by: 'boreal',
  name: model.id,
  description: model.role,
  input_modalities: modalitiesOf(model),
  ...(model.contextTokens !== undefined && { context_length: model.contextTokens }),
  ...(model.quantization !== undefined && { quantization: model.quantization }),
  ...(model.note !== undefined && { note: model.note }),
});

const aboutEmbeddingModel = (model: Model) => ({
  ...aboutAny(model),
  kind: model.kind,
  output_modalities: ['embeddings'],
});

const aboutChatModel = (model: Model) => ({
  ...aboutAny(model),
  output_modalities: ['text'],
  max_output_tokens: model.maxOutputTokens,
  max_output_length: model.maxOutputTokens,
  supports_tools: model.takesTools,
  supports_reasoning: model.isReasoning,
  supported_sampling_parameters: samplingOf(model),
  supported_features: featuresOf(model),
});

/** Of one token, as an exact decimal. A picture costs what its tokens do. */
const pricingOf = ({ input, cachedInput, cacheWrite5m = input, output, reasoning }: Price) => ({
  currency: 'CZK',
  prompt: formatCzk(input),
  completion: formatCzk(output),
  input_cache_read: formatCzk(cachedInput),
  input_cache_write: formatCzk(cacheWrite5m),
  internal_reasoning: formatCzk(reasoning),
  image: '0',
  request: '0',
});

const SAMPLING = ['top_p', 'frequency_penalty', 'presence_penalty', 'logit_bias', 'stop', 'seed', 'max_tokens'];

const samplingOf = ({ isReasoning }: Model): readonly string[] =>
  isReasoning ? SAMPLING : ['temperature', ...SAMPLING];

const featuresOf = ({ takesTools, isReasoning }: Model): readonly string[] => [
  ...(takesTools ? ['tools'] : []),
  'json_mode',
  'structured_outputs',
  'logprobs',
  ...(isReasoning ? ['reasoning'] : []),
];
