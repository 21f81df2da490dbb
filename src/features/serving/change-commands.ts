/** `engine changes | set | assign | withdraw`: engines and models that the configuration file does not declare. */
import { z } from 'zod';
import { type ActNeeds, newActionId } from '../../platform/commands/action.ts';
import { type Command, required } from '../../platform/commands/command.ts';
import { forService } from '../../platform/commands/from-contract.ts';
import { viaOperatorRoute } from '../../platform/commands/via-route.ts';
import { type ServingView, serving } from './contract.ts';
import type { EngineDesk } from './engine-desk.ts';
import { servingRoutes } from './serving-operator-routes.ts';
import { SHARE_FORM, sharesFrom, WRITTEN_SHARE } from './written-shares.ts';

type Needs = ActNeeds & { readonly engineDesk: EngineDesk };

const routesOf = ({ engineDesk, platform }: Needs) => servingRoutes(platform, engineDesk);

/** A change that others made a moment ago is read, and not lost. */
const asIs = {
  id: newActionId,
  revision: async ({ engineDesk }: Needs) => (await engineDesk.view()).revision,
};

const servingText = ({ engines, models, problems }: ServingView): string =>
  [
    ...engines.flatMap(({ name, settings, isFromFile, planned }) => [
      `engine ${name}: ${settings ? `${settings.baseUrl} (${settings.model})` : 'planned'}${isFromFile ? FROM_FILE : ''}`,
      ...planned.map((one) => plannedText(one, one.value?.baseUrl)),
    ]),
    ...models.flatMap(({ id, engines: shares, fallback, isFromFile, planned }) => [
      `model ${id}: ${sharesText(shares)}${fallback ? `, else ${fallback}` : ''}${isFromFile ? FROM_FILE : ''}`,
      ...planned.map((one) => plannedText(one, one.value ? sharesText(one.value.engines) : undefined)),
    ]),
    ...problems.map((problem) => `problem: ${problem}`),
  ].join('\n') || 'There are no engines and no models.';

const FROM_FILE = ', set by the file';

const sharesText = (shares: ServingView['models'][number]['engines']): string =>
  shares.map(({ engine, weight }) => `${engine}=${weight}`).join(', ');

type Planned = ServingView['engines'][number]['planned'][number] | ServingView['models'][number]['planned'][number];

const plannedText = ({ version, fromMs, actor }: Planned, value = 'not set any more'): string =>
  `  change ${version} from ${new Date(fromMs).toISOString()} by ${actor}: ${value}`;

export const engineChanges: Command<Needs> = forService('engine changes', serving.look, {
  about: 'Lists engines and models as they are served, which the file sets, and changes that are to come.',
  run: viaOperatorRoute(serving.look, routesOf),
  text: servingText,
});

export const engineSet: Command<Needs> = forService('engine set', serving.setEngine, {
  about: 'Adds or changes an engine, now or from a date; what is left out stays. "--base-url none" removes it.',
  names: {
    name: 'engine',
    'settings.kind': 'kind',
    'settings.baseUrl': 'base-url',
    'settings.model': 'model',
    'settings.maxTokensField': 'max-tokens-field',
    'settings.connectMs': 'connect-ms',
    'settings.firstByteMs': 'first-byte-ms',
    'settings.idleMs': 'idle-ms',
    'settings.totalMs': 'total-ms',
    'settings.concurrencyMax': 'concurrency-max',
    'settings.cacheIsolation': 'cache-isolation',
    'settings.supports': 'supports',
  },
  fills: asIs,
  defaults: {
    fromMs: () => null,
    settings: async ({ engineDesk }, options) => {
      const { served } = await engineDesk.view();
      return served.engines.get(required(options, 'engine'))?.settings ?? {};
    },
  },
  run: viaOperatorRoute(serving.setEngine, routesOf),
  text: servingText,
});

const assignment = {
  ...serving.setModel,
  body: serving.setModel.body.extend({ engines: z.array(z.string().regex(WRITTEN_SHARE, SHARE_FORM)).nullable() }),
};

export const engineAssign: Command<Needs> = forService('engine assign', assignment, {
  about: 'Says which engines answer for a model, now or from a date; "--engines none" gives it back to the default.',
  fills: asIs,
  defaults: { fromMs: () => null, fallback: () => null, choose: () => 'share' },
  run: (asked, needs) => {
    const { engines } = asked.body;
    const body = { ...asked.sent.body, engines: engines && sharesFrom(engines) };
    return viaOperatorRoute(assignment, routesOf)({ ...asked, sent: { ...asked.sent, body } }, needs);
  },
  text: servingText,
});

export const engineWithdraw: Command<Needs> = forService('engine withdraw', serving.withdraw, {
  about: 'Takes back a change of an engine or a model that is still to come; "engine changes" has its version.',
  names: { version: 'change' },
  id: 'VERSION',
  fills: asIs,
  run: viaOperatorRoute(serving.withdraw, routesOf),
  text: servingText,
});
