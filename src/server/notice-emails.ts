/** The e-mails that notices become: to customers in Czech or English, to operators in English. */

import { KEY_EMAILS } from '../features/keys/emails.ts';
import { budgetEmail, isBudget } from '../features/organisations/budget-email.ts';
import { memberContent } from '../features/organisations/member-emails.ts';
import { pausedKeysEmail } from '../features/organisations/paused-keys-email.ts';
import { SHOP_EMAILS } from '../features/shop/emails.ts';
import { transferEmail } from '../features/shop/transfer-email.ts';
import { managementTokenEmail } from '../features/tokens/emails.ts';
import { WEBHOOK_EMAILS } from '../features/webhooks/emails.ts';
import { gatheredContent } from '../platform/mail/gathered-email.ts';
import type { Email } from '../platform/mail/mail.ts';
import { type EmailContent, renderEmail } from '../platform/mail/render-email.ts';
import { limitEmailCs, limitEmailEn } from '../platform/notices/limit-email.ts';
import type { Notice, Owner } from '../platform/notices/notice.ts';
import type { OwnerTexts } from '../platform/notices/owner-texts.ts';
import type { Platform } from '../platform/platform.ts';

/** Those that features write. */
const TEXTS: OwnerTexts<
  'plan.renewed' | 'payment.failed' | 'order.withdrawn' | 'key.expiring' | 'limit.reached' | 'webhook.disabled'
> = {
  en: {
    ...SHOP_EMAILS.en,
    ...KEY_EMAILS.en,
    ...WEBHOOK_EMAILS.en,
    'limit.reached': (data, { service }) => limitEmailEn(data, service),
  },
  cs: {
    ...SHOP_EMAILS.cs,
    ...KEY_EMAILS.cs,
    ...WEBHOOK_EMAILS.cs,
    'limit.reached': (data, { service }) => limitEmailCs(data, service),
  },
};

export const noticeEmail = (notice: Notice, owner: Owner, serviceName: string): Email =>
  noticesEmail([notice], owner, serviceName);

type PaidNotice = Notice & { readonly type: 'order.paid' } & { readonly owner: Owner };

/** `receiptEmail` makes the e-mail about an order that was paid. */
export const noticeEmails = (
  named: Pick<Platform, 'serviceName'>,
  receiptEmail: (paid: PaidNotice) => Promise<Email>,
) => ({
  forOwner: async (notices: readonly Notice[], owner: Owner): Promise<Email> => {
    const last = notices.at(-1)!;
    return last.type === 'order.paid'
      ? receiptEmail({ ...last, owner })
      : noticesEmail(notices, owner, named.serviceName);
  },
  forOperator: (notices: readonly Notice[], to: string) => operatorNoticesEmail(notices, to, named.serviceName),
});

/** About one, or about several of a kind. */
function noticesEmail(notices: readonly Notice[], owner: Owner, serviceName: string): Email {
  const told = notices.map((notice) => ({ atMs: notice.atMs, content: ownerText(notice, owner, serviceName) }));
  return renderEmail(owner.email, gatheredContent(told, { ...owner, date: dateIn(owner.language) }));
}

function ownerText({ type, data }: Notice, owner: Owner, service: string): EmailContent {
  if (type === 'order.transfer') return transferEmail(data, owner, service);
  if (type === 'keys.paused') return pausedKeysEmail(data, owner, service);
  if (type === 'members.changed') {
    return memberContent({ ...data, kind: data.what, to: owner.email, language: owner.language }, service);
  }
  if (type === 'limit.reached' && isBudget(data)) return budgetEmail(data, owner, service);
  const words = { service, date: dateIn(owner.language) };
  if (type === 'token.made') return managementTokenEmail(data, owner, words);
  const texts = TEXTS[owner.language === 'cs' ? 'cs' : 'en'];
  const write = (texts as Partial<Record<Notice['type'], (data: never, words: object) => EmailContent>>)[type];
  if (!write) throw new Error(`There is no e-mail to customers about ${type}.`);
  return write(data as never, words);
}

/** An e-mail about one notice, or about several of a kind: what it is, what to do, and all that is known about it. */
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
    case 'model.below-cost': {
      const { model, engine, tokens } = notice.data;
      return {
        subject: `${service}: ${model} is sold below cost`,
        parts: [
          `Since about ${at} tokens of ${model} cost more at the engine ${engine} than customers pay: ${tokens.join(', ')}.`,
          'See Operator → Margins, or "boreal buying list".',
        ],
      };
    }
    case 'audit.broken':
      return {
        subject: `${service}: the audit has found something`,
        parts: [
          'The ledger has errors. Copy the data folder before you change anything.',
          ...notice.data.problems.slice(0, 20),
        ],
      };
    case 'order.withdrawn': {
      const { name, email, orderId, invoiceNumber, refundCzk, method, hasConsent } = notice.data;
      return {
        subject: `${service}: ${email} has withdrawn from an order`,
        parts: [
          `${name} has withdrawn from order ${orderId} (invoice ${invoiceNumber}) at ${at}. ${refundCzk} CZK go back.`,
          method === 'bank'
            ? 'Send the money by bank within 14 days, and say so under Operator → Orders or by "boreal withdrawal sent".'
            : 'The card is refunded by itself; the log says so if it cannot be.',
          ...(hasConsent
            ? []
            : ['No wish to begin at once is on record, so what was used may have to go back, too: ask your lawyer.']),
        ],
      };
    }
    case 'token.made': {
      const { person, name, hint, scopes, by } = notice.data;
      return {
        subject: `${service}: an access token of ${person} was made`,
        parts: [
          `Made at ${at} by ${by}: "${name}" (…${hint}), with ${scopes.join(', ')}.`,
          'If no operator knows of it, revoke it under Operator → Access tokens or by "boreal token revoke".',
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
