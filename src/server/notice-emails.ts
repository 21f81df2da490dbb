/** The e-mails that notices become: to customers in Czech or English, to operators in English. */

import { budgetEmail, isBudget } from '../features/organisations/budget-email.ts';
import { memberContent } from '../features/organisations/member-emails.ts';
import { pausedKeysEmail } from '../features/organisations/paused-keys-email.ts';
import type { CardFailure } from '../features/shop/contract.ts';
import type { TransferPlace } from '../features/shop/transfer.ts';
import { transferEmail } from '../features/shop/transfer-email.ts';
import { tokenEmail } from '../features/tokens/token-email.ts';
import { gatheredContent } from '../platform/mail/gathered-email.ts';
import type { Email } from '../platform/mail/mail.ts';
import { type EmailContent, renderEmail } from '../platform/mail/render-email.ts';
import { limitEmailCs, limitEmailEn } from '../platform/notices/limit-email.ts';
import type { Notice, NoticeData, Owner } from '../platform/notices/notice.ts';

type OwnerType = 'plan.renewed' | 'payment.failed' | 'key.expiring' | 'limit.reached' | 'webhook.disabled';
type OwnerTexts = {
  readonly [Type in OwnerType]: (
    data: NoticeData[Type],
    words: { service: string; date: (atMs: number) => string },
  ) => EmailContent;
};

const TOP_UP_FAILURES: Readonly<Record<'en' | 'cs', Readonly<Record<CardFailure, string>>>> = {
  en: {
    authentication: 'your bank wants you to confirm the payment',
    declined: 'your bank has declined the payment',
    expired: 'the saved card has expired',
    unusable: 'the saved card cannot be used any more',
  },
  cs: {
    authentication: 'banka chce, abyste platbu potvrdili',
    declined: 'banka platbu zamítla',
    expired: 'platnost uložené karty skončila',
    unusable: 'uloženou kartu už nelze použít',
  },
};

const EN: OwnerTexts = {
  'plan.renewed': ({ plan, endsAtMs }, { service, date }) => ({
    subject: `Your plan at ${service} was renewed`,
    parts: [`A new period of your plan ${plan} has begun. It lasts until ${date(endsAtMs)}.`],
  }),
  'payment.failed': ({ orderId, amountCzk, what, topUp }, { service }) => ({
    subject: `A payment at ${service} has failed`,
    parts: topUp
      ? [
          `Your credit is low, and the automatic top-up of ${amountCzk} CZK (order ${orderId}) did not go through: ${TOP_UP_FAILURES.en[topUp.failure]}. Nothing was booked.`,
          topUp.isPaused
            ? 'Automatic top-up is paused. Save another card, or top up by hand; saving the rule again tries this card once more.'
            : 'The card is tried again later. If your credit may run out before that, top up by hand.',
          { href: topUp.pageUrl, label: 'Open Billing' },
        ]
      : what === 'order'
        ? [
            `Your payment of ${amountCzk} CZK (order ${orderId}) did not go through. Nothing was booked.`,
            'You can try again in the settings, under Billing.',
          ]
        : [
            `The next period of your plan (${amountCzk} CZK, order ${orderId}) could not be charged to your card.`,
            'The card is tried again in the next days. Until that succeeds, your credit pays.',
          ],
  }),
  'key.expiring': ({ name, hint, expiresAtMs }, { service, date }) => ({
    subject: `An API key at ${service} is about to expire`,
    parts: [
      `Your API key "${name}" (…${hint}) expires on ${date(expiresAtMs)}. After that, requests with it are refused.`,
      'You can give it a later date or replace it on the page API.',
    ],
  }),
  'limit.reached': (data, { service }) => limitEmailEn(data, service),
  'webhook.disabled': ({ url }, { service }) => ({
    subject: `A webhook at ${service} was disabled`,
    parts: [
      `Calls of ${url} have failed for more than a day, so it is not called any more.`,
      'When the receiver works again, you can enable the webhook on the page Webhooks. What happened meanwhile is not sent.',
    ],
  }),
};

const CS: OwnerTexts = {
  'plan.renewed': ({ plan, endsAtMs }, { service, date }) => ({
    subject: `Váš tarif ve službě ${service} byl obnoven`,
    parts: [`Začalo nové období vašeho tarifu ${plan}. Trvá do ${date(endsAtMs)}.`],
  }),
  'payment.failed': ({ orderId, amountCzk, what, topUp }, { service }) => ({
    subject: `Platba ve službě ${service} se nezdařila`,
    parts: topUp
      ? [
          `Máte málo kreditu a automatické dobití ${amountCzk.replace('.', ',')} Kč (objednávka ${orderId}) neproběhlo: ${TOP_UP_FAILURES.cs[topUp.failure]}. Nic nebylo zaúčtováno.`,
          topUp.isPaused
            ? 'Automatické dobíjení je pozastavené. Uložte jinou kartu, nebo dobijte kredit ručně; když nastavení znovu uložíte, zkusíme tuto kartu ještě jednou.'
            : 'Platbu později zkusíme znovu. Pokud by vám kredit mezitím mohl dojít, dobijte ho ručně.',
          { href: topUp.pageUrl, label: 'Otevřít Vyúčtování' },
        ]
      : what === 'order'
        ? [
            `Vaše platba ${amountCzk.replace('.', ',')} Kč (objednávka ${orderId}) neproběhla. Nic nebylo zaúčtováno.`,
            'Zaplatit můžete znovu na stránce Vyúčtování.',
          ]
        : [
            `Platbu za další období vašeho tarifu (${amountCzk.replace('.', ',')} Kč, objednávka ${orderId}) se nepodařilo strhnout z karty.`,
            'V příštích dnech platbu zkusíme znovu. Do té doby se požadavky platí z kreditu.',
          ],
  }),
  'key.expiring': ({ name, hint, expiresAtMs }, { service, date }) => ({
    subject: `Platnost API klíče ve službě ${service} brzy skončí`,
    parts: [
      `Platnost vašeho API klíče „${name}“ (…${hint}) skončí ${date(expiresAtMs)}. Potom bude služba požadavky s ním odmítat.`,
      'Na stránce API mu můžete prodloužit platnost, nebo ho vyměnit.',
    ],
  }),
  'limit.reached': (data, { service }) => limitEmailCs(data, service),
  'webhook.disabled': ({ url }, { service }) => ({
    subject: `Webhook ve službě ${service} je vypnutý`,
    parts: [
      `Volání adresy ${url} se déle než den nedaří, a proto ji už nevoláme.`,
      'Až bude příjemce v pořádku, můžete webhook znovu zapnout na stránce Webhooky. Co se mezitím stalo, už neposíláme.',
    ],
  }),
};

export const noticeEmail = (notice: Notice, owner: Owner, place: EmailPlace): Email =>
  noticesEmail([notice], owner, place);

type EmailPlace = Omit<TransferPlace, 'bank'>;

type PaidNotice = Notice & { readonly type: 'order.paid' } & { readonly owner: Owner };

type EmailParts = EmailPlace & {
  /** Makes the e-mail about an order that was paid. */
  readonly receiptEmail: (paid: PaidNotice) => Promise<Email>;
};

export const noticeEmails = (place: EmailParts) => ({
  forOwner: async (notices: readonly Notice[], owner: Owner): Promise<Email> => {
    const last = notices.at(-1)!;
    return last.type === 'order.paid' ? place.receiptEmail({ ...last, owner }) : noticesEmail(notices, owner, place);
  },
  forOperator: (notices: readonly Notice[], to: string) => operatorNoticesEmail(notices, to, place.serviceName),
});

/** About one, or about several of a kind. */
function noticesEmail(notices: readonly Notice[], owner: Owner, place: EmailPlace): Email {
  const told = notices.map((notice) => ({ atMs: notice.atMs, content: ownerText(notice, owner, place) }));
  return renderEmail(owner.email, gatheredContent(told, { ...owner, date: dateIn(owner.language) }));
}

function ownerText({ type, data }: Notice, owner: Owner, place: EmailPlace): EmailContent {
  if (type === 'order.transfer') return transferEmail(data, owner, place);
  const service = place.serviceName;
  if (type === 'keys.paused') return pausedKeysEmail(data, owner, service);
  if (type === 'members.changed') {
    return memberContent({ ...data, kind: data.what, to: owner.email, language: owner.language }, service);
  }
  if (type === 'limit.reached' && isBudget(data)) return budgetEmail(data, owner, service);
  const words = { service, date: dateIn(owner.language) };
  if (type === 'token.made') return tokenEmail(data, owner, words);
  const texts = owner.language === 'cs' ? CS : EN;
  const write = (texts as Partial<Record<Notice['type'], (data: never, words: object) => EmailContent>>)[type];
  if (!write) throw new Error(`There is no e-mail to customers about ${type}.`);
  return write(data as never, words);
}

/** What it is, what to do, and everything that is known about it; of one, or of several of a kind. */
function operatorNoticesEmail(notices: readonly Notice[], to: string, service: string): Email {
  const told = notices.map((notice) => ({ atMs: notice.atMs, content: operatorText(notice, service) }));
  return renderEmail(to, gatheredContent(told, { language: 'en', date: (atMs) => new Date(atMs).toISOString() }));
}

function operatorText(notice: Notice, service: string): EmailContent {
  const at = new Date(notice.atMs).toISOString();
  switch (notice.type) {
    case 'engine.down':
      return {
        subject: `${service}: engine ${notice.data.engine} does not answer`,
        parts: [
          `Since about ${at} the engine ${notice.data.engine} does not answer. Requests to its models fail.`,
          'See "boreal doctor" and the log.',
        ],
      };
    case 'engine.up':
      return {
        subject: `${service}: engine ${notice.data.engine} answers again`,
        parts: [`The engine ${notice.data.engine} answers again since ${at}.`],
      };
    case 'audit.broken':
      return {
        subject: `${service}: the audit has found something`,
        parts: [
          'The ledger has errors. Copy the data folder before you change anything.',
          ...notice.data.problems.slice(0, 20),
        ],
      };
    case 'token.made': {
      const { person, name, hint, scopes, by } = notice.data;
      return {
        subject: `${service}: a management token of ${person} was made`,
        parts: [
          `Made at ${at} by ${by}: "${name}" (…${hint}), with ${scopes.join(', ')}.`,
          'If no operator knows of it, revoke it under Operator → Tokens or by "boreal token revoke".',
        ],
      };
    }
    default:
      return { subject: `${service}: ${notice.type}`, parts: [`${at}: ${JSON.stringify(notice.data)}`] };
  }
}

const dateIn =
  (language: Owner['language']) =>
  (atMs: number): string =>
    new Date(atMs).toLocaleString(language === 'cs' ? 'cs-CZ' : 'en-GB', {
      timeZone: 'Europe/Prague',
      dateStyle: 'long',
      timeStyle: 'short',
    });
