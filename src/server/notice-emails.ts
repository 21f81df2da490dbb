/** The e-mails that notices become: to customers and to operators, in Czech or English. */

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
import { dateIn, operatorNoticesEmail } from './operator-notice-emails.ts';

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
  forOperator: (notices: readonly Notice[], operator: Owner) =>
    operatorNoticesEmail(notices, operator, named.serviceName),
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
