/** `model list | add | change | remove | preset`: models that the configuration file does not declare. */
import { z } from 'zod';
import type { NamedRoute } from '../../platform/api/contract.ts';
import type { ReplyOf } from '../../platform/api/implement.ts';
import { type ActNeeds, newActionId } from '../../platform/commands/action.ts';
import { type Command, type Options, required } from '../../platform/commands/command.ts';
import { type AskedOfService, forService } from '../../platform/commands/from-contract.ts';
import { viaOperatorRoute } from '../../platform/commands/via-route.ts';
import { SHARE_FORM, sharesFrom, WRITTEN_SHARE } from '../serving/index.ts';
import { type ModelsView, models } from './contract.ts';
import { operatedModelRoutes } from './models-operator-routes.ts';
import type { ModelService } from './service.ts';

type Needs = ActNeeds & { readonly models: ModelService };

const routesOf = ({ models: service }: Needs) => operatedModelRoutes(service);

/** A change that others made a moment ago is read, and not lost. */
const asIs = {
  id: newActionId,
  revision: async ({ models: service }: Needs) => (await service.view()).revision,
};

const STATES: Readonly<Record<ModelsView['models'][number]['state'], string>> = {
  served: 'served',
  hidden: 'hidden',
  'no-engine': 'without an engine',
  'no-price': 'without a price, not served',
};

const modelsText = ({ models: all, isPresetAsked, problems }: ModelsView): string =>
  [
    ...(isPresetAsked ? ['Not chosen yet: "boreal model preset --to A|B|empty" says which models to begin with.'] : []),
    ...all.map(({ id, isDefault, state, price, engines, aliases, isFromFile }) =>
      [
        `${isDefault ? '* ' : '  '}${id}`,
        STATES[state],
        price ? `${price.input} / ${price.output} CZK` : 'no price',
        engines.map(({ engine, weight }) => `${engine}=${weight}`).join(', ') || 'no engine',
        ...(aliases.length > 0 ? [`also ${aliases.join(', ')}`] : []),
        ...(isFromFile ? ['set by the file'] : []),
      ].join('  '),
    ),
    ...(all.length === 0 ? ['There are no models: "boreal model add" adds the first one.'] : []),
    ...problems.map((problem) => `problem: ${problem}`),
  ].join('\n');

/** Engines are written as words, and sent as the route takes them. */
const viaShares =
  <const Spec extends NamedRoute>(spec: Spec) =>
  (asked: AskedOfService<Spec>, needs: Needs): Promise<ReplyOf<Spec>> => {
    const { engines, ...rest } = asked.sent.body as { readonly engines?: readonly string[] | null };
    const body = { ...rest, ...(engines !== undefined && { engines: engines && sharesFrom(engines) }) };
    return viaOperatorRoute<Needs, Spec>(spec, routesOf)({ ...asked, sent: { ...asked.sent, body } }, needs);
  };

const written = { engines: z.array(z.string().regex(WRITTEN_SHARE, SHARE_FORM)).nullable().optional() };
const addition = { ...models.add, body: models.add.body.extend(written) };
const changing = { ...models.change, body: models.change.body.extend(written) };

/** The rest of what is changed in part: a price of which only one number is written, say. */
const asItIs =
  (part: 'price' | 'role' | 'tiers') =>
  async ({ models: service }: Needs, options: Options): Promise<unknown> => {
    if (!Object.keys(options).some((name) => name.startsWith(`${part}-`))) return undefined;
    const { models: all } = await service.view();
    const found = all.find(({ id }) => id === required(options, 'model'))?.[part];
    return found && Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null));
  };

const NAMES = { isDefault: 'default' };

export const modelList: Command<Needs> = forService('model list', models.list, {
  about: 'Lists the models with their state, price and engines; * is the default.',
  run: viaOperatorRoute(models.list, routesOf),
  text: modelsText,
});

export const modelAdd: Command<Needs> = forService('model add', addition, {
  names: NAMES,
  fills: asIs,
  run: viaShares(addition),
  text: modelsText,
});

export const modelChange: Command<Needs> = forService('model change', changing, {
  about: 'Changes a model, hides it or makes it the default; what is left out stays.',
  names: NAMES,
  fills: asIs,
  defaults: { price: asItIs('price'), role: asItIs('role'), tiers: asItIs('tiers') },
  run: viaShares(changing),
  text: modelsText,
});

export const modelRemove: Command<Needs> = forService('model remove', models.remove, {
  fills: asIs,
  run: viaOperatorRoute(models.remove, routesOf),
  text: modelsText,
});

export const modelPreset: Command<Needs> = forService('model preset', models.choose, {
  names: { preset: 'to' },
  fills: { id: newActionId },
  run: viaOperatorRoute(models.choose, routesOf),
  text: modelsText,
});
