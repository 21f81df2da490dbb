/** E-mails of sign-in. They leave in the background: how long the mail server takes must not tell who is registered. */

import type { Platform } from '../../platform/platform.ts';
import { type SignInEmail, signInEmail } from './sign-in-emails.ts';

export type Emails = {
  send(email: SignInEmail): void;
  /** Resolves when everything on its way has been sent or has failed. */
  settled(): Promise<void>;
};

export function createEmails(platform: Pick<Platform, 'mail' | 'log' | 'serviceName'>): Emails {
  const { mail, log } = platform;
  const leaving = new Set<Promise<void>>();

  async function deliver(email: SignInEmail): Promise<void> {
    const { kind, to, link } = email;
    if (mail.kind === 'log') {
      // The only place where a link is logged: the reader of the log of a service without mail is its operator.
      log.warn({ emailKind: kind, to, link }, `no mail server is set: pass this on to ${to}${link ? `: ${link}` : ''}`);
      return;
    }
    try {
      await mail.send(signInEmail(email, platform.serviceName));
    } catch (cause) {
      log.error(
        { emailKind: kind, cause },
        'an e-mail could not be sent: look at the mail server and the setting smtp',
      );
    }
  }

  return {
    send: (email) => {
      const delivery = deliver(email).finally(() => leaving.delete(delivery));
      leaving.add(delivery);
    },
    settled: async () => void (await Promise.all(leaving)),
  };
}
