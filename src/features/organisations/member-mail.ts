/** E-mails to the people of an organisation. */

import type { NoticeToWrite } from '../../platform/notices/notice.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { type MemberEmail, memberEmail } from './member-emails.ts';
import { MEMBERS_CHANGED, type MembersChanged } from './notices.ts';

/** An e-mail about something that was done, without a link that only the recipient may know. */
export type ChangeEmail = Pick<MemberEmail, 'to' | 'language'> & Omit<MembersChanged, 'accountId'>;

/** To be written down with the change, so that the e-mail is sent even if the server ends in between. */
export function noticesOf(
  { notices, ids, clock }: Platform,
  accountId: string,
  emails: readonly ChangeEmail[],
): readonly NoticeToWrite[] {
  return emails.map(({ to, language, ...data }) =>
    notices.toWrite(MEMBERS_CHANGED, {
      id: `members.changed/${ids.next('')}`,
      atMs: clock.nowMs(),
      data: { accountId, ...data },
      owner: { email: to, language },
    }),
  );
}

/** Without a mail server, the operator finds them in the log and passes them on. */
export function logUnsent({ mail, log }: Platform, emails: readonly ChangeEmail[]): void {
  if (mail.kind === 'log') for (const { what, to } of emails) askToPassOn(log, { emailKind: what, to });
}

export type Sending = 'sent' | 'no-mail-server' | 'failed';

/** Sends an invitation, whose link is kept nowhere. It is open, whether or not its e-mail leaves. */
export async function sendToInvited({ mail, log, serviceName }: Platform, email: MemberEmail): Promise<Sending> {
  const { kind, to, link } = email;
  if (mail.kind === 'log') {
    askToPassOn(log, { emailKind: kind, to, link });
    return 'no-mail-server';
  }
  try {
    await mail.send(memberEmail(email, serviceName));
    return 'sent';
  } catch (cause) {
    log.error({ emailKind: kind, cause }, 'an e-mail could not be sent: look at the mail server and the setting smtp');
    return 'failed';
  }
}

type Unsent = { readonly emailKind: string; readonly to: string; readonly link?: string | undefined };

const askToPassOn = (log: Log, unsent: Unsent): void =>
  log.warn(unsent, `no mail server is set: pass this on to ${unsent.to}${unsent.link ? `: ${unsent.link}` : ''}`);
