/** E-mails of sign-in. They leave in the background: how long the mail server takes must not tell who is registered. */

import type { Log } from '../../core/ports.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { type SignInEmail, signInEmail } from './sign-in-emails.ts';

export type Emails = {
  send(order: SignInEmail): void;
  /** Resolves when everything on its way has been sent or has failed. */
  settled(): Promise<void>;
};

export function createEmails(parts: { readonly mail: Mail; readonly log: Log; readonly service: string }): Emails {
  const { mail, log, service } = parts;
  const leaving = new Set<Promise<void>>();

  async function deliver(order: SignInEmail): Promise<void> {
    const { kind, to, link } = order;
    if (mail.kind === 'log') {
      // The only place where a link is logged: the reader of the log of a service without mail is its operator.
      log.warn({ emailKind: kind, to, link }, `no mail server is set: pass this on to ${to}${link ? `: ${link}` : ''}`);
      return;
    }
    try {
      await mail.send(signInEmail(order, service));
    } catch (cause) {
      log.error(
        { emailKind: kind, cause },
        'an e-mail could not be sent: look at the mail server and the setting smtp',
      );
    }
  }

  return {
    send: (order) => {
      const delivery = deliver(order).finally(() => leaving.delete(delivery));
      leaving.add(delivery);
    },
    settled: async () => void (await Promise.all(leaving)),
  };
}
