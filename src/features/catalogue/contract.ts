/** The models, with their prices, and as operators change them; and every version of prices and plans there was, is and will be. */
import { z } from 'zod';
import { MODALITIES, MODEL_ID, QUANTIZATIONS } from '../../core/model.ts';
import { PLAN_PAYMENTS } from '../../core/plan.ts';
import { PRESETS } from '../../core/preset.ts';
import { VERSION_STATES } from '../../core/version.ts';
import { actionBody, actionFields, fromMs } from '../../platform/action-log/contract.ts';
import { route, type View } from '../../platform/api/contract.ts';
import { perMillion } from '../../platform/api/czk.ts';
import { isOneAllowance, ONE_ALLOWANCE, planFields, planId, planPrice } from '../../platform/api/plans.ts';
import { isDemonstration, isFromFile, perTokenType, versionState } from '../../platform/api/schemas.ts';
import { tierPercents } from '../../platform/api/tiers.ts';
import { change, modelEnginesView, share } from '../serving/contract.ts';

export const priceView = z
  .object({
    ...perTokenType(z.string()),
    cacheWrite5m: z.string().optional().describe('For writing into a cache; as input where it is missing.'),
  })
  .meta({ id: 'PriceView', description: 'CZK per million tokens.' });

const modelView = z
  .object({
    id: z.string(),
    kind: z.enum(['chat', 'embedding']),
    aliases: z
      .array(z.string())
      .describe('Other names that requests may use; one that ends in `*` matches all that begin so.'),
    role: z.string().describe('What it is for, in English or in the words of the operator.'),
    roleCs: z.string().nullable().describe('The same in Czech, where the operator says it.'),
    modalities: z.array(z.enum(MODALITIES)).describe('What a request may hold.'),
    note: z.string().nullable(),
    isDemonstration,
    maxOutputTokens: z.number(),
    contextTokens: z.number().nullable(),
    takesTools: z.boolean(),
    isReasoning: z.boolean(),
    price: priceView.describe('What this customer pays, in CZK per million tokens.'),
    listPrice: priceView.nullable().describe('The price of the list, where a price group has another.'),
    tiers: tierPercents,
  })
  .meta({ id: 'ModelView' });
export type ModelView = View<typeof modelView>;

const inBoth = z.object({ en: z.string(), cs: z.string() });

export const catalogue = {
  models: route('GET /api/models', {
    about: 'The models that are served, with their prices for this account.',
    needs: 'read-models',
    reply: z.object({
      models: z.array(modelView),
      defaultModel: z.string(),
      priceGroup: z.string().nullable().describe('The name of the price group that the customer is in.'),
    }),
  }),
  plans: route('GET /api/plans', {
    about: 'Every plan with the name that it has now, in its order; also those that are not sold.',
    needs: 'read-models',
    reply: z.object({ plans: z.array(z.object({ id: z.string(), name: inBoth })) }),
  }),
};

const priceVersionView = z
  .object({ id: z.string(), price: priceView, fromMs: z.number(), actor: z.string(), state: versionState })
  .meta({ id: 'PriceVersionView' });
export type PriceVersionView = View<typeof priceVersionView>;

const planTerms = {
  name: inBoth,
  text: inBoth,
  order: z.number().describe('Changing to a plan with a higher one is an upgrade.'),
  every: z.enum(PLAN_PAYMENTS).describe('How often it is paid.'),
  tokens: z.number().nullable().describe('Of a month; null where it gives crowns.'),
  credit: z.string().nullable().describe('The crowns of a month; null where it gives tokens.'),
  models: z.array(z.string()).nullable().describe('Those that it pays for; null: all.'),
  windows: z
    .object({ '5h': z.number(), day: z.number(), week: z.number() })
    .partial()
    .describe('How much may be used within one, tokens or whole crowns; no limit where there is no number.'),
  weights: z
    .record(z.string(), z.object(perTokenType(z.number())))
    .describe('How much of the plan a token takes, by model; one where a model is not named.'),
};

const planVersionView = z
  .object({
    id: z.string().describe('As `pro@3`.'),
    changes: z
      .object(planTerms)
      .extend({ czk: z.string(), isOnSale: z.boolean() })
      .partial()
      .describe('What of the plan it changes; the rest stays as it is by then.'),
    tokens: z.number().nullable().describe('Null where it changes something else.'),
    fromMs: z.number(),
    actor: z.string(),
    state: z.enum([...VERSION_STATES, 'withdrawn']),
  })
  .meta({ id: 'PlanVersionView' });
export type PlanVersionView = View<typeof planVersionView>;

const operatorPlanView = z
  .object({
    id: z.string(),
    isFromFile,
    configuredTokens: z
      .number()
      .nullable()
      .describe('What the configuration says, or the preset; it holds where no version does.'),
    ...planTerms,
    czk: z.string().nullable().describe('The price of a month or a year; null: not sold.'),
    isPriceFromFile: isFromFile,
    version: z.number().describe('The last one, to be named as `after` by a change; 0 where there is none.'),
    versions: z.array(planVersionView).describe('Newest first.'),
  })
  .meta({ id: 'OperatorPlanView' });

const pricesView = z
  .object({
    models: z.array(z.object({ id: z.string(), isDemonstration, isFromFile, versions: z.array(priceVersionView) })),
    plans: z.array(operatorPlanView).describe('In their order.'),
  })
  .meta({ id: 'PricesView' });
export type PricesView = View<typeof pricesView>;

const price = z.strictObject(perTokenType(perMillion));

const planBody = z
  .strictObject({
    ...actionFields,
    plan: planId,
    ...planFields,
    ...planPrice,
    /** The last version that the sender knows; another one is a 409, and nothing changes. */
    after: z.int().min(0).max(1_000_000_000).optional(),
    fromMs,
  })
  .refine((body) => [...Object.keys(planFields), ...Object.keys(planPrice)].some((field) => field in body), {
    message: 'must change something',
    path: ['plan'],
  })
  .refine(isOneAllowance, ONE_ALLOWANCE);

export const prices = {
  list: route('GET /api/operator/prices', {
    about: 'Prices of models and plans, with their versions.',
    needs: 'prices:read',
    reply: pricesView,
  }),
  setPrice: route('POST /api/operator/prices', {
    about: 'Gives a model a new price from a moment on.',
    needs: 'prices:write',
    body: z.strictObject({
      ...actionFields,
      model: z.string().min(1).max(128),
      price,
      fromMs,
    }),
    reply: pricesView,
    refuses: ['set_by_file'],
  }),
  setPlan: route('POST /api/operator/plans', {
    about:
      'Adds a plan, or changes what is said of one, for periods that begin from a time on. A price holds for new orders.',
    needs: 'prices:write',
    body: planBody,
    reply: pricesView,
    refuses: ['set_by_file', 'changed_meanwhile'],
  }),
  withdrawPlan: route('POST /api/operator/plans/{id}/withdraw', {
    about: 'Only a version that has not begun.',
    needs: 'prices:write',
    body: actionBody,
    reply: pricesView,
    refuses: ['changed_meanwhile'],
  }),
};

const KINDS = ['chat', 'embedding'] as const;
const MODEL_STATES = ['served', 'hidden', 'no-engine', 'no-price'] as const;

const operatedModel = modelEnginesView
  .extend({
    id: z.string(),
    kind: z.enum(KINDS),
    role: z.object({ en: z.string(), cs: z.string().nullable() }),
    maxOutputTokens: z.number(),
    contextTokens: z.number().nullable(),
    modalities: z.array(z.enum(MODALITIES)),
    imageTokens: z.number().nullable().describe('The most tokens of one picture; null: as is usual.'),
    fileTokens: z.number().nullable().describe('The most tokens of one document; null: all that fit.'),
    urls: z.boolean().describe('Pictures and documents may be addresses, which its engines fetch.'),
    quantization: z.enum(QUANTIZATIONS).nullable(),
    tools: z.boolean(),
    reasoning: z.boolean(),
    hidden: z.boolean().describe('In no list, and answered where a request names it.'),
    aliases: z.array(z.string()),
    isRouted: z.boolean().describe('An operator has said which engines answer for it.'),
    isDefault: z.boolean(),
    isDemonstration,
    price: priceView.nullable().describe('Of this moment. A model without a price is not served.'),
    tiers: tierPercents,
    state: z.enum(MODEL_STATES),
    isFromFile,
    isPriceFromFile: isFromFile,
  })
  .meta({ id: 'OperatedModelView' });
export type OperatedModelView = View<typeof operatedModel>;

const modelsView = z
  .object({
    revision: z.number().describe('To be sent with a change, so that none that came between is lost.'),
    preset: z.enum(PRESETS).describe('The models that the service began with.'),
    isPresetAsked: z.boolean().describe('It can still be chosen: neither the file nor an operator has.'),
    presets: z.array(z.object({ id: z.enum(PRESETS), models: z.array(z.string()) })),
    defaultModel: z.string().describe('Empty where there is none.'),
    isDefaultFromFile: isFromFile,
    models: z.array(operatedModel),
    choices: z.array(z.string()).describe('Engines that can answer for a model.'),
    problems: z.array(z.string()).describe('What is wrong with what is set in the database.'),
  })
  .meta({ id: 'ModelsView' });
export type ModelsView = View<typeof modelsView>;

const modelId = z.string().regex(MODEL_ID, 'must be 1 to 128 letters, digits or any of _ - . : /');
const alias = z
  .string()
  .regex(
    /^(?:[\w.:/-]{1,128}|[\w.:/-]{0,127}\*)$/,
    'must be 1 to 128 letters, digits or any of _ - . : /, with * only at the end',
  );
const words = z.string().trim().min(1).max(300);

const described = {
  role: z.strictObject({ en: words, cs: words }).describe('What it is for, as customers read it.'),
  maxOutputTokens: z.int().min(1).max(10_000_000).describe('The longest answer. Embeddings have none.'),
  contextTokens: z.int().min(1).max(100_000_000).nullable(),
  modalities: z.array(z.enum(MODALITIES)).min(1).max(MODALITIES.length).describe('A file is a document in PDF.'),
  imageTokens: z.int().min(1).max(10_000_000).nullable().describe('The most tokens of one picture; null: as is usual.'),
  fileTokens: z
    .int()
    .min(1)
    .max(100_000_000)
    .nullable()
    .describe('The most tokens of one document; null: all that fit.'),
  urls: z.boolean().describe('Pictures and documents may be addresses, which its engines fetch.'),
  quantization: z.enum(QUANTIZATIONS).nullable(),
  tools: z.boolean(),
  reasoning: z.boolean().describe('It returns its reasoning, and ignores `temperature`.'),
  hidden: z.boolean().describe('In no list, and answered where a request names it.'),
  aliases: z.array(alias).max(20),
  engines: z.array(share).min(1).max(20).nullable().describe('Null: those that it has without a word.'),
  fallback: modelId.nullable(),
  tiers: tierPercents.nullable(),
  isDefault: z.literal(true).describe('It answers requests that name no model. Another one takes it away.'),
};
const describedInPart = z.object(described).partial();
export type ModelDescription = z.output<typeof describedInPart>;

export const models = {
  list: route('GET /api/operator/models', {
    about: 'Models with their state, also hidden ones.',
    needs: 'models:read',
    reply: modelsView,
  }),
  add: route('POST /api/operator/models', {
    about: 'Adds a model with its first price. Every server serves it within two seconds.',
    needs: 'models:write',
    body: z.strictObject({
      ...change,
      model: modelId,
      kind: z.enum(KINDS).default('chat'),
      ...describedInPart.shape,
      role: described.role,
      price: price.partial({ cachedInput: true, output: true, reasoning: true }),
    }),
    reply: modelsView,
    refuses: ['changed_meanwhile', 'set_by_file'],
  }),
  change: route('POST /api/operator/models/change', {
    about: 'Changes a model. What is left out stays; a new price holds in two seconds, for new requests.',
    needs: 'models:write',
    body: z.strictObject({ ...change, model: modelId, ...describedInPart.shape, price: price.optional() }),
    reply: modelsView,
    refuses: ['changed_meanwhile', 'set_by_file'],
  }),
  remove: route('POST /api/operator/models/remove', {
    about: 'A removed model is unknown to requests. Receipts and usage keep its name.',
    needs: 'models:write',
    body: z.strictObject({ ...change, model: modelId }),
    reply: modelsView,
    refuses: ['changed_meanwhile', 'set_by_file'],
  }),
  choose: route('POST /api/operator/models/preset', {
    about: 'Chooses the models that the service begins with, once.',
    needs: 'models:write',
    body: z.strictObject({ ...actionFields, preset: z.enum(PRESETS) }),
    reply: modelsView,
    refuses: ['changed_meanwhile', 'set_by_file'],
  }),
};
