/** The e-mails that notices become: to customers and to operators, in Czech or English. */

import { KEY_EMAILS } from '../features/keys/emails.ts';
import { MARGIN_EMAILS } from '../features/margins/emails.ts';
import { MEMBER_EMAILS } from '../features/organisations/emails.ts';
import { ENGINE_EMAILS } from '../features/serving/emails.ts';
import { SHOP_EMAILS } from '../features/shop/emails.ts';
import { ORDER_PAID, type PaidOrder } from '../features/shop/index.ts';
import { TOKEN_EMAILS } from '../features/tokens/emails.ts';
import { WEBHOOK_EMAILS } from '../features/webhooks/emails.ts';
import { LEDGER_EMAILS } from '../ledger/emails.ts';
import { gatheredContent } from '../platform/mail/gathered-email.ts';
import type { Email } from '../platform/mail/mail.ts';
import { renderEmail } from '../platform/mail/render-email.ts';
import type { Notice, Owner } from '../platform/notices/notice.ts';
import type { NoticeEmails } from '../platform/notices/notice-email.ts';
import type { Platform } from '../platform/platform.ts';

/** Those that features write. */
const WRITTEN: readonly NoticeEmails[] = [
  ...LEDGER_EMAILS,
  ...KEY_EMAILS,
  ...SHOP_EMAILS,
  ...MEMBER_EMAILS,
  ...TOKEN_EMAILS,
  ...WEBHOOK_EMAILS,
  ...ENGINE_EMAILS,
  ...MARGIN_EMAILS,
];
const BY_TYPE = new Map(WRITTEN.map((emails) => [emails.type, emails]));

type PaidNotice = { readonly data: PaidOrder; readonly owner: Owner };

/** `receiptEmail` makes the e-mail about an order that was paid. */
export const noticeEmails = (
  named: Pick<Platform, 'serviceName'>,
  receiptEmail: (paid: PaidNotice) => Promise<Email>,
) => ({
  forOwner: async (notices: readonly Notice[], owner: Owner): Promise<Email> => {
    const { type, data } = notices.at(-1)!;
    return type === ORDER_PAID.type
      ? receiptEmail({ data: data as PaidOrder, owner })
      : noticesEmail(notices, 'toOwner', { ...owner, service: named.serviceName });
  },
  forOperator: (notices: readonly Notice[], operator: Owner) =>
    noticesEmail(notices, 'toOperator', { ...operator, service: named.serviceName }),
});

type Reader = Owner & { readonly service: string };

/** About one, or about several of a kind. */
export function noticesEmail(notices: readonly Notice[], to: 'toOwner' | 'toOperator', reader: Reader): Email {
  const { email, language } = reader;
  const date = dateIn(language);
  const told = notices.map(({ type, data, atMs }) => {
    const write = BY_TYPE.get(type)?.[to]?.[language];
    if (!write) throw new Error(`There is no e-mail about ${type} ${to}.`);
    // The data was written down with the type.
    return { atMs, content: write(data as never, { ...reader, atMs, date }) };
  });
  return renderEmail(email, gatheredContent(told, { language, date }));
}

const dateIn =
  (language: Owner['language']) =>
  (atMs: number): string =>
    new Date(atMs).toLocaleString(language === 'cs' ? 'cs-CZ' : 'en-GB', {
      timeZone: 'Europe/Prague',
      dateStyle: 'long',
      timeStyle: 'short',
    });
