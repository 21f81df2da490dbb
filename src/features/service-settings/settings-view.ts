/** Settings between the form of the pages and that of the configuration file. */
import type { Legal } from '../../core/legal.ts';
import { formatCzk, type Nanos } from '../../core/money.ts';
import type { BankAccount, Seller } from '../../core/offer.ts';
import {
  SETTING_KEYS,
  SETTING_PLACES,
  type SettingKey,
  type SettingPlace,
  type SettingValues,
} from '../../core/service-settings.ts';
import { isRecord } from '../../lib/record.ts';
import type { SmtpSettings } from '../../platform/mail/smtp.ts';
import type { Front } from '../site/index.ts';
import type { ServiceSettingsView, SettingsBody } from './contract.ts';

/** The settings that hold now, with secrets opened. */
export type HeldSettings = {
  readonly serviceName: string;
  readonly publicUrl: string;
  readonly shop: { readonly seller: Seller | null; readonly bank: BankAccount | null };
  readonly smtp: SmtpSettings | null;
  readonly notices: { readonly email: string };
  readonly trial: { readonly czk: Nanos } | null;
  readonly legal: Legal | null;
  readonly front: Front;
};

type Values = { readonly [Key in SettingKey]: ServiceSettingsView[Key]['value'] };

export const valuesToView = (held: HeldSettings): Values => ({
  serviceName: held.serviceName,
  publicUrl: held.publicUrl,
  seller: held.shop.seller && sellerToView(held.shop.seller),
  bank: held.shop.bank,
  smtp: held.smtp && smtpToView(held.smtp),
  noticesEmail: held.notices.email,
  trial: held.trial && { czk: formatCzk(held.trial.czk) },
  legal: held.legal && { version: held.legal.version },
  terms: held.front.terms,
  privacy: held.front.privacy,
  logo: held.front.logo && pictureToView(held.front.logo),
  logoDark: held.front.logoDark && pictureToView(held.front.logoDark),
  colours: held.front.colours,
  headline: held.front.headline,
  intro: held.front.intro,
  contact: held.front.contact,
});

const sellerToView = ({ address, isVatPayer, series, vatRates: _, ...seller }: Seller) => ({
  ...seller,
  ...address,
  vatPayer: isVatPayer,
  invoicePrefix: series.invoice,
  creditNotePrefix: series.creditNote,
});

const smtpToView = ({ password, ...smtp }: SmtpSettings) => ({ ...smtp, hasPassword: password !== '' });

const pictureToView = ({ type, bytes }: NonNullable<Front['logo']>) => ({
  type: type as 'image/png',
  base64: Buffer.from(bytes).toString('base64'),
});

export const KEY_OF = Object.fromEntries(SETTING_KEYS.map((key) => [SETTING_PLACES[key], key])) as Readonly<
  Record<SettingPlace, SettingKey>
>;

/** The fields of a body that are settings, in the form of the file. `held`: what the pages have no field for stays. */
export function valuesFromBody(body: Partial<SettingsBody>, held: SettingValues): SettingValues {
  const sent = SETTING_KEYS.filter((key) => body[key] !== undefined);
  return Object.fromEntries(
    sent.map((key) => [SETTING_PLACES[key], body[key] === null ? null : written(body, key, held)]),
  );
}

function written(body: Partial<SettingsBody>, key: SettingKey, held: SettingValues): unknown {
  switch (key) {
    case 'seller':
      return writtenSeller(body.seller!, held['payments.seller']);
    case 'legal':
      return { ...(isRecord(held.legal) && held.legal), ...body.legal };
    case 'terms':
    case 'privacy':
      return { cs: { text: body[key]!.cs }, en: { text: body[key]!.en } };
    case 'contact': {
      const { text, ...rest } = body.contact!;
      return { ...rest, ...(text && { text }) };
    }
    default:
      return body[key];
  }
}

function writtenSeller(seller: NonNullable<SettingsBody['seller']>, held: unknown): object {
  const { street = '', postalCode = '', city = '', invoicePrefix = '', creditNotePrefix = 'D', ...rest } = seller;
  return {
    ...(isRecord(held) && held.vatRates !== undefined && { vatRates: held.vatRates }),
    ...rest,
    address: { street, postalCode, city },
    series: { invoice: invoicePrefix, creditNote: creditNotePrefix },
  };
}
