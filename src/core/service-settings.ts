/** The settings of the service that operators make on pages, where the configuration file does not declare them. */

/** Each by its name in the API, with its place in the file. */
export const SETTING_PLACES = {
  serviceName: 'serviceName',
  publicUrl: 'publicUrl',
  seller: 'payments.seller',
  bank: 'payments.bank',
  smtp: 'smtp',
  noticesEmail: 'notices.email',
  trial: 'trial',
  legal: 'legal',
  terms: 'front.terms',
  privacy: 'front.privacy',
  logo: 'front.logo',
  logoDark: 'front.logoDark',
  colours: 'front.colours',
  headline: 'front.headline',
  intro: 'front.intro',
  contact: 'front.contact',
} as const;

export type SettingKey = keyof typeof SETTING_PLACES;
export type SettingPlace = (typeof SETTING_PLACES)[SettingKey];

export const SETTING_KEYS = Object.keys(SETTING_PLACES) as readonly SettingKey[];
export const SETTING_ALL_PLACES: readonly SettingPlace[] = Object.values(SETTING_PLACES);

/** Values in the form of the file, by place, with secrets sealed. Null: the default counts again. */
export type SettingValues = Readonly<Partial<Record<SettingPlace, unknown>>>;

/** One of them, as every server has to know it within a second; the values may be long, and are read apart. */
export type SettingMark = { readonly name: string; readonly revision: number; readonly isSet: boolean };

/** Grows with each change of any of them. */
export const settingsRevision = (marks: readonly SettingMark[]): number =>
  marks.reduce((last, { revision }) => Math.max(last, revision), 0);

/** The password of the mail server is sealed for no account. */
export const MAIL_SEALED = ['settings', 'password of the mail server'] as const;
