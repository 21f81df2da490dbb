/** Where people who have found a weakness read whom to tell. */
import { expect, test } from 'bun:test';
import { pageClient } from '../support/page-client.ts';
import { startService } from '../support/service.ts';

const PATHS = ['/.well-known/security.txt', '/security.txt'];

test('a service without a contact has no security.txt', async () => {
  await using service = await startService();

  const answers = await Promise.all(PATHS.map((path) => pageClient(service).get(path)));

  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
});

test('a service with a contact says whom to write, until when, and where the text belongs', async () => {
  const security = { contact: 'security@example.com', policy: 'https://example.com/security' };
  await using service = await startService({ env: { BOREAL_SECURITY: JSON.stringify(security) } });

  const [wellKnown, short] = await Promise.all(PATHS.map((path) => pageClient(service).get(path)));

  expect(wellKnown!.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(short!.status).toBe(200);
  const fields = Object.fromEntries(
    wellKnown!.text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s)),
  );
  expect(fields).toMatchObject({
    Contact: 'mailto:security@example.com',
    Canonical: `http://localhost:${service.port}/.well-known/security.txt`,
    Policy: 'https://example.com/security',
    'Preferred-Languages': 'en, cs',
  });
  const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000;
  expect(days).toBeWithin(29, 31);
});
