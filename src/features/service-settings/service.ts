/** Settings of the service: shows and changes them, tries the mail server, and says what of the set-up is done. */
import type { Declared } from '../../core/declared.ts';
import { invalidFields, ServiceError } from '../../core/errors.ts';
import {
  MAIL_SEALED,
  SETTING_KEYS,
  SETTING_PLACES,
  type SettingMark,
  type SettingPlace,
  type SettingValues,
  settingsRevision,
} from '../../core/service-settings.ts';
import { isRecord } from '../../lib/record.ts';
import type { ConfigProblem } from '../../platform/configuration/problem.ts';
import { mailBy, mailRefusalOf } from '../../platform/mail/smtp.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AresSettings, askAres } from './ares.ts';
import type { CompanyView, ServiceSettingsView, SettingsBody, TestMailView } from './contract.ts';
import { testEmail } from './emails.ts';
import { type SetUpFacts, type SetUpStep, setUpSteps } from './rules.ts';
import { type HeldSettings, KEY_OF, valuesFromBody, valuesToView } from './settings-view.ts';

export type SettingsSources = {
  /** As they hold now, and what is wrong with those of the database. */
  readonly held: () => Promise<{ readonly settings: HeldSettings; readonly problems: readonly ConfigProblem[] }>;
  readonly marks: () => Promise<readonly SettingMark[]>;
  /** Those of the database, with secrets sealed. */
  readonly values: () => Promise<SettingValues>;
  /** Problems that there would be with other values in the database. */
  readonly problemsWith: (values: SettingValues) => Promise<readonly ConfigProblem[]>;
  readonly declared: () => Pick<Declared, 'settings'>;
  /** The register of companies; null where it is not asked. */
  readonly ares: AresSettings | null;
  readonly setUpFacts: () => Promise<SetUpFacts>;
  /** Lets this server know at once. */
  readonly refresh: () => Promise<void>;
};

type Change = Omit<SettingsBody, 'id' | 'reason'>;
type By = { readonly id: string; readonly reason: string; readonly actor: string };

export type ServiceSettingsService = ReturnType<typeof createServiceSettings>;

export function createServiceSettings(platform: Platform, sources: SettingsSources) {
  const { actionLog, clock, log } = platform;

  async function show(): Promise<ServiceSettingsView> {
    const { settings, problems } = await sources.held();
    const marks = await sources.marks();
    const values = valuesToView(settings);
    const { settings: declared } = sources.declared();
    const about = (place: SettingPlace) => ({
      isFromFile: declared.has(place),
      isSet: marks.some(({ name, isSet }) => name === place && isSet),
    });
    return {
      ...(Object.fromEntries(
        SETTING_KEYS.map((key) => [key, { value: values[key], ...about(SETTING_PLACES[key]) }]),
      ) as Pick<ServiceSettingsView, (typeof SETTING_KEYS)[number]>),
      revision: settingsRevision(marks),
      problems: problems.map(({ sentence }) => sentence),
      companies: sources.ares !== null,
    };
  }

  async function change({ after, ...body }: Change, by: By): Promise<ServiceSettingsView> {
    const held = await sources.values();
    const wanted = valuesFromBody(body, held);
    const values = 'smtp' in wanted ? { ...wanted, smtp: await sealed(wanted.smtp, held.smtp, platform) } : wanted;
    if (Object.keys(values).length === 0) {
      throw new ServiceError('invalid_request', 'The body must name a setting to change.');
    }
    refuseWrong(await sources.problemsWith({ ...held, ...values }), values);
    await actionLog.act({ ...by, atMs: clock.nowMs(), action: { kind: 'settings', values, after } });
    await sources.refresh();
    return show();
  }

  async function testMail(to: string, language: 'cs' | 'en'): Promise<TestMailView> {
    if (!to.includes('@')) throw new ServiceError('invalid_request', 'to must be an e-mail address.', { param: 'to' });
    const { settings } = await sources.held();
    if (!settings.smtp) return { ok: false, to, refusal: 'not_set', detail: 'No mail server is set.' };
    try {
      await mailBy(settings.smtp).send(testEmail(to, language, settings.serviceName));
      return { ok: true, to, refusal: null, detail: '' };
    } catch (cause) {
      log.warn({ cause }, 'a test e-mail was not sent');
      return {
        ok: false,
        to,
        refusal: mailRefusalOf(cause),
        detail: cause instanceof Error ? cause.message : String(cause),
      };
    }
  }

  return {
    show,
    change,
    testMail,
    company: async (companyId: string): Promise<CompanyView> => {
      if (!sources.ares) throw new ServiceError('not_found', 'The register of companies is not asked here.');
      return askAres(sources.ares, companyId);
    },
    setUp: async () => ({ steps: [...setUpSteps(await sources.setUpFacts())] }),
    openSteps: async (): Promise<readonly SetUpStep[]> =>
      setUpSteps(await sources.setUpFacts()).flatMap(({ step, isDone }) => (isDone ? [] : [step])),
  };
}

/** A password that is not sent stays, as long as it goes to the same server. */
async function sealed(wanted: unknown, held: unknown, { vault }: Pick<Platform, 'vault'>): Promise<unknown> {
  if (!isRecord(wanted)) return wanted;
  const { password, ...rest } = wanted;
  if (typeof password === 'string') {
    return password === '' ? rest : { ...rest, sealedPassword: await vault.seal(...MAIL_SEALED, password) };
  }
  const isSame = isRecord(held) && held.host === rest.host && held.user === rest.user;
  return isSame && held.sealedPassword !== undefined ? { ...rest, sealedPassword: held.sealedPassword } : rest;
}

/** Problems of what is changed. Others were there before, and are no reason to refuse what may mend them. */
function refuseWrong(problems: readonly ConfigProblem[], changed: SettingValues): void {
  const places = Object.keys(changed) as SettingPlace[];
  const wrong = problems.flatMap(({ path, sentence }) => {
    const place = places.find((one) => `${path.join('.')}.`.startsWith(`${one}.`));
    return place ? [{ param: fieldAt(place, path), message: sentence }] : [];
  });
  if (wrong.length > 0) throw invalidFields(wrong);
}

/** A path of the file as the field of a body. */
function fieldAt(place: SettingPlace, path: ConfigProblem['path']): string {
  const field = path.slice(place.split('.').length).filter((part) => part !== 'address' && part !== 'series');
  return [KEY_OF[place], ...field].join('.');
}
