/** E-mail through the operator's SMTP server. Addresses and passwords of the server are never logged. */
import type { EmailFile, Mail } from './mail.ts';

export type SmtpSettings = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise it is begun where the server offers it. */
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
  /** The password may be sent without TLS. */
  readonly allowPlain: boolean;
  readonly from: string;
};

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/** E-mails by the configured server, if there is one. */
export const mailBy = (smtp: SmtpSettings | null): Mail => (smtp ? createMail(smtp) : NO_MAIL);

/** E-mails by the server of this moment. */
export function followMail(smtpNow: () => SmtpSettings | null): Mail {
  let made: { readonly smtp: SmtpSettings | null; readonly mail: Mail } | undefined;
  const mail = () => {
    const smtp = smtpNow();
    if (made?.smtp !== smtp) made = { smtp, mail: mailBy(smtp) };
    return made!.mail;
  };
  return {
    get kind() {
      return mail().kind;
    },
    send: (email) => mail().send(email),
  };
}

/** Without a server, e-mails have nowhere to go: the sender says so in the log. */
export const NO_MAIL: Mail = {
  kind: 'log',
  send: () => Promise.reject(new Error('No mail server is set.')),
};

export function createMail(smtp: SmtpSettings): Mail {
  let transport: ReturnType<typeof connect> | undefined;
  return {
    kind: 'smtp',
    send: async ({ to, subject, text, html, files = [] }) => {
      transport ??= connect(smtp);
      await (await transport).sendMail({
        from: smtp.from,
        // As an object, so that no character of an address can add another recipient.
        to: { name: '', address: to },
        subject,
        text,
        html,
        attachments: files.map(attachmentOf),
        headers: { 'auto-submitted': 'auto-generated' },
      });
    },
  };
}

const attachmentOf = ({ name, type, bytes, cid }: EmailFile) => ({
  filename: name,
  contentType: type,
  content: Buffer.from(bytes),
  ...(cid !== undefined && { cid, contentDisposition: 'inline' as const }),
});

/** What a mail server or the way to it has against an e-mail. */
export const MAIL_REFUSALS = ['unreachable', 'no_tls', 'sign_in', 'sender', 'recipient', 'other'] as const;
type MailRefusal = (typeof MAIL_REFUSALS)[number];

const REFUSAL_OF_CODE: Readonly<Record<string, MailRefusal>> = {
  EDNS: 'unreachable',
  ECONNECTION: 'unreachable',
  ESOCKET: 'unreachable',
  ETIMEDOUT: 'unreachable',
  ETLS: 'no_tls',
  EAUTH: 'sign_in',
};
const REFUSAL_OF_COMMAND: Readonly<Record<string, MailRefusal>> = { 'MAIL FROM': 'sender', 'RCPT TO': 'recipient' };

/** `thrown`: by `send`. The server has refused the sender or the recipient only where it was asked about them. */
export function mailRefusalOf(thrown: unknown): MailRefusal {
  const { code = '', command = '' } = thrown as { readonly code?: string; readonly command?: string };
  return REFUSAL_OF_CODE[code] ?? REFUSAL_OF_COMMAND[command] ?? 'other';
}

/** Connects and signs in, as for an e-mail, and sends none. Rejects with what the server or the network said. */
export async function checkMail(smtp: SmtpSettings): Promise<void> {
  const transport = await connect(smtp);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

// Loaded with the first e-mail: commands read the configuration too, and seldom write one.
const connect = async (smtp: SmtpSettings) =>
  (await import('nodemailer')).createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.secure,
    // An attacker between us and the server could claim that it has no TLS, and would get the password.
    requireTLS: smtp.user !== '' && !smtp.allowPlain,
    ...(smtp.user && { auth: { user: smtp.user, pass: smtp.password } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // An e-mail is made of our own texts: it never reads a file or an address of the web.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
