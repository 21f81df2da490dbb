/** The settings of the service: name, address, seller, bank account, e-mail, terms, look; and what of the set-up is done. */
import { z } from 'zod';
import { actionFields } from '../../platform/action-log/contract.ts';
import { route, type View } from '../../platform/api/contract.ts';
import { isFromFile } from '../../platform/api/schemas.ts';
import { MAIL_REFUSALS } from '../../platform/mail/smtp.ts';
import { SET_UP_STEPS } from './rules.ts';

/** The rules of each value are those of the configuration file; here is only its form. */
const line = (max: number) => z.string().trim().max(max);
const TEXT_MAX = 100_000;
const LOGO_BASE64_MAX = 90_000;

const inLanguages = (max: number) =>
  z.strictObject({ cs: z.string().trim().min(1).max(max), en: z.string().trim().min(1).max(max) });

const seller = {
  name: line(100).describe('The name of the company, as documents have it.'),
  street: line(100),
  postalCode: line(12),
  city: line(60),
  companyId: line(20).describe('IČO'),
  vatId: line(20).describe('DIČ'),
  register: line(200).describe('Where the company is registered.'),
  vatPayer: z.boolean(),
  vatRate: z.int().min(1).max(30).describe('In percent.'),
  vatElsewhere: z
    .enum(['home', 'oss'])
    .describe('VAT of persons elsewhere in the EU: Czech, or theirs through the one-stop shop.'),
  invoicePrefix: line(10).describe('The beginning of the numbers of invoices.'),
  creditNotePrefix: line(10).describe('The same of credit notes.'),
};
const bank = { iban: line(50), name: line(60).describe('The name of the recipient.') };
const smtp = {
  host: line(253),
  port: z.int().min(1).max(65_535),
  secure: z.boolean().describe('TLS from the first byte, as on port 465.'),
  user: line(320),
  allowPlain: z.boolean().describe('Sends the password also where the server has no TLS.'),
  from: line(320).describe('The sender, such as "Name <billing@example.com>".'),
};
const legal = { version: line(40).describe('Which version customers accept, such as 2026-11-01.') };
const colours = { light: line(7), dark: line(7) };
const picture = {
  type: z.enum(['image/svg+xml', 'image/png', 'image/webp']),
  base64: z.string().max(LOGO_BASE64_MAX),
};
const contact = { email: line(254), phone: line(21), text: inLanguages(1000).nullable() };

/** A setting: its value now, and who has said it. */
const setting = <Value extends z.ZodType>(value: Value) =>
  z.object({
    value,
    isFromFile,
    isSet: z.boolean().describe('Whether an operator has set it here; else it is the default.'),
  });

const settingsView = z
  .object({
    revision: z.number().describe('To be named as `after` by a change.'),
    serviceName: setting(z.string()),
    publicUrl: setting(z.string()),
    seller: setting(z.object(seller).nullable()),
    bank: setting(z.object(bank).nullable()),
    smtp: setting(z.object({ ...smtp, hasPassword: z.boolean() }).nullable()),
    noticesEmail: setting(z.string()),
    trial: setting(z.object({ czk: z.string() }).nullable()),
    legal: setting(z.object(legal).nullable()),
    terms: setting(inLanguages(TEXT_MAX).nullable()),
    privacy: setting(inLanguages(TEXT_MAX).nullable()),
    logo: setting(z.object(picture).nullable()),
    logoDark: setting(z.object(picture).nullable()),
    colours: setting(z.object(colours)),
    headline: setting(inLanguages(120).nullable()),
    intro: setting(inLanguages(600).nullable()),
    contact: setting(z.object(contact)),
    problems: z.array(z.string()).describe('Settings of the database that do not count, because something is wrong.'),
    companies: z.boolean().describe('Whether the register of companies is asked.'),
  })
  .meta({ id: 'ServiceSettingsView' });
export type ServiceSettingsView = View<typeof settingsView>;

const settingsBody = z.strictObject({
  ...actionFields,
  /** The revision that the sender has seen; where one of these settings has changed since, it is a 409. */
  after: z.int().min(0).max(1_000_000_000).optional(),
  serviceName: line(60).nullable().optional(),
  publicUrl: line(300).nullable().optional(),
  seller: z.strictObject(seller).partial().required({ name: true }).nullable().optional(),
  bank: z.strictObject(bank).nullable().optional(),
  smtp: z
    .strictObject({
      ...smtp,
      /** Without it the one that is there stays, as long as the server is the same. */
      password: z.string().max(500).optional(),
    })
    .partial()
    .required({ host: true, from: true })
    .nullable()
    .optional(),
  noticesEmail: line(320).nullable().optional(),
  trial: z
    .strictObject({ czk: line(8) })
    .nullable()
    .optional(),
  legal: z.strictObject(legal).nullable().optional(),
  terms: inLanguages(TEXT_MAX).nullable().optional(),
  privacy: inLanguages(TEXT_MAX).nullable().optional(),
  logo: z.strictObject(picture).nullable().optional(),
  logoDark: z.strictObject(picture).nullable().optional(),
  colours: z.strictObject(colours).nullable().optional(),
  headline: inLanguages(120).nullable().optional(),
  intro: inLanguages(600).nullable().optional(),
  contact: z.strictObject(contact).partial().nullable().optional(),
});
export type SettingsBody = z.output<typeof settingsBody>;

const testMailView = z
  .object({
    ok: z.boolean(),
    to: z.string(),
    refusal: z
      .enum(['not_set', ...MAIL_REFUSALS])
      .nullable()
      .describe('Why it was not sent; null where it was.'),
    detail: z.string().describe('The sentence of the mail server or of the network, where it was refused.'),
  })
  .meta({ id: 'TestMailView' });
export type TestMailView = View<typeof testMailView>;

const companyView = z
  .object({
    name: z.string(),
    street: z.string(),
    postalCode: z.string(),
    city: z.string(),
    companyId: z.string(),
    vatId: z.string().describe('Empty where the company has none.'),
  })
  .meta({ id: 'CompanyView' });
export type CompanyView = View<typeof companyView>;

const setUpView = z
  .object({ steps: z.array(z.object({ step: z.enum(SET_UP_STEPS), isDone: z.boolean() })) })
  .meta({ id: 'SetUpView' });
export type SetUpView = View<typeof setUpView>;

export const serviceSettings = {
  show: route('GET /api/operator/settings', {
    about: 'The settings of the service, without secrets.',
    needs: 'operator',
    reply: settingsView,
  }),
  set: route('POST /api/operator/settings', {
    about: 'Changes settings of the service; each is said whole, null gives it back to its default.',
    needs: 'operator',
    body: settingsBody,
    bodyBytesMax: 1024 * 1024,
    reply: settingsView,
    refuses: ['set_by_file', 'changed_meanwhile'],
  }),
  testMail: route('POST /api/operator/settings/test-mail', {
    about: 'Sends an e-mail through the mail server that is set, to the operator who asks.',
    needs: 'operator',
    body: z.strictObject({ to: line(320).optional() }),
    reply: testMailView,
  }),
  company: route('GET /api/operator/settings/company', {
    about: 'A company by its IČO, from the Czech register of companies (ARES).',
    needs: 'operator',
    query: z.strictObject({ companyId: line(20) }),
    reply: companyView,
    refuses: ['not_found', 'provider_unreachable'],
  }),
  setUp: route('GET /api/operator/set-up', {
    about: 'What a service needs before customers can pay it, and what of that is there.',
    needs: 'operator',
    reply: setUpView,
  }),
};
