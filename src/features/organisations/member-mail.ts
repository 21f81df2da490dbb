/** E-mails to the people of an organisation. What was done is done, whether or not its e-mail leaves. */

import type { Log } from '../../core/ports.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { type MemberEmail, memberEmail } from './member-emails.ts';

export type MemberMailParts = { readonly mail: Mail; readonly log: Log; readonly serviceName: string };

export async function tellMember({ mail, log, serviceName }: MemberMailParts, email: MemberEmail): Promise<void> {
  const { kind, to, link } = email;
  if (mail.kind === 'log') {
    log.warn({ emailKind: kind, to, link }, `no mail server is set: pass this on to ${to}${link ? `: ${link}` : ''}`);
    return;
  }
  try {
    await mail.send(memberEmail(email, serviceName));
  } catch (cause) {
    log.error({ emailKind: kind, cause }, 'an e-mail could not be sent: look at the mail server and the setting smtp');
  }
}
