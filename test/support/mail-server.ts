/** A real SMTP server on this machine that keeps what it is sent. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

type ReceivedEmail = {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
  readonly html: string;
  readonly files: readonly ReceivedFile[];
};

type ReceivedFile = {
  readonly type: string;
  readonly name: string;
  /** The id by which the HTML shows it; empty where it does not. */
  readonly cid: string;
  readonly bytes: Uint8Array;
};

type MailServer = AsyncDisposable & {
  readonly emails: readonly ReceivedEmail[];
  /** The setting `smtp` for this server. */
  readonly setting: string;
  /** From now on it says of no e-mail that it has it, until it is let go again by what this returns. */
  hold(): () => void;
};

export async function startMailServer(): Promise<MailServer> {
  const emails: ReceivedEmail[] = [];
  let held: Promise<void> = Promise.resolve();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'boreal' && password === 'smtp-secret'
        ? done(null, { user: username })
        : done(new Error('Wrong user or password.')),
    onData: (stream, session, done) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const raw = Buffer.concat(pieces).toString('latin1');
        emails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text: textOf(raw, 'plain'),
          html: textOf(raw, 'html'),
          files: filesOf(raw),
        });
        void held.then(() => done());
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  let isClosed = false;
  return {
    emails,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    setting: JSON.stringify({
      host: '127.0.0.1',
      port,
      user: 'boreal',
      password: 'smtp-secret',
      allowPlain: true,
      from: 'Boreal <boreal@example.com>',
    }),
    [Symbol.asyncDispose]: async () => {
      if (isClosed) return;
      isClosed = true;
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

const partsOf = (raw: string): readonly string[] => raw.split(/\r\n--/);

/** The part in plain text or HTML, decoded. */
function textOf(raw: string, kind: 'plain' | 'html'): string {
  const part = partsOf(raw).find((one) => new RegExp(`content-type: text/${kind}`, 'i').test(one)) ?? raw;
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  const unfolded = body.replaceAll('=\r\n', '');
  const bytes = unfolded.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return /quoted-printable/i.test(head) ? Buffer.from(bytes, 'latin1').toString('utf8') : body;
}

/** A part that is not text: nodemailer writes it as base64. */
const filesOf = (raw: string): readonly ReceivedFile[] =>
  partsOf(raw).flatMap((part) => {
    const [head = '', body = ''] = part.split('\r\n\r\n');
    const type = /content-type: ((?:application|image)\/[\w.+-]+)/i.exec(head)?.[1];
    if (!type) return [];
    const [name, cid] = [/filename="?([^"\r\n;]+)/i.exec(head)?.[1], /content-id: <([^>]+)>/i.exec(head)?.[1]];
    return [{ type, name: name ?? '', cid: cid ?? '', bytes: Buffer.from(body, 'base64') }];
  });
