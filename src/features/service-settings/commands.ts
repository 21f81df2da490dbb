/** `settings show | set | test-mail | company` and `settings set-up`: settings of the service, as its pages have them. */
import { SETTING_KEYS } from '../../core/service-settings.ts';
import { type ActNeeds, newActionId } from '../../platform/commands/action.ts';
import type { Command } from '../../platform/commands/command.ts';
import { forService } from '../../platform/commands/from-contract.ts';
import { viaOperatorRoute } from '../../platform/commands/via-route.ts';
import { type ServiceSettingsView, serviceSettings } from './contract.ts';
import { serviceSettingsRoutes } from './operator-routes.ts';
import type { ServiceSettingsService } from './service.ts';

type Needs = ActNeeds & { readonly settings: ServiceSettingsService };

const routesOf = ({ settings }: Needs) => serviceSettingsRoutes(settings);

const settingsText = (view: ServiceSettingsView): string =>
  [
    ...SETTING_KEYS.map((key) => {
      const { value, isFromFile, isSet } = view[key];
      const by = isFromFile ? 'from the file' : isSet ? 'set here' : 'default';
      return `${key}  ${shown(value)}  (${by})`;
    }),
    ...view.problems.map((problem) => `! ${problem}`),
  ].join('\n');

const LONG = 120;

function shown(value: unknown): string {
  if (value === null || value === '') return '–';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}

export const settingsShow: Command<Needs> = forService('settings show', serviceSettings.show, {
  run: viaOperatorRoute(serviceSettings.show, routesOf),
  text: settingsText,
});

export const settingsSet: Command<Needs> = forService('settings set', serviceSettings.set, {
  fills: { id: newActionId },
  run: viaOperatorRoute(serviceSettings.set, routesOf),
  text: settingsText,
});

export const settingsTestMail: Command<Needs> = forService('settings test-mail', serviceSettings.testMail, {
  about: 'Sends an e-mail through the mail server that is set.',
  run: viaOperatorRoute(serviceSettings.testMail, routesOf),
  text: ({ ok, to, detail }) => (ok ? `Sent to ${to}.` : `Not sent to ${to}: ${detail}`),
});

export const settingsCompany: Command<Needs> = forService('settings company', serviceSettings.company, {
  run: viaOperatorRoute(serviceSettings.company, routesOf),
  text: ({ name, street, postalCode, city, companyId, vatId }) =>
    [name, street, `${postalCode} ${city}`, `IČO ${companyId}`, ...(vatId ? [`DIČ ${vatId}`] : [])].join('\n'),
});

export const settingsSetUp: Command<Needs> = forService('settings set-up', serviceSettings.setUp, {
  run: viaOperatorRoute(serviceSettings.setUp, routesOf),
  text: ({ steps }) => steps.map(({ step, isDone }) => `${isDone ? '[x]' : '[ ]'} ${step}`).join('\n'),
});
