/** The traffic to a mail server, seen by a server that writes down what it hears. */
import { expect, test } from 'bun:test';
import { createServer, type Socket } from 'node:net';
import { checkMail, createMail } from './smtp.ts';

const PASSWORD = 'smtp-secret';
const EMAIL = { to: 'anna@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

/** A mail server without TLS that says it has certain extensions, takes every password, and remembers all lines. */
async function startListening(extensions: readonly string[]) {
  const heard: string[] = [];
  const answer = (socket: Socket, line: string): void => {
    heard.push(line);
    const command = line.slice(0, 4).toUpperCase();
    if (command === 'EHLO')
      socket.write(
        ['localhost', ...extensions].map((e, i, all) => `250${i < all.length - 1 ? '-' : ' '}${e}\r\n`).join(''),
      );
    else if (command === 'AUTH') socket.write('235 welcome\r\n');
    else if (command === 'DATA') socket.write('354 go on\r\n');
    else if (line === '.' || ['MAIL', 'RCPT', 'RSET', 'QUIT'].includes(command)) socket.write('250 ok\r\n');
    else if (command === 'STAR') socket.write('454 TLS not available\r\n');
  };
  const server = createServer((socket) => {
    let rest = '';
    socket.on('error', () => {});
    socket.write('220 localhost\r\n');
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) answer(socket, line);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const setting = { host: '127.0.0.1', port, secure: false, from: 'boreal@example.com', allowPlain: false };
  return { heard, setting, [Symbol.dispose]: () => void server.close() };
}

const hasPassword = (heard: readonly string[]): boolean =>
  heard.some((line) => line.startsWith('AUTH') || line.includes(Buffer.from(PASSWORD).toString('base64')));

test.each([[['AUTH PLAIN LOGIN']], [['STARTTLS', 'AUTH PLAIN LOGIN']]])(
  'a password is not sent to a server without TLS, whatever it offers: %p',
  async (extensions) => {
    using server = await startListening(extensions);
    const smtp = { ...server.setting, user: 'boreal', password: PASSWORD };

    await expect(createMail(smtp).send(EMAIL)).rejects.toThrow(/TLS/i);
    await expect(checkMail(smtp)).rejects.toThrow(/TLS/i);

    expect(server.heard).toContain('STARTTLS');
    expect(hasPassword(server.heard)).toBe(false);
  },
);

test('with allowPlain the operator says that the way to the server is safe', async () => {
  using server = await startListening(['AUTH PLAIN LOGIN']);

  await createMail({ ...server.setting, user: 'boreal', password: PASSWORD, allowPlain: true }).send(EMAIL);

  expect(hasPassword(server.heard)).toBe(true);
});

test('without a password e-mails go as the server takes them', async () => {
  using server = await startListening([]);

  await createMail({ ...server.setting, user: '', password: '' }).send(EMAIL);

  expect(server.heard).toContain('DATA');
});
